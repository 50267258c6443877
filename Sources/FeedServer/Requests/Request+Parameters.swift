import FeedHTTP
import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import HTTPTypes
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
      direction: try choice("direction"),
      version: try maximumVersion())
  }

  /// The newest version of documents that the client draws: the query's `max_version`, or the newest one there is.
  func maximumVersion() throws -> Int {
    let version = try parameter("max_version", expected: "a whole number of at least 1") { text in
      // A client may be newer than this server, whose numbers end somewhere.
      text.isDecimal && text.contains { $0 != "0" } ? Int(text) ?? .max : nil
    }
    return min(version ?? .max, DocumentVersion.newest)
  }

  /// The names of the parameters of ``screen()``, and the locale.
  static let screenParameters = ["width", "text_size", "direction", "locale", "max_version"]

  /// The locales that the reader asks for, in the query's `locale`; `nil` without it. Whatever it is, there is an answer.
  func askedLocales() throws -> AskedLocales? {
    try parameter("locale").map(AskedLocales.init(reading:))
  }

  /// The tag in the query parameter `name`, as an editor writes it; `nil` without one.
  func localeTag(_ name: String) throws -> LocaleTag? {
    try parameter(name, expected: LocaleTag.form, LocaleTag.init)
  }

  func limit(default: Int = NumberedPage.defaultLimit) throws -> Int {
    let bounds = NumberedPage.limits
    let expected = "a whole number from \(bounds.lowerBound) to \(bounds.upperBound)"
    return try parameter("limit", expected: expected) { text in
      text.isDecimal ? Int(text).flatMap { bounds.contains($0) ? $0 : nil } : nil
    } ?? `default`
  }

  /// The value of query parameter `name`; a repeated parameter is refused.
  func parameter(_ name: String) throws -> String? {
    let values = uri.queryParameters[values: Substring(name)]
    guard values.count < 2 else {
      throw Problem.repeatedParameter(name, count: values.count)
    }
    return values.first.map(String.init)
  }

  /// What `read` makes of query parameter `name`; `nil` if the parameter is missing.
  ///
  /// - Throws: ``Problem`` if the parameter is repeated, or `read` returns `nil`.
  func parameter<Value>(
    _ name: String, expected: @autoclosure () -> String, _ read: (String) throws -> Value?
  ) throws -> Value? {
    guard let text = try parameter(name) else { return nil }
    guard let value = try read(text) else {
      throw Problem.invalidParameter(name, expected: expected(), found: text.quotedExcerpt)
    }
    return value
  }

  /// The query's choice called `name`; `nil` if it is missing.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(_ name: String) throws -> Choice? {
    try parameter(
      name, expected: "one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))",
      Choice.init)
  }

  /// The Boolean query parameter `name`; false if it is missing.
  func flag(_ name: String) throws -> Bool {
    try parameter(name, expected: "true or false", Bool.init) ?? false
  }

  func moment() throws -> Timestamp? {
    try parameter("at", expected: "a time such as 2026-12-24T09:00:00Z") { Timestamp($0) }
  }

  /// The query's former `revision`, which viewers may read; `nil` for the newest one.
  func revision(allowedBy context: FeedRequestContext) throws -> Int? {
    guard let revision = try number("revision") else { return nil }
    try context.require(.viewer)
    return revision
  }

  func number(_ name: String) throws -> Int? {
    try parameter(name, expected: "a whole number") { $0.isDecimal ? Int($0) : nil }
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

  func requireNoParameters() throws {
    try requireParameters(among: [])
  }

  /// The names of the parameters of a preview, which is made of whole screens only.
  static let previewParameters: Set = ["at", "drafts", "release", "revision"]

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

  func traits(in locale: LocaleTag) -> ScreenTraits {
    ScreenTraits(
      viewport, textSize: textSize, direction: direction ?? locale.direction, version: version)
  }

  func traits(of feed: Feed, for reader: ReaderLocale) -> ScreenTraits {
    traits(in: feed.locale(for: reader))
  }
}

extension Request {
  static let clientParameters = ["platform", "app_version", "audience", "key"]
  static let clientPreviewParameters = ["platform", "app_version", "audience", "share"]

  private static let maximumKeyLength = 256

  /// The client that asks: `platform`, `app_version`, `audience` (names separated by commas) and its `key`.
  func client() throws -> ClientFacts {
    var client = try facts()
    let length = Self.maximumKeyLength
    let key = try parameter("key", expected: "at most \(length) characters") { key in
      key.unicodeScalars.count <= length ? key : nil
    }
    if let key { client.bucket = .key(key) }
    return client
  }

  /// The client for which a screen is previewed; `nil` if the query says nothing of one.
  func previewedClient() throws -> ClientFacts? {
    var client = try facts()
    if let text = try parameter("share") {
      client.bucket = .place(try text.number(in: 0...1, as: "share"))
    }
    return try Self.clientPreviewParameters.contains { try parameter($0) != nil } ? client : nil
  }

  private func facts() throws -> ClientFacts {
    var client = ClientFacts()
    client.platform = try parameter("platform", expected: PlainName.form) { name in
      PlainName.isValid(name) ? name : nil
    }
    // A version that cannot be read meets no condition: an app must not lose its screen for it.
    client.appVersion = try parameter("app_version").flatMap { try? AppVersion($0) }
    let count = Targeting.maximumNameCount
    let audiences = try parameter(
      "audience", expected: "at most \(count) names separated by commas"
    ) { text in
      let names = text.split(separator: ",").map(String.init)
      return names.count <= count && names.allSatisfy(PlainName.isValid) ? names : nil
    }
    client.audiences = Set(audiences ?? [])
    return client
  }
}

extension FeedPublisher {
  /// The variant of `feed`, in service in `publication`, that `name` stands for; `feed` itself without a name.
  ///
  /// - Throws: ``Problem`` for a variant that does not exist, or not any more.
  func feed(
    _ feed: Feed, inVariant name: String?, of publication: Publication,
    by work: WorkQueue, _ context: FeedRequestContext
  ) async throws -> Feed {
    guard let name else { return feed }
    if let known = knownVariant(name, of: feed) { return known }
    let made = try await work.run(for: context, taking: feed.makingByteCount) { _ in
      try await self.variant(name, of: feed, in: publication)
    }
    guard let variant = made else {
      let path = FeedRoutes.variantPath.replacing("{feed}", with: feed.name)
      throw Problem(
        status: .gone, code: "variant_gone",
        detail: "the feed has no such variant any more; ask again at \(path)")
    }
    return variant
  }
}
