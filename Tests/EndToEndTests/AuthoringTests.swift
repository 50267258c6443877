import Foundation
import Testing
import TestSupport

/// The work of editors, against the binary as it is deployed.
@Suite(.serialized) struct AuthoringTests {
  private static let banner =
    #"{"banner_contents_id":7,"banner_url":"https://example.com/new.jpg"}"#

  @Test func contentIsWrittenReadAndGuarded() async throws {
    try await RunningServer.run { server in
      let editor = try await server.token("editor")
      let list = "/v1/content/campaign_banners"
      let keyed = editor.merging(["Idempotency-Key": "\"one\""]) { $1 }
      let created = try await server.send("POST", list, keyed, Self.banner)
      #expect(created.status == 201)
      let again = try await server.send("POST", list, keyed, Self.banner)
      #expect(again.header("Idempotency-Replayed") == "true")
      let path = try #require(created.header("Location"))
      #expect(again.header("Location") == path)
      let tag = try #require(created.header("ETag"))
      #expect(try await server.client.get(path).header("ETag") == tag)

      let guarded = editor.merging(["If-Match": tag]) { $1 }
      let patch = #"{"publish_at":"2130-01-01T00:00:00Z"}"#
      let patched = try await server.send("PATCH", path, guarded, patch)
      #expect(patched.status == 200)
      #expect(try await server.send("PATCH", path, guarded, patch).status == 412)
      #expect(try await server.client.get(path).status == 404)
      #expect(try await server.client.get(path, headers: editor).status == 200)
      #expect(try await server.send("PUT", path, editor, Self.banner).status == 200)

      let batch = try await server.send(
        "POST", "/v1/batch", editor,
        """
        {"operations":[
          {"op":"delete","kind":"campaign_banners","id":1},
          {"op":"patch","kind":"recent_news","id":2,"body":{"title":"明日"}},
          {"op":"create","kind":"campaign_banners","body":\(Self.banner)}
        ]}
        """)
      #expect(batch.status == 200)
      let failed = try await server.send(
        "POST", "/v1/batch", editor,
        """
        {"operations":[
          {"op":"delete","kind":"campaign_banners","id":2},
          {"op":"patch","kind":"recent_news","id":2,"body":{"title":7}}
        ]}
        """)
      #expect(failed.status == 422)
      #expect(try await server.client.get("\(list)/2").status == 200)
      #expect(try await server.send("DELETE", path, editor).status == 204)
      #expect(try await server.client.get(path).status == 404)
    }
  }

