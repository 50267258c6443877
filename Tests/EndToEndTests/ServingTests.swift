import Foundation
import Testing
import TestSupport

/// How a server starts and stops.
@Suite(.serialized) struct ServingTests {
  @Test(.onlyAll("SeedTests begins with a new database"))
  func aNewDatabaseIsSaidOnce() async throws {
    let folder = try TemporaryFolder()
    for isNew in [true, false] {
      try await RunningServer.run(["--database", "misspelled.sqlite"], in: folder) { server in
        server.process.send(SIGTERM)
        let messages = try await server.process.outcome().messages
        let warning = messages.split(separator: "\n").first {
          $0.contains("there was no database; an empty one was made")
        }
        #expect((warning != nil) == isNew, "\(messages)")
        if let warning {
          #expect(warning.contains(" warning ") && warning.contains("/misspelled.sqlite"))
        }
      }
    }
  }

  @Test(arguments: TestScale.cases([SIGTERM, SIGINT], gate: 1))
  func aStoppedServerFinishesTheRequestInFlight(signal: Int32) async throws {
    // However slow the machine is.
    let timeouts = ["TANADA_REQUEST_TIMEOUT": "600", "TANADA_STOP_TIMEOUT": "600"]
    try await RunningServer.run(environment: timeouts) { server in
      // A request whose body is still on its way when the signal comes.
      let body = Pipe()
      let client = try Spawned(
        "/usr/bin/curl",
        [
          "--silent", "--show-error", "--max-time", "600", "--request", "POST", "--header",
          "Expect:", "--upload-file", "-", "--write-out", "\n%{http_code}\n",
          "\(server.base)/v1/layouts/shelf",
        ], in: server.folder, standardInput: body)
      let space = String(repeating: " ", count: 2 * RunningServer.countedBodySize)
      try body.fileHandleForWriting.write(contentsOf: Data("[{\"id\":1},\(space)".utf8))
      try await server.waitForPartOfBody()
      try await server.stopListening(with: signal)
      try body.fileHandleForWriting.write(contentsOf: Data("{\"id\":2}]".utf8))
      try body.fileHandleForWriting.close()

      let answer = try await client.outcome()
      #expect(answer.text.hasSuffix("\n200\n"), "\(answer.text) \(answer.messages)")
      #expect(answer.text.contains("\"id\":2"))
      let stopped = try await server.process.outcome()
      #expect(stopped.status == 0 && !stopped.wasKilled)
    }
  }

  /// Also one that no request handler knows of, because the document was in memory.
  @Test(.onlyAll("aStoppedServerFinishesTheRequestInFlight stops in the middle, too"))
  func aStoppedServerSendsTheWholeResponse() async throws {
    let folder = try TemporaryFolder()
    // Two articles, which are larger together than all buffers between server and client.
    let size = 3 << 20
    let articles = (1...2).map { id in
      """
      {"id":\(id),"thumbnail_url":"https://example.com/a.jpg","title":"a","introduction":
       "\(String(repeating: "a", count: size))","published_at":"2022-12-01T07:30:00.000+0000"}
      """
    }
    try Data("{\"result\":[\(articles.joined(separator: ","))]}".utf8)
      .write(to: URL(filePath: folder.path("trend_articles.json")))
    try await Tanada.run(["seed", "trend_articles.json"], in: folder, status: 0)
    try await RunningServer.run(in: folder) { server in
      let request = "GET /v1/feeds/home HTTP/1.1\r\nHost: a\r\n\r\n"
      for _ in 0..<2 {
        #expect(try await server.client.get("/v1/feeds/home").body.count > 2 * size)
      }
      let connection = try RawConnection(port: server.port, receiveBufferSize: 1 << 16)
      connection.send(request)
      let start = await connection.readBytes { !$0.isEmpty }
      try await server.stopListening()
      #expect(await start.count + connection.countToEnd() > 2 * size)
      let stopped = try await server.process.outcome()
      #expect(stopped.status == 0 && !stopped.wasKilled)
    }
  }

