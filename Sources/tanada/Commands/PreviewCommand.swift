import ArgumentParser
import FeedModel
import FeedPreview
import FeedPublisher
import FeedStoreSQLite
import StrictJSON

/// `tanada preview [SECTION]`
struct PreviewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Draw a screen, or one section of it.",
    discussion: "With --at or --drafts it is the screen that an editor's preview shows.")

  /// The output formats of a preview.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case terminal, svg, json
  }

  @Argument(help: ArgumentHelp("A section's id (default: the whole screen).", valueName: "section"))
  var section: String?

  @Option(help: ArgumentHelp("The feed to draw (default: home).", valueName: "name"))
  var feed = Composition.homeFeed

  @Option(
    help: ArgumentHelp(
      "Draw it as of this time (default: as it is served).", valueName: "time"),
    transform: Timestamp.argument)
  var at: Timestamp?

  @Flag(help: "Also draw drafts.")
  var drafts = false

  @OptionGroup var viewport: ViewportOptions

  @Option(
    help: ArgumentHelp(
      "\(Format.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "format"))
  var format = Format.terminal

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write (default: standard output).", valueName: "file"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "The number of columns of the terminal format (default: those of the terminal, or 80).",
      valueName: "count"))
  var columns: Int?

  @OptionGroup var options: SettingsOptions

  func validate() throws {
    if let columns, !TerminalPreview.supportedColumns.contains(columns) {
      let bounds = TerminalPreview.supportedColumns
      throw ValidationError(
        "--columns: expected \(bounds.lowerBound) to \(bounds.upperBound), found \(columns)")
    }
  }

  func run() async throws {
    let settings = try await options.settings()
    let store = try SQLiteFeedStore(path: settings.database, createsFile: false)
    let content = try await store.feed(
      named: feed, at: at ?? (drafts ? Clock.now() : nil), includesDrafts: drafts, settings)
    let (screen, failures) = content.document(for: try viewport.viewport())
    for failure in content.failures + failures {
      Console.message("warning: \(failure.section): \(failure.reason)")
    }
    let document = try section.map { try screen.only(section: $0) } ?? screen
    try Console.write(render(document), to: output)
    try store.close()
  }

  private func render(_ document: FeedDocument) -> [UInt8] {
    switch format {
    case .json: json(document) + [UInt8(ascii: "\n")]
    case .svg: Array(SVGPreview(document).render().utf8)
    case .terminal: Array(terminal(document).utf8)
    }
  }

  /// Coloured only on a terminal.
  private func terminal(_ document: FeedDocument) -> String {
    let isForTerminal = output == nil && Console.outputHasColor
    return TerminalPreview(
      document, columns: columns ?? Console.columns, style: isForTerminal ? .color : .plain
    ).render()
  }

  /// The JSON that clients get: the screen, or the first page of the section.
  private func json(_ document: FeedDocument) -> [UInt8] {
    JSONWriter.encode { writer in
      if section != nil, let only = document.sections.first {
        SectionPage(whole: only, of: document).write(to: &writer)
      } else {
        document.write(to: &writer)
      }
    }
  }
}

extension FeedDocument {
  /// The screen with one section only, at its place on the whole screen.
  fileprivate func only(section id: String) throws -> FeedDocument {
    guard let section = sections.first(where: { $0.id == id }) else {
      throw Failure.unknownSection(id, feed: feed, known: sections.map(\.id))
    }
    return FeedDocument(
      feed: feed, revision: revision, generatedAt: generatedAt, expiresAt: expiresAt,
      viewport: viewport, sections: [section])
  }
}
