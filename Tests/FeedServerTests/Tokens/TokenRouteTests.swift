import FeedModel
import FeedStore
import FeedStoreSQLite
import Foundation
import Testing
import TestSupport

@Suite struct TokenRouteTests {
  @Test func anAdminMakesListsAndRevokesTokens() async throws {
    try await LocalServer.run { server in
      let admin = try await server.bearer(.admin)
      let created = try await server.send(
        "POST", "/v1/tokens", admin, json: #"{"name":" Ben ","role":"editor","expires_at":"30d"}"#)
      #expect(created.status == 201)
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
      #expect(try await server.client.get("/v1/feeds/home", headers: ben).status == 200)
      let list = try await server.client.get("/v1/tokens", headers: admin)
      #expect(list.header("Cache-Control") == "no-store")
      #expect(!list.text.contains(secret))
      let tokens = try #require(try list.object()["result"] as? [[String: Any]])
      #expect(tokens.compactMap { $0["name"] as? String } == ["Anna", "Ben"])
      #expect(
        tokens.allSatisfy {
          Set($0.keys) == ["id", "name", "role", "created_at", "expires_at", "revoked_at"]
        })

      for _ in 1...2 {
        #expect(try await server.send("DELETE", "/v1/tokens/\(id)", admin).status == 204)
      }
      #expect(try await server.client.get("/v1/feeds/home", headers: ben).status == 401)
      #expect(try await server.send("DELETE", "/v1/tokens/99", admin).status == 404)

      let audit = try await server.client.get("/v1/audit?subject=tokens/\(id)", headers: admin)
      let entries = try #require(try audit.object()["result"] as? [[String: Any]])
      #expect(entries.compactMap { $0["action"] as? String } == ["revoke", "create"])
      #expect(entries.compactMap { $0["actor"] as? String } == ["token:1 Anna", "token:1 Anna"])
      #expect(!audit.text.contains(secret))
    }
  }

  @Test func everyProblemOfATokenIsListed() async throws {
    try await LocalServer.run(publishes: false) { server in
      let admin = try await server.bearer(.admin)
      let answer = try await server.send(
        "POST", "/v1/tokens", admin, json: #"{"name":"","role":"owner","expires_at":"soon","x":1}"#)
      #expect(answer.status == 422)
      #expect(try answer.pointers() == ["/name", "/role", "/expires_at", "/x"])
      let repeated = try await server.send(
        "POST", "/v1/tokens", admin.merging(["Idempotency-Key": "a"]) { $1 },
        json: #"{"name":"Ben","role":"editor"}"#)
      #expect(repeated.status == 400)
      #expect(try await server.store.read { try $0.tokens() }.count == 1)
    }
  }

  @Test func theAuditSaysWhoWroteWhat() async throws {
    try await LocalServer.run(publishes: false) { server in
      let admin = try await server.bearer(.admin)
      let editor = try await server.bearer(.editor, name: "編集 太郎")
      _ = try await server.send(
        "PATCH", "/v1/content/campaign_banners/3", editor, json: #"{"draft":true}"#)
      _ = try await server.send("DELETE", "/v1/content/campaign_banners/3", editor)
      let answer = try await server.client.get(
        "/v1/audit?subject=content/campaign_banners/3", headers: admin)
      #expect(answer.header("Cache-Control") == "no-store")
      let entries = try #require(try answer.object()["result"] as? [[String: Any]])
      #expect(entries.compactMap { $0["action"] as? String } == ["delete", "update", "create"])
      #expect(
        entries.compactMap { $0["actor"] as? String }
          == ["token:2 編集 太郎", "token:2 編集 太郎", "command line"])
      #expect(entries.compactMap { $0["revision"] as? Int } == [3, 2, 1])
      #expect((entries[1]["before"] as? [String: Any])?["draft"] as? Bool == false)
      #expect((entries[1]["after"] as? [String: Any])?["draft"] as? Bool == true)
      #expect(entries[0]["after"] is NSNull)

      // Page by page, the newest first.
      var numbers: [Int] = []
      var next: String? = "/v1/audit?limit=7&subject=content"
      while let address = next {
        let page = try await server.client.get(address, headers: admin)
        let object = try page.object()
        numbers += (object["result"] as? [[String: Any]] ?? []).compactMap { $0["number"] as? Int }
        next = object["next"] as? String
        #expect(page.header("Link") == next.map { "<\($0)>; rel=\"next\"" })
      }
      #expect(numbers.count == 64)
      #expect(numbers == numbers.sorted(by: >))
    }
  }
}
