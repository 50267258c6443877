import FeedHTTP
import FeedServer
import FeedStore
import Foundation
import HTTPTypes
import TestSupport
import Testing

/// The requirements of HTTP on every request: `Host`, versions and `Expect`.
@Suite(.listening) struct RequestHeadTests {
  @Test(arguments: [
    ("", 400), ("Host: a\r\nHost: a\r\n", 400), ("Host: a\r\nHost: b\r\n", 400),
    ("Host: a b\r\n", 400), ("Host: a/b\r\n", 400), ("Host: a,b\r\n", 400),
    ("Host: a@b\r\n", 400), ("Host: é\r\n", 400), ("Host: a\r\n", 200),
    ("Host: a.example:8080\r\n", 200), ("Host: [::1]:80\r\n", 200), ("Host:\r\n", 200),
  ])
  func aRequestHasOneValidHost(field: String, status: Int) async throws {
    // Also that of a document which is answered before the router.
    for path in ["/healthz", "/v1/feeds/home", "/v1/feeds/home"] {
      let connection = try RawConnection(port: server.port)
      connection.send("GET \(path) HTTP/1.1\r\n\(field)\r\n")
      let answer = await connection.read { $0.contains("\r\n\r\n") }
      #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(path): \(answer.prefix(200))")
      guard status == 400 else { continue }
      let rest = await connection.readToEnd()
      #expect((answer + rest).contains(#""code":"malformed_request""#))
    }
  }

  @Test(
    .listening(configure: { $0.http.limits.idleTimeout = .seconds(3_600) }),
    arguments: [("", true), ("Connection: keep-alive\r\n", false)])
  func aConnectionOfHTTP10EndsUnlessItIsKept(field: String, ends: Bool) async throws {
    for path in ["/healthz", "/v1/feeds/home"] {
      let request = "GET \(path) HTTP/1.0\r\n\(field)\r\n"
      let connection = try RawConnection(port: server.port)
      connection.send(request)
      if ends {
        #expect(await connection.readToEnd().hasPrefix("HTTP/1.1 200 OK\r\n"))
      } else {
        #expect(await connection.readAnswer().hasPrefix("HTTP/1.1 200 OK\r\n"))
        connection.send(request)
        #expect(await connection.readAnswer().hasPrefix("HTTP/1.1 200 OK\r\n"))
      }
    }
  }

