import FeedHTTP
import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import HTTPTypes
import HummingbirdCore

// MARK: - Lists and writes

extension Parameter {
  static let limit = query("limit", .integer(NumberedPage.limits), "The most items of a page.")

  static let cursor = query(
    "cursor", .text(), "Where the page begins; from the next URL of the previous page.")

  static let dryRun = query("dry_run", .boolean, "Dry run: check everything, but change nothing.")

  static let ifNoneMatch = header("If-None-Match", .text(), "The ETag of the client's copy.")

  static let idempotencyKey = header(
    "Idempotency-Key", .text(pattern: "^[ -~]*[!-~][ -~]*$", length: 1...255),
    "A key for the request, so that it is done only once even if it is repeated.")

  static let untranslated = query(
    "untranslated", .text(pattern: LocaleTag.pattern),
    "Only items that lack a text in this locale.", role: .viewer)

  static let revision = query(
    "revision", .integer(0...Int.max), "The content of this former revision.", role: .viewer)

  /// The precondition of a write, which `noun` has to meet.
  static func ifMatch(_ noun: String) -> Parameter {
    header("If-Match", .text(), "The ETag the \(noun) must have.")
  }

  /// The id in a path.
  static func id(_ noun: String) -> Parameter { path("id", .integer(1...Int.max), "The \(noun).") }
}

extension Request {
  /// The tag in `parameter`, as an editor writes it; `nil` without one.
  func localeTag(_ parameter: Parameter) throws -> LocaleTag? {
    try value(parameter, expected: LocaleTag.form, LocaleTag.init)
  }
}

// MARK: - Screens

extension Parameter {
  static let feed = path(
    "feed", .text(pattern: PlainName.pattern),
    "The feed: home, or another feed that has a composition.")

  static let width = query("width", .width, "The width of the viewport, in points; 390 by default.")

  static let textSize = query(
    "text_size", .number(TextSize.supported),
    "How large text is, as a share of its designed size; 1 by default.")

  static let direction = query(
    "direction", .oneText(of: LayoutDirection.allCases.map(\.rawValue)),
    "Which way the screen reads; by default that of the document's locale.")

  static let locale = query(
    "locale", .text(),
    "The locale of the reader, such as en-GB, or several as in Accept-Language, such as de-CH,en;q=0.8: each text is in "
      + "the nearest that the server has, or in the default locale. What cannot be read is noted in the document."
  )

  static let maximumVersion = query(
    // However long the number is: a client may be newer than this server.
    "max_version", .text(pattern: "^0*[1-9][0-9]*$"),
    "The newest version of documents that the client draws, a whole number of at least 1: a section that needs a "
      + "newer one comes as its fallback, or is left out. By default the newest.")

  static let variant = query(
    "variant", .text(), "The variant that `GET /v1/feeds/{feed}/variant` has named.")

  static let moment = query(
    "at", .moment, "The screen as it was or will be at this time; now by default.")

  static let drafts = query("drafts", .boolean, "Whether to preview drafts as well.")

  static let release = query(
    "release", .integer(1...Int.max),
    "The screen with a release as if it were published (requires a token of a viewer, or preview).")

  static let previewSignature = query(
    "preview", .text(), "The signature of a link to the preview of a release.")

  /// The parameters of previews, which are made of whole screens only.
  static let previews = ["at", "drafts", "release", "revision"].map { name in
    query(
      name, .text(),
      "no preview of a section; GET /v1/feeds/{feed}?\(name)=… shows the whole screen")
  }
}

extension Request {
  /// The screen to lay out: the query's `width`, `text_size`, `direction` and `max_version`.
  func screen() throws -> RequestedScreen {
    RequestedScreen(
      viewport: try Viewport(width: try number(.width) ?? Viewport.defaultWidth),
      textSize: try number(.textSize).map(TextSize.init) ?? .standard,
      direction: try choice(.direction), version: try newestVersion())
  }

  /// The newest version of documents that the client draws: the query's `max_version`, or the newest one there is.
  func newestVersion() throws -> Int {
    let version = try value(.maximumVersion, expected: "a whole number of at least 1") { text in
      // A client may be newer than this server, whose numbers end somewhere.
      text.isDecimal && text.contains { $0 != "0" } ? Int(text) ?? .max : nil
    }
    return min(version ?? .max, DocumentVersion.newest)
  }

  /// The locales that the reader asks for, in the query's `locale`; `nil` without it. Whatever it is, there is an answer.
  func askedLocales() throws -> AskedLocales? {
    try text(.locale).map(AskedLocales.init(reading:))
  }

  func moment() throws -> Timestamp? {
    try value(.moment, expected: "a time such as 2026-12-24T09:00:00Z") { Timestamp($0) }
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

// MARK: - Clients

extension Parameter {
  /// The facts about a client that asks for its variant.
  static let client = [platform, appVersion, audience, key]

  /// The facts about a client of a preview.
  static let previewedClient = [platform, appVersion, audience, share]

  fileprivate static let platform = query(
    "platform", .text(pattern: PlainName.pattern), "The platform: ios, android, web or another.")
  fileprivate static let appVersion = query(
    "app_version", .text(), "The version of the app, such as 3.10.1.")
  fileprivate static let audience = query(
    "audience", .text(), "The audiences that the reader belongs to, separated by commas.")
  fileprivate static let key = query(
    "key", .text(length: 0...256), "Any text that stays the same, for shares of all clients.")
  fileprivate static let share = query(
    "share", .number(0...1), "The place of the client among all, for previews of shares.")
}

extension Request {
  /// The client that asks: `platform`, `app_version`, `audience` (names separated by commas) and its `key`.
  func client() throws -> ClientFacts {
    var client = try facts()
    let key = try value(.key, expected: "at most 256 characters") { key in
      key.unicodeScalars.count <= 256 ? key : nil
    }
    if let key { client.bucket = .key(key) }
    return client
  }

  /// The client for which a screen is previewed; `nil` if the query says nothing of one.
  func previewedClient() throws -> ClientFacts? {
    var client = try facts()
    if let share = try number(.share) { client.bucket = .place(share) }
    return try Parameter.previewedClient.contains { try text($0) != nil } ? client : nil
  }

  private func facts() throws -> ClientFacts {
    var client = ClientFacts()
    client.platform = try value(.platform, expected: PlainName.form) { name in
      PlainName.isValid(name) ? name : nil
    }
    // A version that cannot be read meets no condition: an app must not lose its screen for it.
    client.appVersion = try text(.appVersion).flatMap { try? AppVersion($0) }
    let count = Targeting.maximumNameCount
    let audiences = try value(
      .audience, expected: "at most \(count) names separated by commas"
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
      let path = "/v1/feeds/\(feed.name)/variant"
      throw Problem(
        status: .gone, code: "variant_gone",
        detail: "the feed has no such variant any more; ask again at \(path)")
    }
    return variant
  }
}
