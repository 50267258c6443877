import FeedLayout
import FeedModel
import FeedPhotos
import FeedPublisher
import Foundation
import StrictJSON

extension AssistantTool {
  static let getScreen = AssistantTool(
    "get_screen", title: "Get a screen",
    description: """
      Returns a screen as readers get it, laid out for one width: each section with its title, layout, place on the screen \
      in points, and the ids of the items that it shows, in their order. It can be the screen of now, of another time, \
      with drafts, of a former revision, or as a release would make it. With document it also returns the document that \
      clients draw, with the frame of every item; ask for one section then, since a whole screen is long. preview_screen \
      shows what it looks like.
      """,
    arguments: [
      .feed, .width, .locale, .moment, .shownRelease, .drafts,
      .optional("revision", .count, "The screen of this former revision."),
      .optional("section", .line, "Only the section with this id."),
      .optional("document", .boolean, "Whether to return the document as well."),
    ],
    result: [
      .required("feed", .text()), .required("revision", .count), .required("locale", .text()),
      .required("width", .number(0...1e9)), .required("height", .number(0...1e9)),
      .required(
        "sections",
        .array(
          of: .object([
            .required("id", .text()), .required("kind", .text()), .required("title", .text()),
            .required("layout", .text()), .required("frame", .object([])),
            .required("item_ids", .array(of: .number1)), .required("has_more", .boolean),
          ]))),
      .optional(
        "errors", .array(of: .object([])), "The items that a layout cannot draw, and why not."),
      .optional("document", .object([]), "Of the screen, or of the section."),
    ],
    shorterAnswers: { arguments in
      (arguments.text("section") == nil ? ["one section"] : [])
        + (arguments.flag("document") ? ["it without the document"] : [])
    }
  ) { arguments, desk in
    let feed = arguments.text("feed") ?? Composition.homeFeed
    let screen = try await desk.read(
      ["feeds", feed],
      arguments.screen + [("revision", arguments.integer("revision").map(String.init))]
    ).document
    var sections = screen["sections"]?.elements ?? []
    if let id = arguments.text("section") {
      let known = sections.compactMap { $0["id"]?.string }
      sections = sections.filter { $0["id"]?.string == id }
      guard !sections.isEmpty else {
        throw ToolProblem("/section: expected one of \(known.joined(separator: ", ")), found \(id)")
      }
    }
    return ToolResult { object in
      object.member("feed", feed)
      object.member("revision", screen["revision"]?.integer ?? 0)
      object.member("locale", screen["locale"]?.string ?? "")
      object.member("width", screen["content_size"]?["width"]?.number ?? 0)
      object.member("height", screen["content_size"]?["height"]?.number ?? 0)
      object.array("sections", sections) { $0.summary(ofSection: $1) }
      if let errors = screen["errors"] {
        object.member("errors", json: errors.bytes)
      }
      if arguments.flag("document") {
        object.member(
          "document", json: (arguments.text("section") == nil ? screen : sections[0]).bytes)
      }
    }
  }

  static let previewScreen = AssistantTool(
    "preview_screen", title: "Preview a screen as a picture",
    description: """
      Draws a screen, or one section of it, and returns a PNG picture of it on a device. It can be the screen of now, of \
      another time, with drafts, or as a release would make it, so that you can look at what you have prepared. A whole screen is long; ask \
      for one section to see details. Pictures that are not photos of the database have stand-ins with the id of the item.
      """,
    arguments: [
      .feed, .optional("section", .line, "Only the section with this id."), .width, .locale,
      .moment, .shownRelease, .drafts,
      .optional("scale", .number(AssistantDesk.scales), "Pixels for each point; 1 by default."),
      .optional("dark", .boolean, "Whether to use the colours of dark surroundings."),
      .optional(
        "sheet", .boolean,
        "Whether to show measurements, and what scrolls sideways beyond the edge of the screen, beside the device."
      ),
      .optional("explain", .boolean, "Whether to say over each item why it is where it is."),
      .optional("photos", .boolean, "Whether to show the photos of the database; true by default."),
    ],
    result: [
      .required("feed", .text()), .required("width", .number(0...1e9), "Of the screen, in points."),
      .required("sections", .array(of: .text()), "The ids of the sections in the picture."),
      .required("picture_width", .number1, "In pixels."),
      .required("picture_height", .number1, "In pixels."),
    ]
  ) { arguments, desk in
    var document = try await desk.document(of: arguments.screenRequest())
    if let id = arguments.text("section") {
      guard let section = document.sections.first(where: { $0.id == id }) else {
        let known = document.sections.map(\.id).joined(separator: ", ")
        throw ToolProblem("/section: expected one of \(known), found \(id)")
      }
      document = document.only(section)
    }
    var options = SVGPreview.Options()
    (options.isDark, options.explains) = (arguments.flag("dark"), arguments.flag("explain"))
    let png = try await desk.picture(
      of: document, options, isSheet: arguments.flag("sheet"),
      showsPhotos: arguments.tree["photos"]?.flag ?? true, scale: arguments.number("scale") ?? 1)
    guard let size = AssistantDesk.size(ofPNG: png) else {
      throw ToolProblem("no picture was made")
    }
    let drawn = document
    var result = ToolResult { object in
      object.member("feed", drawn.feed)
      object.member("width", drawn.viewport.width)
      object.array("sections", drawn.sections) { $0.value($1.id) }
      object.member("picture_width", size.width)
      object.member("picture_height", size.height)
    }
    result.picture = png
    return result
  }
}

extension JSONWriter {
  /// The summary of a section of a document.
  fileprivate mutating func summary(ofSection section: JSONTree) {
    object { object in
      for name in ["id", "kind", "title"] { object.member(name, section[name]?.string ?? "") }
      object.member("layout", section["layout"]?["type"]?.string ?? "")
      object.member("frame", json: (section["frame"] ?? .null).bytes)
      object.array("item_ids", section["items"]?.elements ?? []) {
        $0.value($1["id"]?.integer ?? 0)
      }
      object.member("has_more", section["next"]?.string != nil)
    }
  }
}

extension AssistantDesk {
  /// The width and height that the header of a PNG says, in pixels; `nil` for what is no PNG.
  static func size(ofPNG bytes: [UInt8]) -> (width: Int, height: Int)? {
    guard bytes.count > 24, bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return nil }
    func number(at index: Int) -> Int { bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) } }
    return (number(at: 16), number(at: 20))
  }
}
