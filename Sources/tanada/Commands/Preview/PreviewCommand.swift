import ArgumentParser
import FeedLayout
import FeedModel
import FeedPhotos
import FeedPublisher
import FeedStore
import StrictJSON

struct PreviewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview", abstract: "Draw a screen, or one section of it.",
    discussion: """
      With --at, --drafts or --release it is the screen that an editor's preview shows, and with facts about a client \
      the one that such a client gets. Drawings show the \
      photos of the database, and stand-ins for other pictures.
      """)

  @Argument(help: .named("feed", "The feed to draw.")) var feed = Composition.homeFeed

  @Option(help: .named("id", "Draw this section alone (default: the whole screen)."))
  var section: String?

  @Option(
    help: .named("time", "Draw it as of this time (default: as it is served)."),
    transform: Timestamp.argument) var at: Timestamp?

  @Flag(help: "Also draw drafts.") var drafts = false

  @Option(help: .named("id", "Draw it as if this release were published; nothing is changed."))
  var release: Int?

  @OptionGroup var screen: ScreenOptions

  @OptionGroup var client: ClientOptions

  @OptionGroup var drawing: DrawingOptions

  @Option(
    name: .shortAndLong, help: .named("file", "The file to write (default: standard output)."))
  var output: String?

  @OptionGroup var options: SettingsOptions

  func run() async throws {
    // 1. The documents, one for each width.
    let settings = try await options.settings(drawing.photos.flags)
    let (documents, shown) = try await settings.withStore(createsFile: false) { store in
      let content = try await content(of: store, settings)
      var documents: [Screen] = []
      let reader = screen.locale.reader(settings)
      let screens = try screen.traits(
        widths: drawing.compare?.values, for: content.locale(for: reader))
      for (index, traits) in screens.enumerated() {
        let (document, failures) = content.document(for: traits, in: reader)
        for failure in index == 0 ? content.failures + failures : [] {
          Console.message("warning: \(failure.section): \(failure.reason)")
        }
        for error in index == 0 ? document.errors : [] { Console.message("warning: \(error)") }
        if let section, content.leavesOut(section, for: traits) {
          throw Failure(
            "\(section): this section of the \(feed) feed is left out for clients that draw documents "
              + "up to version \(traits.version)")
        }
        documents.append(try section.map { try document.only(section: $0) } ?? document)
      }
      // 2. Their pictures.
      var shown = drawing.options
      if drawing.showsPictures {
        shown.pictures = await settings.drawnPictures(of: documents)
      }
      return (documents, shown)
    }
    // 3. The drawing.
    try Console.write(
      await render(documents, shown, settings), to: output, isDrawn: drawing.format == .terminal)
  }

  private func content(of store: any FeedStore, _ settings: Settings) async throws -> Feed {
    guard let release else {
      return try await store.feed(
        named: feed, at: at ?? (drafts ? Clock.now() : nil), includesDrafts: drafts,
        client: client.client, settings)
    }
    return try await store.feed(
      named: feed, withRelease: release, at: at, includesDrafts: drafts, client: client.client,
      settings)
  }

  private func render(
    _ documents: [Screen], _ shown: SVGPreview.Options, _ settings: Settings
  ) async throws -> [UInt8] {
    switch drawing.format {
    case .json: json(documents[0]) + [UInt8(ascii: "\n")]
    case .terminal: Array(terminal(documents[0]).utf8)
    case .html: Array(HTMLPreview(documents, shown).render().utf8)
    case .svg: Array(Self.svg(documents, shown).text.utf8)
    case .png: try await png(Self.svg(documents, shown), settings)
    }
  }

  private static func svg(
    _ documents: [Screen], _ shown: SVGPreview.Options
  ) -> (text: String, size: Size) {
    if documents.count == 1 {
      let preview = SVGPreview(documents[0], shown)
      return (preview.render(), preview.size)
    }
    let preview = ComparisonPreview(documents, shown)
    return (preview.render(), preview.size)
  }

  private func png(
    _ svg: (text: String, size: Size), _ settings: Settings
  ) async throws -> [UInt8] {
    let side = max(svg.size.width, svg.size.height)
    guard side * drawing.scale <= VectorDrawing.largestSide else {
      throw tooLarge(Int(side.rounded(.up)))
    }
    return try await settings.drawn(.draw(VectorDrawing(svg: svg.text), scale: drawing.scale))
  }

  /// The failure of a drawing that is `side` points long, and how to draw it: at a scale that there is, or fewer points.
  private func tooLarge(_ side: Int) -> Failure {
    let limit = VectorDrawing.largestSide
    let largest = (limit / Double(side) * 100).rounded(.down) / 100
    let choices =
      (VectorDrawing.scales.contains(largest)
        ? ["a --scale of at most \(NumberText.shortest(largest))"] : [])
      + (section == nil ? ["one section"] : [])
    let advice = choices.isEmpty ? "" : "; choose " + choices.joined(separator: ", or ")
    return Failure(
      "the drawing is \(side) points long: at \(NumberText.shortest(drawing.scale)) pixels each, that "
        + "is more than the \(Int(limit)) of a picture" + advice)
  }

  /// Coloured only on a terminal.
  private func terminal(_ document: Screen) -> String {
    let isForTerminal = output == nil && Console.outputHasColor
    return TerminalPreview(
      document, columns: drawing.columns ?? Console.columns, style: isForTerminal ? .color : .plain
    ).render()
  }

  /// The JSON that clients get: the screen, or the first page of the section.
  private func json(_ document: Screen) -> [UInt8] {
    JSONWriter.encode { writer in
      if section != nil, let only = document.sections.first {
        document.writePage(of: only, to: &writer)
      } else {
        document.write(to: &writer)
      }
    }
  }
}

extension Screen {
  /// The screen with one section only, at its place on the whole screen.
  fileprivate func only(section id: String) throws -> Screen {
    guard let section = sections.first(where: { $0.id == id }) else {
      let known = sections.map(\.id).joined(separator: ", ")
      throw Failure("\(id): the \(feed) feed has no such section; expected one of \(known)")
    }
    return only(section)
  }
}
