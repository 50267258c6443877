import FeedHTTP
import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import HummingbirdCore
import LayoutCatalog

extension Request {
  /// The viewport of the query's `width`, or of the default width.
  func viewport() throws -> Viewport {
    let width = try parameter("width")?.number(in: Viewport.supportedWidths, as: "width")
    return try Viewport(width: width ?? Viewport.defaultWidth)
  }

  /// The screen to lay out: the query's `width`, `text_size`, `direction` and `max_version`.
  func screen() throws -> RequestedScreen {
    let share = try parameter("text_size")?.number(in: TextSize.supported, as: "text_size")
    return RequestedScreen(
      viewport: try viewport(), textSize: try share.map(TextSize.init) ?? .standard,
      direction: try parameter("direction") == nil
        ? nil : choice("direction", or: LayoutDirection.leftToRight),
      version: try maximumVersion())
  }

  /// The newest version of documents that the client draws: the query's `max_version`, or the newest one there is.
  func maximumVersion() throws -> Int {
    guard let text = try parameter("max_version") else { return DocumentVersion.newest }
    // A client may be newer than this server.
    guard text.isDecimal, text.contains(where: { $0 != "0" }) else {
      throw Problem.invalidParameter(
        "max_version", expected: "a whole number of at least 1", found: text.quotedExcerpt)
    }
    return min(Int(text) ?? DocumentVersion.newest, DocumentVersion.newest)
  }

  /// The names of the parameters of ``screen()``, and the locale.
  static let screenParameters = ["width", "text_size", "direction", "locale", "max_version"]

  /// The locales that the reader asks for, in the query's `locale`; `nil` without it. Whatever it is, there is an answer.
  func askedLocales() throws -> AskedLocales? {
    try parameter("locale").map(AskedLocales.init(reading:))
  }

  /// The tag in the query parameter `name`, as an editor writes it; `nil` without one.
  func localeTag(_ name: String) throws -> LocaleTag? {
    guard let text = try parameter(name) else { return nil }
    guard let tag = LocaleTag(text) else {
      throw Problem.invalidParameter(
        name, expected: LocaleTag.form, found: text.quotedExcerpt)
    }
    return tag
  }

  /// The query's `limit`, or `default`.
  func limit(default: Int) throws -> Int {
    guard let text = try parameter("limit") else { return `default` }
    guard text.isDecimal, let limit = Int(text), PageLimit.allowed.contains(limit) else {
      let bounds = PageLimit.allowed
      throw Problem.invalidParameter(
        "limit", expected: "a whole number from \(bounds.lowerBound) to \(bounds.upperBound)",
        found: text.quotedExcerpt)
    }
    return limit
  }

  /// The value of query parameter `name`; a repeated parameter is refused.
  func parameter(_ name: String) throws -> String? {
    let values = uri.queryParameters[values: Substring(name)]
    guard values.count < 2 else {
      throw Problem.repeatedParameter(name, count: values.count)
    }
    return values.first.map(String.init)
  }

  /// The query's choice called `name`, or `fallback`.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, or fallback: Choice
  ) throws -> Choice {
    try choice(name) ?? fallback
  }

  /// The query's choice called `name`; `nil` if it is missing.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(_ name: String) throws -> Choice? {
    guard let text = try parameter(name) else { return nil }
    guard let choice = Choice(rawValue: text) else {
      let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw Problem.invalidParameter(name, expected: "one of \(names)", found: text.quotedExcerpt)
    }
    return choice
  }

  /// The query's former `revision`, which viewers may read; `nil` for the newest one.
  func revision(allowedBy context: FeedRequestContext) throws -> Int? {
    guard let revision = try number("revision") else { return nil }
    try context.require(.viewer)
    return revision
  }

  /// The whole number in query parameter `name`.
  func number(_ name: String) throws -> Int? {
    guard let text = try parameter(name) else { return nil }
    guard text.isDecimal, let number = Int(text) else {
      throw Problem.invalidParameter(
        name, expected: "a whole number", found: text.quotedExcerpt)
    }
    return number
  }

  /// All query parameters; a repeated one is refused, empty ones are ignored.
  func parameters() throws -> [String: String] {
    var texts: [String: String] = [:]
    for (name, value) in uri.queryParameters where !(name.isEmpty && value.isEmpty) {
      guard texts.updateValue(String(value), forKey: String(name)) == nil else {
        throw Problem.repeatedParameter(
          String(name), count: uri.queryParameters[values: name].count)
      }
    }
    return texts
  }

  /// Refuses query parameters other than `names`, and repeated ones: a misspelt parameter must not be
  /// treated as a missing one.
  func requireParameters(among names: [String]) throws {
    for name in try parameters().keys.sorted() where !names.contains(name) {
      throw Problem.unknownParameter(
        name,
        expected: names.isEmpty ? "no parameters" : "one of \(names.joined(separator: ", "))")
    }
  }

  /// Refuses all query parameters.
  func requireNoParameters() throws {
    try requireParameters(among: [])
  }

  /// The names of the parameters of a preview, which is made of whole screens only.
  static let previewParameters: Set = ["at", "drafts", "release", "revision"]

  /// Refuses the parameters of a preview.
  func requireNoPreview() throws {
    for name in Self.previewParameters.sorted()
    where uri.queryParameters[Substring(name)] != nil {
      throw Problem.unknownParameter(
        name,
        expected: "no preview of a section; GET /v1/feeds/{feed}?\(name)=… shows the whole screen")
    }
  }
}

/// The screen that a request is for.
struct RequestedScreen: Sendable {
  let viewport: Viewport
  let textSize: TextSize
  /// `nil` for that of the document's locale.
  let direction: LayoutDirection?
  /// The newest version of documents that the client draws; inside `DocumentVersion.all`.
  let version: Int

  /// The traits for a document in `locale`.
  func traits(in locale: LocaleTag) -> ScreenTraits {
    ScreenTraits(
      viewport, textSize: textSize, direction: direction ?? locale.direction, version: version)
  }

  /// The traits of `feed` for `reader`.
  func traits(of feed: Feed, for reader: ReaderLocale) -> ScreenTraits {
    traits(in: feed.locale(for: reader))
  }
}

/// The limits on the number of items of a page.
enum PageLimit {
  static let allowed = 1...1_000
  static let `default` = 100
}
