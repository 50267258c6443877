import FeedEditing
import FeedHTTP
import FeedModel
import FeedServer
import FeedStore
import Foundation
import TestSupport
import Testing

/// The addresses that begin sessions.
@Suite(.server) struct InvitationTests {
  @Test func anInvitationBeginsOneSession() async throws {
    let path = try await server.invitation()
    let answer = try await server.get(path, ["Accept": "text/html"], is: 303)
    #expect(answer.header("Location") == "/studio")
    #expect(answer.header("Cache-Control") == "no-store")
    #expect(answer.header("Referrer-Policy") == "no-referrer")
    let cookie = try #require(answer.header("Set-Cookie"))
    #expect(
      cookie.wholeMatch(
        of: /tanada_session=tanada_[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/; Max-Age=43200/)
        != nil, "\(cookie)")

    // The address is worth nothing any more, with the cookie or without.
    let again = try await server.get(path, is: 410, code: "invitation_used")
    #expect(again.header("Set-Cookie") == nil)
    #expect(!again.text.contains(path.split(separator: "/")[2]))
  }

  @Test func anAdminInvites() async throws {
    let admin = try await server.bearer(.admin)
    let made = try await server.send(
      "POST", "/v1/invitations", admin, json: #"{"name":" Ben ","role":"contributor"}"#, is: 201)
    #expect(made.header("Cache-Control") == "no-store")
    let invitation = try made.object()
    #expect(Set(invitation.keys) == ["id", "name", "role", "path", "expires_at"])
    #expect(invitation["name"] as? String == "Ben")
    let path = try #require(invitation["path"] as? String)
    try await server.get(path, is: 303)
    let list = try await server.get("/v1/tokens", admin)
    let tokens = try list.items()
    #expect(tokens.compactMap { $0["type"] as? String } == ["token", "invitation", "session"])
    #expect(tokens[1]["last_used_at"] is String && tokens[1]["revoked_at"] is String)
    #expect(!list.text.contains(path))
    let wrong = try await server.send(
      "POST", "/v1/invitations", admin, json: #"{"name":"","role":"owner","expires_at":"1d"}"#)
    #expect(try wrong.pointers() == ["/name", "/role", "/expires_at"])
    try await server.send(
      "POST", "/v1/invitations", admin.with("Idempotency-Key", "a"),
      json: #"{"name":"Ben","role":"editor"}"#, is: 400)
  }

  @Test func anInvitationThatIsTooOldOrRevokedOrUnknownBeginsNone() async throws {
    let expired = try await server.invitation()
    server.clock.advance(by: .seconds(15 * 60))
    let revoked = try await server.invitation()
    try await server.store.write(at: server.clock.now) {
      _ = try $0.revokeToken(2, by: .commandLine)
    }
    let unknown = "/studio/invitations/tanada_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    for (path, status, code) in [
      (expired, 410, "invitation_expired"), (revoked, 410, "invitation_used"),
      (unknown, 404, "not_found"), ("/studio/invitations/x", 404, "not_found"),
    ] {
      for method in ["HEAD", "GET"] { try await server.send(method, path, is: status) }
      let answer = try await server.get(path)
      #expect(try answer.code() == code)
      #expect(answer.header("Set-Cookie") == nil)
      #expect(answer.header("Referrer-Policy") == "no-referrer")
      // A person sees the studio, which says what is wrong.
      let page = try await server.get(
        path, ["Accept": "text/html,*/*;q=0.8", "If-None-Match": "*"], is: status)
      #expect(page.header("Content-Type") == "text/html; charset=utf-8")
      #expect(page.header("Cache-Control") == "no-store")
      #expect(page.header("Referrer-Policy") == "no-referrer")
      #expect(page.header("Content-Security-Policy")?.contains("default-src 'none'") == true)
      #expect(page.text == (try await server.get("/studio").text))
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
    let path = try await server.invitation()
    let look = try await server.send(method, path, headers, is: status)
    #expect(look.header("Set-Cookie") == nil)
    #expect(look.header("Cache-Control") == "no-store")
    try await server.get(path, is: 303)
  }

  @Test func twoWhoOpenAnInvitationDoNotBothGetASession() async throws {
    let path = try await server.invitation()
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 1...8 { group.addTask { try await server.get(path).status } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.filter { $0 == 410 }.count == 7, "\(statuses)")
    #expect(try await server.store.read { try $0.tokens() }.count { $0.type == .session } == 1)
  }

  @Test(.server(logs: true)) func neitherTheLogNorAProblemHasTheSecret() async throws {
    let path = try await server.invitation()
    let secret = try #require(path.split(separator: "/").last)
    let spelt = "/studio/invitations/%74anada%5f" + secret.dropFirst(7)
    for target in [path, path, spelt, path + "?a=b", path + "/more"] {
      let answer = try await server.get(target, ["Accept": "application/json"])
      #expect(!answer.text.contains(secret.dropFirst(7)), "\(target)")
    }
    #expect(server.log.lines.count == 5)
    #expect(server.log.lines.allSatisfy { !$0.contains(secret.dropFirst(7)) })
  }
}

/// What a session sees is kept for nobody, and what is kept for everybody is not what a session sees.
@Suite struct SessionCachingTests {
  private static let list = "/v1/content/campaign_banners"

  private static func ids(_ response: RawResponse) throws -> [Int] {
    let object = try JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any]
    return (object?["result"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? Int }
  }

  @Test func draftsAreListedForASessionAndForNobodyElse() async throws {
    try await LiveServer.run(
      listens: true,
      prepare: { store, _ in
        try await store.write { transaction in
          _ = try transaction.setWindow(Window(isDraft: true), of: .campaignBanners, id: 3)
        }
      }
    ) { server in
      let session = try await server.session(.viewer)
      let cookie = "Cookie: theme=dark; \(session["Cookie"] ?? "")\r\n"
      func request(_ fields: String) -> String {
        "GET \(Self.list) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
      }
      // A session first, so that an answer to it would be the one that is kept.
      for _ in 0..<2 {
        let mine = try await server.responses(to: Array(repeating: request(cookie), count: 3))
        for response in mine {
          #expect(try Self.ids(response).contains(3))
          #expect(response.field("Cache-Control") == "private, no-store")
          #expect(response.field("Vary")?.contains("Cookie") == true)
        }
        let direct = try server.directCount()
        // Other cookies are no session's, and a session that is none is everybody.
        let dead = "Cookie: tanada_session=tanada_x\r\n"
        let others = try await server.responses(
          to: ["", "", "Cookie: theme=dark\r\n", dead, dead, ""].map(request))
        for response in others {
          #expect(try !Self.ids(response).contains(3))
          #expect(response.body == others[0].body)
          #expect(response.field("ETag") == others[0].field("ETag"))
          #expect(response.field("Cache-Control")?.hasPrefix("public") == true)
        }
        #expect(try server.directCount() > direct)
      }
    }
  }
}
