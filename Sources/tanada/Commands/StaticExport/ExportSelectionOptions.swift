import ArgumentParser
import FeedLayout
import FeedModel
import FeedPublisher

/// The options of `tanada export-static` for what is exported.
struct ExportSelectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The feeds, separated by commas (all).", valueName: "feeds"),
    transform: { try Self.list($0, of: PlainName.form) { PlainName.isValid($0) ? $0 : nil } })
  var feeds: [String]?

  @Option(
    help: ArgumentHelp(
      "The widths of screens in points, separated by commas (those of common devices).",
      valueName: "widths"),
    transform: { text in
      try Self.list(text, of: "widths from 200 to 4096") { part in
        Double(part).flatMap { try? Viewport(width: $0) }?.width
      }
    })
  var widths: [Double]?

  @Option(
    help: ArgumentHelp(
      "The locales of readers, separated by commas (those of the setting locales).",
      valueName: "locales"),
    transform: { try Self.list($0, of: LocaleTag.form) { LocaleTag($0) } })
  var locales: [LocaleTag]?

  @Option(
    name: .customLong("variants"), parsing: .singleValue,
    help: ArgumentHelp(
      "Also the variant of clients such as platform=ios&audience=members; may be repeated (none).",
      valueName: "client"))
  var clients: [String] = []

  @Option(
    help: ArgumentHelp(
      "How many pages behind the first screen are written of each section.", valueName: "count"))
  var pages = 2

  func validate() throws {
    guard (0...1_000).contains(pages) else {
      throw ValidationError("--pages: expected 0 to 1000, found \(pages)")
    }
    for client in clients {
      // Beyond these, the server says what is wrong.
      guard client.wholeMatch(of: /[A-Za-z0-9_.,~%=&-]+/) != nil else {
        throw ValidationError(
          "--variants: expected a query such as platform=ios&audience=members, found \(client)")
      }
    }
  }

  /// The choice, with the settings for what was not chosen.
  func selection(with settings: Settings) -> ExportSelection {
    ExportSelection(
      feeds: feeds, widths: widths ?? Viewport.common.map(\.width),
      locales: locales ?? settings.locales.all,
      clients: clients, pageCount: pages, defaultWidth: Viewport.defaultWidth,
      server: settings.publicURL)
  }

  /// The values of a list with commas.
  ///
  /// - Parameter form: the form of its values, in words.
  private static func list<Value>(
    _ text: String, of form: String, _ read: (String) -> Value?
  ) throws -> [Value] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      guard let value = read(String(part)) else {
        throw ValidationError("expected \(form), found '\(part)'")
      }
      return value
    }
  }
}
