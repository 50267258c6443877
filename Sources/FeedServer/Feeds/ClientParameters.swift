import DocumentSchemas
import FeedHTTP
import FeedModel
import FeedPublisher
import HTTPTypes
import HummingbirdCore
import LayoutCatalog

/// The facts about a client in a query.
extension Request {
  /// The names of the parameters of ``client()``.
  static let clientParameters = ["platform", "app_version", "audience", "key"]
  /// The names of the parameters of ``previewedClient()``.
  static let clientPreviewParameters = ["platform", "app_version", "audience", "share"]

  /// The most characters of a key.
  private static let maximumKeyLength = 256

  /// The client that asks: `platform`, `app_version`, `audience` (names separated by commas) and its `key`.
  func client() throws -> ClientFacts {
    var client = try facts()
    if let key = try parameter("key") {
      guard key.unicodeScalars.count <= Self.maximumKeyLength else {
        throw Problem.invalidParameter(
          "key", expected: "at most \(Self.maximumKeyLength) characters", found: key.quotedExcerpt)
      }
      client.bucket = .key(key)
    }
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
    if let platform = try parameter("platform") {
      guard PlainName.isValid(platform) else {
        throw Problem.invalidParameter(
          "platform", expected: PlainName.form, found: platform.quotedExcerpt)
      }
      client.platform = platform
    }
    // A version that cannot be read meets no condition: an app must not lose its screen for it.
    client.appVersion = try parameter("app_version").flatMap { try? AppVersion($0) }
    let audiences = try parameter("audience")?.split(separator: ",").map(String.init) ?? []
    guard audiences.count <= Targeting.maximumNameCount, audiences.allSatisfy(PlainName.isValid)
    else {
      throw Problem.invalidParameter(
        "audience",
        expected: "at most \(Targeting.maximumNameCount) names separated by commas",
        found: try parameter("audience")?.quotedExcerpt ?? "nothing")
    }
    client.audiences = Set(audiences)
    return client
  }
}

extension Operation.Parameter {
  static let variant = query(
    "variant", .text(), "The variant that `GET /v1/feeds/{feed}/variant` has named.")

  /// The facts about a client that asks for its variant.
  static let client =
    facts + [
      query(
        "key", .text(length: 0...256), "Any text that stays the same, for shares of all clients.")
    ]

  /// The facts about a client of a preview.
  static let previewedClient =
    facts + [
      query("share", .number(0...1), "The place of the client among all, for previews of shares.")
    ]

  private static let facts = [
    query(
      "platform", .text(pattern: PlainName.pattern), "The platform: ios, android, web or another."),
    query("app_version", .text(), "The version of the app, such as 3.10.1."),
    query("audience", .text(), "The audiences that the reader belongs to, separated by commas."),
  ]
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
        status: .gone, code: "variant_gone", title: "Variant gone",
        detail: "the feed has no such variant any more; ask again at \(path)")
    }
    return variant
  }
}
