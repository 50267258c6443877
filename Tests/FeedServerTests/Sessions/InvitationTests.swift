import FeedEditing
import FeedHTTP
import FeedModel
import FeedServer
import FeedStore
import Foundation
import TestSupport
import Testing

/// The addresses that begin sessions.
@Suite struct InvitationTests {
  @Test func anInvitationBeginsOneSession() async throws {
    try await LocalServer.run { server in
      let path = try await server.invitation()
      let answer = try await server.client.get(path, headers: ["Accept": "text/html"])
      #expect(answer.status == 303)
      #expect(answer.header("Location") == "/studio")
      #expect(answer.header("Cache-Control") == "no-store")
      #expect(answer.header("Referrer-Policy") == "no-referrer")
      let cookie = try #require(answer.header("Set-Cookie"))
      #expect(
        cookie.wholeMatch(
          of: /tanada_session=tanada_[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/; Max-Age=43200/)
          != nil, "\(cookie)")

      // The address is worth nothing any more, with the cookie or without.
      let again = try await server.client.get(path)
      #expect(again.status == 410)
      #expect(try again.code() == "invitation_used")
      #expect(again.header("Set-Cookie") == nil)
      #expect(!again.text.contains(path.split(separator: "/")[2]))
    }
  }

  @Test func anAdminInvites() async throws {
    try await LocalServer.run { server in
      let admin = try await server.bearer(.admin)
      let made = try await server.send(
        "POST", "/v1/invitations", admin, json: #"{"name":" Ben ","role":"contributor"}"#)
      #expect(made.status == 201)
      #expect(made.header("Cache-Control") == "no-store")
      let invitation = try made.object()
      #expect(Set(invitation.keys) == ["id", "name", "role", "path", "expires_at"])
      #expect(invitation["name"] as? String == "Ben")
      let path = try #require(invitation["path"] as? String)
      #expect(try await server.client.get(path).status == 303)
      let list = try await server.client.get("/v1/tokens", headers: admin)
      let tokens = try #require(try list.object()["result"] as? [[String: Any]])
      #expect(
        tokens.compactMap { $0["type"] as? String } == ["token", "invitation", "session"])
      #expect(tokens[1]["last_used_at"] is String && tokens[1]["revoked_at"] is String)
      #expect(!list.text.contains(path))
      let wrong = try await server.send(
        "POST", "/v1/invitations", admin, json: #"{"name":"","role":"owner","expires_at":"1d"}"#)
      #expect(try wrong.pointers() == ["/name", "/role", "/expires_at"])
      let repeated = try await server.send(
        "POST", "/v1/invitations", admin.merging(["Idempotency-Key": "a"]) { $1 },
        json: #"{"name":"Ben","role":"editor"}"#)
      #expect(repeated.status == 400)
    }
  }

  @Test func anInvitationThatIsTooOldOrRevokedOrUnknownBeginsNone() async throws {
    try await LocalServer.run { server in
      let expired = try await server.invitation()
      server.clock.advance(by: .seconds(15 * 60))
      let revoked = try await server.invitation()
      _ = try await server.store.write(at: server.clock.now) {
        _ = try $0.revokeToken(2, by: .commandLine)
      }
      let unknown = "/studio/invitations/tanada_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      for (path, status, code) in [
        (expired, 410, "invitation_expired"), (revoked, 410, "invitation_used"),
        (unknown, 404, "not_found"), ("/studio/invitations/x", 404, "not_found"),
      ] {
        for method in ["HEAD", "GET"] {
          #expect(try await server.client.send(method, path).status == status)
        }
        let answer = try await server.client.get(path)
        #expect(try answer.code() == code)
        #expect(answer.header("Set-Cookie") == nil)
        #expect(answer.header("Referrer-Policy") == "no-referrer")
        // A person sees the studio, which says what is wrong.
        let page = try await server.client.get(
          path, headers: ["Accept": "text/html,*/*;q=0.8", "If-None-Match": "*"])
        #expect(page.status == status)
        #expect(page.header("Content-Type") == "text/html; charset=utf-8")
        #expect(page.header("Cache-Control") == "no-store")
        #expect(page.header("Referrer-Policy") == "no-referrer")
        #expect(page.header("Content-Security-Policy")?.contains("default-src 'none'") == true)
        #expect(page.text == (try await server.client.get("/studio").text))
      }
    }
  }

  /// Programs that look at a link, and browsers that load what somebody may open.
  @Test(arguments: [
    ("HEAD", [:], 303), ("GET", ["Sec-Purpose": "prefetch;prerender"], 503),
    ("GET", ["Purpose": "prefetch"], 503), ("HEAD", ["X-Moz": "prefetch"], 503),
  ])
  func nothingButOpeningUsesAnInvitation(
    method: String, headers: [String: String], status: Int
  ) async throws {
    try await LocalServer.run { server in
      let path = try await server.invitation()
      let look = try await server.client.send(method, path, headers: headers)
      #expect(look.status == status)
      #expect(look.header("Set-Cookie") == nil)
      #expect(look.header("Cache-Control") == "no-store")
      #expect(try await server.client.get(path).status == 303)
    }
  }

  @Test func twoWhoOpenAnInvitationDoNotBothGetASession() async throws {
    try await LocalServer.run { server in
      let path = try await server.invitation()
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 1...8 { group.addTask { try await server.client.get(path).status } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.filter { $0 == 410 }.count == 7, "\(statuses)")
      #expect(try await server.store.read { try $0.tokens() }.count { $0.type == .session } == 1)
    }
  }

  @Test func neitherTheLogNorAProblemHasTheSecret() async throws {
    let log = LogLines()
    try await LocalServer.run(
      configure: {
        $0.http.accessLog = AccessLog(clock: TestClock(SampleContent.committedAt)) {
          log.write($0)
        }
      }
    ) { server in
      let path = try await server.invitation()
      let secret = try #require(path.split(separator: "/").last)
      let spelt = "/studio/invitations/%74anada%5f" + secret.dropFirst(7)
      for target in [path, path, spelt, path + "?a=b", path + "/more"] {
        let answer = try await server.client.get(target, headers: ["Accept": "application/json"])
        #expect(!answer.text.contains(secret.dropFirst(7)), "\(target)")
      }
      #expect(log.lines.count == 5)
      #expect(log.lines.allSatisfy { !$0.contains(secret.dropFirst(7)) })
    }
  }
}
