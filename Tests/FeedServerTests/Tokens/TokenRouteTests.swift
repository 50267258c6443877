import FeedModel
import FeedServer
import FeedStore
import Foundation
import Testing
import TestSupport

@Suite struct TokenRouteTests {
  @Test(.server) func anAdminMakesListsAndRevokesTokens() async throws {
    let admin = try await server.bearer(.admin)
    let created = try await server.send(
      "POST", "/v1/tokens", admin, json: #"{"name":" Ben ","role":"editor","expires_at":"30d"}"#,
      is: 201)
    #expect(created.header("Cache-Control") == "no-store")
    let token = try created.object()
    #expect(token["name"] as? String == "Ben")
    #expect(token["role"] as? String == "editor")
    let expires = Timestamp(
      millisecondsSince1970: SampleContent.committedAt.millisecondsSince1970 + 30 * 86_400_000)
    #expect(token["expires_at"] as? String == expires.rfc3339)
    let secret = try #require(token["secret"] as? String)
    let id = try #require(token["id"] as? Int)

    let ben = ["Authorization": "bearer  \(secret)"]
    try await server.get("/v1/feeds/home", ben, is: 200)
    let list = try await server.get("/v1/tokens", admin)
    #expect(list.header("Cache-Control") == "no-store")
    #expect(!list.text.contains(secret))
    let tokens = try list.items()
    #expect(tokens.compactMap { $0["name"] as? String } == ["Anna", "Ben"])
    #expect(
      tokens.allSatisfy {
        Set($0.keys) == [
          "id", "type", "name", "role", "created_at", "expires_at", "last_used_at", "revoked_at",
        ]
      })

    for _ in 1...2 { try await server.send("DELETE", "/v1/tokens/\(id)", admin, is: 204) }
    try await server.get("/v1/feeds/home", ben, is: 401)
    try await server.send("DELETE", "/v1/tokens/99", admin, is: 404)

    let audit = try await server.get("/v1/audit?subject=tokens/\(id)", admin)
    let entries = try audit.items()
    #expect(entries.compactMap { $0["action"] as? String } == ["revoke", "create"])
    #expect(entries.compactMap { $0["actor"] as? String } == ["token:1 Anna", "token:1 Anna"])
    #expect(!audit.text.contains(secret))
  }

  @Test(.server) func aTokenHasItsNewRoleFromTheNextRequestOn() async throws {
    let admin = try await server.bearer(.admin)
    let ben = try await server.bearer(.editor, name: "Ben")
    func write() async throws -> Int {
      try await server.send(
        "PATCH", "/v1/content/campaign_banners/3", ben, json: #"{"draft":true}"#
      ).status
    }
    #expect(try await write() == 200)
    let changed = try await server.send(
      "PATCH", "/v1/tokens/2", admin, json: #"{"role":"contributor","name":" Benno "}"#, is: 200)
    #expect(try changed.object()["role"] as? String == "contributor")
    #expect(try changed.object()["name"] as? String == "Benno")
    #expect(try changed.object()["last_used_at"] as? String == SampleContent.committedAt.rfc3339)
    #expect(try await write() == 403)
    try await server.send("PATCH", "/v1/tokens/2", admin, json: #"{"role":"editor"}"#)
    #expect(try await write() == 200)
    try await server.send("PATCH", "/v1/tokens/99", admin, json: #"{"role":"editor"}"#, is: 404)
    try await server.send(
      "PATCH", "/v1/tokens/2", admin, json: #"{"role":null,"name":"","expires_at":"1d"}"#, is: 422,
      pointers: ["/name", "/role", "/expires_at"])
    let audit = try await server.get("/v1/audit?subject=tokens/2", admin)
    let entries = try audit.items()
    #expect(entries.compactMap { $0["action"] as? String } == ["update", "update", "create"])
    #expect((entries[1]["before"] as? [String: Any])?["role"] as? String == "editor")
    #expect((entries[1]["after"] as? [String: Any])?["role"] as? String == "contributor")
  }

  @Test(.server) func aUseIsListedAtOnceAndWrittenLater() async throws {
    let admin = try await server.bearer(.admin)
    func uses() async throws -> [String?] {
      let list = try await server.get("/v1/tokens", admin)
      let tokens = try list.items()
      return tokens.map { $0["last_used_at"] as? String }
    }
    _ = try await server.bearer(.viewer, name: "Ben")
    let now = server.clock.now
    #expect(try await uses() == [now.rfc3339, nil])
    #expect(try await server.store.read { try $0.token(1) }?.lastUsedAt == nil)
    try await server.tokenUses.write(to: server.store, at: now)
    #expect(try await server.store.read { try $0.token(1) }?.lastUsedAt == now)
    #expect(server.tokenUses.lastUse(of: 1) == nil)
    let revision = try await server.revision()
    server.clock.advance(by: .seconds(90))
    #expect(try await uses() == [server.clock.now.rfc3339, nil])
    #expect(server.clock.now != now)
    try await server.tokenUses.write(to: server.store, at: server.clock.now)
    #expect(try await server.revision() == revision)
  }

  @Test(.server(publishes: false)) func everyProblemOfATokenIsListed() async throws {
    let admin = try await server.bearer(.admin)
    try await server.send(
      "POST", "/v1/tokens", admin, json: #"{"name":"","role":"owner","expires_at":"soon","x":1}"#,
      is: 422, pointers: ["/name", "/role", "/expires_at", "/x"])
    try await server.send(
      "POST", "/v1/tokens", admin.with("Idempotency-Key", "a"),
      json: #"{"name":"Ben","role":"editor"}"#, is: 400)
    #expect(try await server.store.read { try $0.tokens() }.count == 1)
  }

  @Test(.server(publishes: false)) func theAuditSaysWhoWroteWhat() async throws {
    let admin = try await server.bearer(.admin)
    let editor = try await server.bearer(.editor, name: "編集 太郎")
    try await server.send(
      "PATCH", "/v1/content/campaign_banners/3", editor, json: #"{"draft":true}"#)
    try await server.send("DELETE", "/v1/content/campaign_banners/3", editor)
    let answer = try await server.get("/v1/audit?subject=content/campaign_banners/3", admin)
    #expect(answer.header("Cache-Control") == "no-store")
    let entries = try answer.items()
    #expect(entries.compactMap { $0["action"] as? String } == ["delete", "update", "create"])
    #expect(
      entries.compactMap { $0["actor"] as? String }
        == ["token:2 編集 太郎", "token:2 編集 太郎", "command line"])
    #expect(entries.compactMap { $0["revision"] as? Int } == [3, 2, 1])
    #expect((entries[1]["before"] as? [String: Any])?["draft"] as? Bool == false)
    #expect((entries[1]["after"] as? [String: Any])?["draft"] as? Bool == true)
    #expect(entries[0]["after"] is NSNull)

    // Page by page, the newest first.
    for (subject, count) in [("content", 64), ("content/recent_news", 12)] {
      var numbers: [Int] = []
      var next: String? = "/v1/audit?limit=7&subject=\(subject)"
      while let address = next {
        let page = try await server.get(address, admin)
        let object = try page.object()
        let entries = object["result"] as? [[String: Any]] ?? []
        let subjects = entries.compactMap { $0["subject"] as? String }
        #expect(subjects.allSatisfy { $0.hasPrefix("\(subject)/") })
        numbers += entries.compactMap { $0["number"] as? Int }
        next = object["next"] as? String
        #expect(page.header("Link") == next.map { "<\($0)>; rel=\"next\"" })
      }
      #expect(numbers.count == count)
      #expect(numbers == numbers.sorted(by: >))
    }
  }
}
