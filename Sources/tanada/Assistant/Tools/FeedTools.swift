import FeedModel
import StrictJSON

extension AssistantTool {
  static let listFeeds = AssistantTool(
    "list_feeds", title: "List feeds",
    description: """
      Lists the feeds, which are screens, with the number of their sections, and the locales that readers are served in, \
      the default one first.
      """,
    arguments: [.cursor],
    result: [
      .required(
        "feeds",
        .array(
          of: .object([
            .required("feed", .text()), .required("sections", Schema.count.orNull),
          ]))), .required("locales", .array(of: .text())), .nextCursor,
    ]
  ) { arguments, desk in
    let answer = try await desk.read(["feeds"])
    let feeds = answer.document["feeds"]?.elements ?? []
    let page = try SizedPage(of: feeds.map(\.bytes), for: arguments)
    return ToolResult { object in
      object.member("locales", json: answer.member("locales"))
      object.page("feeds", page)
    }
  }

  static let getComposition = AssistantTool(
    "get_composition", title: "Get the composition of a feed",
    description: """
      Returns what a feed is made of: its sections in their order, each with its kind, title, layout, source (which items) \
      and visibility, as editors wrote it, and its etag. Read it before you change a feed: an operation "compose" of \
      add_to_release replaces the whole composition, so send all sections back with your change.
      """,
    arguments: [.feed],
    result: [.required("composition", .object([])), .entityTag]
  ) { arguments, desk in
    let feed = arguments.text("feed") ?? Composition.homeFeed
    let answer = try await desk.read(["feeds", feed, "composition"])
    return ToolResult { object in
      object.member("composition", json: answer.document.bytes)
      object.member("etag", answer.entityTag ?? "")
    }
  }

  static let listLayouts = AssistantTool(
    "list_layouts", title: "List layouts and cells",
    description: """
      Lists the layouts that a section of a composition can have, such as shelf or staggered_grid, and the cells that can \
      be drawn in them, with the roles that each cell shows. With layout it returns the options of that layout.
      """,
    arguments: [.optional("layout", .line, "A layout, to get its options.")],
    result: [
      .required(
        "layouts",
        .array(of: .object([.required("type", .text()), .required("abstract", .text())]))),
      .required("cells", .array(of: .object([.required("name", .text())]))),
    ]
  ) { arguments, desk in
    let answer = try await desk.read(["layouts"])
    var layouts = answer.document["layouts"]?.elements ?? []
    let asked = arguments.text("layout")
    if let asked {
      let names = layouts.compactMap { $0["type"]?.string }
      layouts = layouts.filter { $0["type"]?.string == asked }
      guard !layouts.isEmpty else {
        throw ToolProblem(
          "/layout: expected one of \(names.joined(separator: ", ")), found \(asked)")
      }
    }
    let cells = (answer.document["cells"]?.elements ?? []).filter { cell in
      asked == nil || cell["layouts"]?.elements?.contains { $0.string == asked } == true
    }
    return ToolResult { object in
      object.array("layouts", layouts) { writer, layout in
        guard asked == nil else { return writer.raw(layout.bytes) }
        writer.object { object in
          object.member("type", layout["type"]?.string ?? "")
          object.member("abstract", layout["abstract"]?.string ?? "")
        }
      }
      object.array("cells", cells) { $0.raw($1.bytes) }
    }
  }
}
