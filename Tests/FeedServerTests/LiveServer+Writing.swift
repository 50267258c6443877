import FeedEditing
import FeedModel
import FeedStore
import FeedStoreSQLite
import Foundation
import TestSupport

extension LiveServer {
  /// Adds a token to the store and returns the header that shows it.
  func bearer(
    _ role: TokenRole, name: String = "Anna", expiresAt: Timestamp? = nil
  ) async throws -> [String: String] {
    let secret = TokenSecret(
      randomBytes: (0..<TokenSecret.byteCount).map { _ in UInt8.random(in: .min ... .max) })
    _ = try await store.write(at: SampleContent.committedAt) {
      try $0.issueToken(
        name: name, role: role, expiresAt: expiresAt, secret: secret, by: .commandLine)
    }
    return ["Authorization": "Bearer \(secret.text)"]
  }

  /// Sends JSON.
  func send(
    _ method: String, _ path: String, _ headers: [String: String] = [:], json: String? = nil
  ) async throws -> TestClient.Response {
    var headers = headers
    if json != nil, headers["Content-Type"] == nil {
      headers["Content-Type"] = "application/json"
    }
    return try await client.send(method, path, headers: headers, body: json.map { Data($0.utf8) })
  }
}

extension TestClient.Response {
  /// The first item of a result.
  func item() throws -> [String: Any] {
    (try object()["result"] as? [[String: Any]])?.first ?? [:]
  }

  /// The code of a problem.
  func code() throws -> String? { try object()["code"] as? String }

  /// The pointers of a problem's parts.
  func pointers() throws -> [String] {
    (try object()["errors"] as? [[String: Any]] ?? []).compactMap { $0["pointer"] as? String }
  }
}
