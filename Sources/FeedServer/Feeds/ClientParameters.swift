import FeedHTTP
import FeedModel
import FeedPublisher
import HTTPTypes
import HummingbirdCore
import LayoutCatalog

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