  @Test(
    .onlyAll(
      "other suites make tokens on the command line; TokenTests and TokenRouteTests list and revoke them"
    ))
  func tokensAreMadeListedUsedAndRevoked() async throws {
    try await RunningServer.run { server in
      let made = try await Tanada.run(
        ["token", "create", "--role", "admin", "--name", "Anna", "--expires", "30d"],
        in: server.folder)
      #expect(made.status == 0)
      #expect(made.text.wholeMatch(of: /tanada_[A-Za-z0-9_-]{43}\n/) != nil)
      let secret = made.text.trimmingCharacters(in: .newlines)
      #expect(!made.messages.contains(secret))
      let anna = ["Authorization": "Bearer \(secret)"]

      let ben = try await server.send(
        "POST", "/v1/tokens", anna, #"{"name":"Ben","role":"viewer"}"#)
      #expect(ben.status == 201)
      let listed = try await Tanada.run(["token", "list", "--json"], in: server.folder)
      let tokens = try JSONValue.parse(listed.output)["result"].elements
      #expect(tokens.map(\.["name"]) == [.text("Anna"), .text("Ben")])
      #expect(tokens.map(\.["role"]) == [.text("admin"), .text("viewer")])
      let table = try await Tanada.run(["token", "list"], in: server.folder)
      #expect(table.text.split(separator: "\n").count == 3)
      #expect(!table.text.contains(secret) && !listed.text.contains(secret))

      let deleted = try await server.send("DELETE", "/v1/content/recent_news/3", anna)
      #expect(deleted.status == 204)
      let audit = try await server.client.get(
        "/v1/audit?subject=content/recent_news/3", headers: anna)
      let entries = try JSONValue.parse(audit.body)["result"].elements
      #expect(entries.map(\.["actor"]) == [.text("token:1 Anna"), .text("command line")])

      try await Tanada.run(["token", "revoke", "1"], in: server.folder, status: 0)
      let refused = try await server.client.get("/v1/feeds/home", headers: anna)
      #expect(refused.status == 401)
      #expect(refused.header("WWW-Authenticate") == #"Bearer error="invalid_token""#)
      let missing = try await Tanada.run(["token", "revoke", "9"], in: server.folder, status: 1)
      #expect(missing.messages == "error: 9: no such token; 'tanada token list' shows them all\n")
    }
  }

  @Test(.onlyAll("InvitationTests goes through an invitation at a server in the process"))
  func aPersonIsInvitedOnTheCommandLine() async throws {
    try await RunningServer.run { server in
      let invited = try await Tanada.run(
        [
          "studio", "invite", "--name", " Anna ", "--role", "editor", "--address",
          server.base + "/",
        ], in: server.folder)
      #expect(invited.status == 0)
      let address = try #require(
        invited.text.wholeMatch(of: /(http:.*)\/studio\/invitations\/(tanada_[\w-]{43})\n/))
      #expect(address.output.1 == server.base)
      #expect(!invited.messages.contains(address.output.2))
      #expect(invited.messages.hasPrefix("invitation 1, editor Anna, works once until "))
      let path = "/studio/invitations/\(address.output.2)"
      let connection = try RawConnection(port: server.port)
      connection.send("GET \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      let answer = await connection.read { $0.contains("\r\n\r\n") }
      let cookie = try #require(answer.firstMatch(of: /tanada_session=tanada_[\w-]{43}/)?.output)
      let session = try await server.client.get("/v1/session", headers: ["Cookie": String(cookie)])
      #expect(try session.object()["name"] as? String == "Anna")

      // The uses are noted when the server stops.
      server.process.send(SIGTERM)
      #expect(try await server.process.outcome().status == 0)
      let table = try await Tanada.run(["token", "list", "--json"], in: server.folder)
      let tokens = try JSONValue.parse(table.output)["result"].elements
      #expect(tokens.map(\.["type"]) == [.text("invitation"), .text("session")])
      #expect(tokens.allSatisfy { $0["last_used_at"].text != nil })
    }
  }

  @Test(
    .onlyAll("InvitationTests goes through an invitation at a server in the process"),
    arguments: [
      (["--address", "https://a.example:8443"], "https://a.example:8443"),
      ([], "http://127.0.0.1:8080"),
    ])
  func anInvitationHasTheAddressOfTheServer(options: [String], base: String) async throws {
    let outcome = try await Tanada.run(
      ["studio", "invite", "--name", "Anna", "--role", "viewer"] + options,
      in: try TemporaryFolder())
    #expect(outcome.text.hasPrefix(base + "/studio/invitations/tanada_"))
    #expect(outcome.text.split(separator: "\n").count == 1)
  }

  @Test(arguments: [
    ["--role", "owner", "--name", "Anna"], ["--role", "editor"],
    ["--role", "editor", "--name", " "],
    ["--role", "editor", "--name", "Anna", "--address", "feeds.example.com"],
    ["--role", "editor", "--name", "Anna", "--address", "https://feeds.example.com/x"],
  ])
  func anInvitationThatCannotBeIsWrongUsage(options: [String]) async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Tanada.answer(to: ["studio", "invite"] + options, in: folder)
    #expect(outcome.status == 64)
    #expect(outcome.text.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: folder.path("tanada.sqlite")))
  }

  @Test(arguments: [
    ["--role", "owner", "--name", "Anna"], ["--role", "editor"],
    ["--role", "editor", "--name", " "],
    ["--role", "editor", "--name", "Anna", "--expires", "yesterday"],
    ["--role", "editor", "--name", "Anna", "--expires", "2020-01-01T00:00:00Z"],
  ])
  func aTokenThatCannotBeIsWrongUsage(options: [String]) async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Tanada.answer(to: ["token", "create"] + options, in: folder)
    #expect(outcome.status == 64)
    #expect(outcome.text.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: folder.path("tanada.sqlite")))
  }
}
