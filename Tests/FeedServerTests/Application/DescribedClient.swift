import FeedModel
import FeedServer
import FeedStore
import Foundation
import Synchronization
import TestSupport
import Testing

/// Passes requests on, and compares every JSON answer with its description in `/openapi.json`: what is not described
/// there fails the test that asked, with its JSON Pointer.
struct DescribedClient: ServerClient {
  let client: any ServerClient
  let application: FeedApplication
  let store: any FeedStore

  /// Whether answers are not compared, see ``withoutDescription(_:)``.
  @TaskLocal private static var isExempt = false

  /// Sends requests whose answers the description does not speak of: what damaged data or another version has left
  /// behind, and what depends on which of two definitions a kind had at that moment.
  static func withoutDescription<Answer>(
    _ body: () async throws -> Answer
  ) async rethrows -> Answer {
    try await $isExempt.withValue(true, operation: body)
  }

  func send(
    _ method: String, _ path: String, headers: [String: String], body: Data?
  ) async throws -> TestClient.Response {
    let before = try? await store.kinds()
    let response = try await client.send(method, path, headers: headers, body: body)
    guard !Self.isExempt, let mediaType = response.jsonMediaType else { return response }
    let after = try? await store.kinds()
    // A damaged database has the kinds that it was made with.
    let described = Set([before, after].compactMap(\.self))
    let mistakes = try (described.isEmpty ? [.standard] : described).map { kinds in
      try Descriptions.of(application, kinds: kinds).mistakes(
        in: response.body, of: method, path.canonical, status: response.status,
        mediaType: mediaType)
    }
    // A test may change the kinds meanwhile: either description will do.
    if !mistakes.contains([]), let lines = mistakes.first {
      Issue.record(
        "\(method) \(path) is not as described:\n\(lines.prefix(10).joined(separator: "\n"))")
    }
    return response
  }
}

extension TestClient.Response {
  /// The media type of an uncompressed JSON body; `nil` for any other body.
  fileprivate var jsonMediaType: String? {
    let type = header("content-type")?.prefix { $0 != ";" }
    guard let type, type.hasSuffix("json"), !type.hasSuffix("ndjson"), !body.isEmpty,
      header("content-encoding") == nil
    else { return nil }
    return String(type)
  }
}

extension String {
  /// The path as the description writes it: names of layouts may have hyphens, and all of it percent-encoded bytes.
  fileprivate var canonical: String {
    let path = String(prefix { $0 != "?" })
    let decoded = path.removingPercentEncoding ?? path
    return decoded.hasPrefix("/v1/layouts/") ? decoded.replacing("-", with: "_") : decoded
  }
}

/// The descriptions that were read, by the kinds in them.
enum Descriptions {
  private static let read = Mutex<[ContentKinds: APIDescription]>([:])

  /// The description of `application` with `kinds`, which is the same for every application.
  static func of(_ application: FeedApplication, kinds: ContentKinds) throws -> APIDescription {
    if let known = read.withLock({ $0[kinds] }) { return known }
    let description = APIDescription(application, kinds: kinds)
    read.withLock { $0[kinds] = description }
    return description
  }
}