  /// A request with two ids gets a new one.
  @Test func anIDIsGivenOnce() async throws {
    for path in ["/healthz", "/v1/feeds/home", "/v1/feeds/home"] {
      let connection = try RawConnection(port: server.port)
      connection.send(
        "GET \(path) HTTP/1.1\r\nHost: a\r\nX-Request-ID: one\r\nX-Request-ID: two\r\n\r\n")
      let answer = await connection.read { $0.contains("\r\n\r\n") }
      let given = answer.split(separator: "\r\n").filter { $0.hasPrefix("X-Request-ID: ") }
      #expect(
        given.count == 1 && !given[0].hasSuffix("one") && !given[0].hasSuffix("two"), "\(path)")
    }
  }

  @Test(.listening(publishes: false)) func aClientThatExpectsAnAnswerGetsItBeforeItSendsTheBody()
    async throws
  {
    let connection = try RawConnection(port: server.port)
    for _ in 0..<2 {
      connection.send(
        "POST /v1/layouts/shelf HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n"
          + "Expect: 100-continue\r\n\r\n")
      let interim = await connection.read { $0.hasSuffix("\r\n\r\n") }
      #expect(interim == "HTTP/1.1 100 Continue\r\n\r\n")
      connection.send("[]")
      let answer = await connection.read { $0.hasSuffix("}") }
      #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"), "\(answer)")
    }
  }

  /// A body that would be refused is not asked for, and not waited for.
  @Test(arguments: [
    ("POST /v1/content/recent_news", "", 401),
    ("POST /v1/content/recent_news", "Authorization: Bearer tanada_x\r\n", 401),
    ("POST /v1/batch", "VIEWER", 403), ("POST /v1/content/none", "EDITOR", 404),
    ("POST /v1/layouts/spiral", "", 404), ("POST /v1/nowhere", "", 404),
    ("PATCH /v1/layouts/shelf", "", 405), ("POST /v1/layouts/shelf?widht=1", "", 400),
    ("POST /v1/layouts/shelf", "Content-Type: text/plain\r\n", 415),
    ("POST /v1/layouts/shelf", "Content-Encoding: gzip\r\n", 415),
    ("POST /v1/import/recent_news", "", 401), ("POST /v1/import/none", "EDITOR", 404),
    ("POST /v1/import/recent_news?format=pdf", "EDITOR", 400), ("POST /v1/photos", "", 401),
  ])
  func aBodyThatWouldBeRefusedIsNotAskedFor(
    line: String, fields: String, status: Int
  ) async throws {
    try await refuse(line, fields, status, length: 2, server)
  }

  @Test(arguments: [
    ("POST /v1/layouts/shelf", "", 1_048_577), ("POST /v1/batch", "EDITOR", 90_000_000),
    ("POST /v1/photos", "EDITOR", 90_000_000),
    ("POST /v1/import/recent_news", "EDITOR", 2_000_000_000),
  ])
  func aBodyThatIsTooLargeIsNotAskedFor(line: String, fields: String, length: Int) async throws {
    try await refuse(line, fields, 413, length: length, server)
  }

  @Test(
    .listening(publishes: false),
    arguments: ["200-ok", "100-continue, x", "100-continue;q=1", "\"100-continue\""])
  func nothingElseCanBeExpected(expectation: String) async throws {
    try await refuse("POST /v1/layouts/shelf", "", 417, length: 2, expecting: expectation, server)
    // Also of a request without a body.
    let answer = try await server.application.answer(
      .get, "/v1/kinds", headers: [.expect: expectation])
    #expect(answer.status == 417)
    #expect(try answer.json()["code"].text == "expectation_failed")
  }

  /// Sends the head of a request, to which the refusal has to be the only answer.
  private func refuse(
    _ line: String, _ fields: String, _ status: Int, length: Int,
    expecting expectation: String = "100-continue", _ server: LiveServer
  ) async throws {
    var fields = fields
    for (name, role) in [("VIEWER", TokenRole.viewer), ("EDITOR", .editor)] where fields == name {
      fields = "Authorization: \(try await server.bearer(role)["Authorization"] ?? "")\r\n"
    }
    let connection = try RawConnection(port: server.port)
    connection.send(
      "\(line) HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\(fields)"
        + "Expect: \(expectation)\r\n\r\n")
    let answer = await connection.readToEnd()
    #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
    #expect(answer.lowercased().contains("connection: close\r\n"), "\(answer)")
  }

  /// Whoever sends the body without being asked is answered like everybody.
  @Test(
    .listening(publishes: false),
    arguments: ["Expect: 100-continue\r\n", "Expect: 100-Continue,\r\n", "Expect:\r\n"])
  func aClientNeedNotWait(field: String) async throws {
    let connection = try RawConnection(port: server.port)
    for _ in 0..<2 {
      connection.send(
        "POST /v1/layouts/shelf HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\(field)\r\n[]")
      let answer = await connection.read { $0.hasSuffix("}") }
      #expect(answer.contains("HTTP/1.1 200 OK\r\n"), "\(answer)")
      #expect(!answer.lowercased().contains("connection: close"), "\(answer)")
    }
  }

  /// The version of a request that waits has nothing to do with the answer before.
  @Test(arguments: [
    ("OPTIONS /v1/feeds HTTP/1.1\r\nHost: a\r\n\r\n", "HTTP/1.1 204"),
    ("OPTIONS /v1/feeds HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", "HTTP/1.1 204"),
    ("HEAD /v1/feeds/home HTTP/1.1\r\nHost: a\r\n\r\n", "HTTP/1.1 200"),
  ])
  func aRequestOfHTTP10IsAnsweredBehindAnyOther(first: String, status: String) async throws {
    let connection = try RawConnection(port: server.port)
    connection.send(first + "GET /healthz HTTP/1.0\r\n\r\n")
    let answer = await connection.readToEnd()
    #expect(answer.hasPrefix(status), "\(answer)")
    #expect(answer.contains("\r\n\r\nHTTP/1.1 200 OK\r\n"), "\(answer)")
    #expect(answer.hasSuffix("}"), "\(answer)")
  }

  /// HTTP/1.0 has no chunks: an answer of unknown length ends with its connection.
  @Test(.noServer, arguments: ["", "Connection: keep-alive\r\n"])
  func anAnswerToHTTP10HasNoChunks(field: String) async throws {
    try await LiveServer.run(
      listens: true, publishes: false,
      prepare: { store, _ in
        // More than an answer that is made at once.
        try await store.write { transaction in
          for id in 1...2_000 { _ = try transaction.upsert(try TestContent.topic(id)) }
        }
      }
    ) { server in
      let path = "/v1/export/featured_topics?format=ndjson"
      let connection = try RawConnection(port: server.port)
      connection.send("GET \(path) HTTP/1.0\r\n\(field)\r\n")
      let answer = await connection.readToEnd()
      let parts = answer.components(separatedBy: "\r\n\r\n")
      try #require(parts.count == 2, "\(answer)")
      #expect(parts[0].hasPrefix("HTTP/1.0 200 OK\r\n"), "\(parts[0])")
      #expect(!parts[0].lowercased().contains("transfer-encoding"), "\(parts[0])")
      let export = try await server.get(path)
      #expect(export.header("Content-Length") == nil)
      #expect(parts[1] == export.text)
    }
  }
}
