import FeedEditing
import FeedModel
import FeedStore
import TestSupport
import Testing

extension LiveServer {
  /// The origin of the server's own pages.
  var origin: String { port == 0 ? "http://localhost" : base }

  /// Adds an invitation to the store and returns its path.
  func invitation(_ role: TokenRole = .editor, name: String = "Anna") async throws -> String {
    let secret = TokenSecret(
      randomBytes: (0..<TokenSecret.byteCount).map { _ in UInt8.random(in: .min ... .max) })
    let now = clock.now
    _ = try await store.write(at: now) {
      try $0.invite(name: name, role: role, secret: secret, by: .commandLine)
    }
    return StudioAddress.invitation(secret)
  }

  /// Signs in and returns the header with the session's cookie, and what a page of the server sends with writes.
  func session(_ role: TokenRole, name: String = "Anna") async throws -> [String: String] {
    // Without a library between that follows redirects, and has cookies of its own.
    let answer = try await LocalClient(application: application)
      .get(try await invitation(role, name: name))
    let cookie = try #require(answer.header("Set-Cookie"))
    return ["Cookie": String(cookie.prefix { $0 != ";" }), "Origin": origin]
  }
}