  @Test(.onlyAll("SlowClientTests has requests that do not end"))
  func aRequestThatDoesNotEndHoldsUpNoStop() async throws {
    // The request itself may take an hour.
    let environment = ["TANADA_STOP_TIMEOUT": "1", "TANADA_REQUEST_TIMEOUT": "3600"]
    try await RunningServer.run(environment: environment) { server in
      let connection = try RawConnection(port: server.port)
      let part = String(repeating: " ", count: 2 * RunningServer.countedBodySize)
      connection.send(
        """
        POST /v1/layouts/shelf HTTP/1.1\r\nHost: a\r\nContent-Length: \(part.utf8.count + 1)\r\n\
        \r\n\(part)
        """)
      try await server.waitForPartOfBody()
      server.process.send(SIGTERM)
      try await eventually { server.process.hasEnded }
      let stopped = try await server.process.outcome()
      #expect(stopped.status == 0 && !stopped.wasKilled)
      connection.close()
    }
  }

  @Test func aServerThatDrainsAnswersAndSaysSo() async throws {
    try await RunningServer.run(environment: ["TANADA_DRAIN_DELAY": "3600"]) { server in
      let path = "/v1/feeds/home?width=390"
      // It is in memory, and its request is known.
      let connection = try RawConnection(port: server.port)
      let request = "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n"
      for _ in 1...2 {
        connection.send(request)
        #expect(await connection.readAnswer().hasPrefix("HTTP/1.1 200 "))
      }
      server.process.send(SIGTERM)
      try await eventually { try await server.client.get("/readyz").status == 503 }
      let readiness = try await server.client.get("/readyz")
      #expect(try JSONValue.parse(readiness.body)["code"].text == "draining")
      #expect(try await server.client.get("/healthz").status == 200)
      connection.send(request)
      let last = await connection.readToEnd()
      #expect(last.contains("HTTP/1.1 200 ") && last.lowercased().contains("connection: close"))
      #expect(try await server.client.get(path).status == 200)
    }
  }

  @Test(.onlyAll("DatabaseFailureTests has the one sentence of a server that cannot start"))
  func aPortInUseIsOneSentence() async throws {
    try await RunningServer.run { server in
      let port = try #require(server.base.split(separator: ":").last)
      let second = try await Tanada.run(
        ["serve", "--port", String(port)], in: server.folder, status: 1)
      #expect(second.text.isEmpty)
      #expect(
        second.messages == """
          error: 127.0.0.1:\(port) is in use by another process; choose another port with --port

          """)
    }
  }

  @Test(.onlyAll("HomeScreenTests answers a request without listening"))
  func oneRequestCanBeAnsweredWithoutListening() async throws {
    let folder = try await TemporaryFolder.withSamples()
    let found = try await Tanada.run(
      ["serve", "--get", "/v1/content/recent_news/1"], in: folder, status: 0)
    #expect(try JSONValue.parse(found.output)["result"].elements.count == 1)
    guard TestScale.current.isAll else { return }
    let missing = try await Tanada.run(
      ["serve", "--get", "/v1/content/recent_news/0"], in: folder, status: 1)
    #expect(try JSONValue.parse(missing.output)["code"].text == "not_found")
    try await Tanada.run(["serve", "--get", "v1/feeds/home"], in: folder, status: 64)
  }
}

extension ServingTests {
  /// Bytes that no HTTP library would send.
  @Test(
    .onlyAll("RequestHeadTests and ProblemTests have what is not HTTP"),
    arguments: [
      "NONSENSE\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "BREW /healthz HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET /healthz HTTP/1.1\r\nHost: a\r\nBad Header\r\n\r\n",
      "POST /v1/layouts/shelf HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
      "POST /v1/layouts/shelf HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
    ])
  func whatIsNotHTTPIsAProblemToo(request: String) async throws {
    try await RunningServer.run { server in
      let port = try #require(server.base.split(separator: ":").last)
      let client = try await Tanada.run(
        "/usr/bin/curl", ["--silent", "--max-time", "10", "telnet://127.0.0.1:\(port)"],
        in: server.folder, input: Data(request.utf8))
      let answer = client.text
      #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"), "\(answer)")
      #expect(answer.contains("Content-Type: application/problem+json\r\n"))
      #expect(answer.contains("X-Request-ID: "))
      #expect(answer.contains(#""code":"malformed_request""#))
    }
  }
}
