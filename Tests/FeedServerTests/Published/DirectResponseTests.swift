import FeedHTTP
import FeedModel
import FeedPublisher
import FeedServer
import FeedStore
import Foundation
import HTTPTypes
import TestSupport
import Testing

/// Published documents that are answered without the router are answered like all others.
@Suite(.listening) struct DirectResponseTests {
  private static let screen = "/v1/feeds/home?width=390"

  /// Makes the screen so small that the application writes a response in one piece: a client that has all of a larger one
  /// may send the next request before the connection knows that it is between requests.
  static func makeSmallScreen(_ store: any FeedStore, _ folder: TemporaryFolder) async throws {
    try await store.write { transaction in
      _ = try transaction.setComposition(
        #"{"sections":[{"id":"news","kind":"recent_news","title":"News"}]}"#, of: "home")
    }
  }

  // MARK: - The same response

  @Test(
    .listening(
      configure: {
        $0.http.origins = .listed(["https://app.example.com"])
        $0.http.limits.readsPerSecond = 1_000
      }, prepare: makeSmallScreen),
    arguments: [
      ("GET", screen, ""),
      ("GET", "/v1/feeds/home", "Accept-Encoding: gzip, deflate, br\r\nUser-Agent: a b/1\r\n"),
      ("GET", "/v1/feeds/home?direction=rtl&text_size=1.5", "Accept-Encoding: gzip\r\n"),
      ("GET", screen, "Connection: Keep-Alive\r\nOrigin: https://app.example.com\r\n"),
      ("GET", screen, "Origin: https://elsewhere.example.com\r\n"),
      ("GET", screen, "If-None-Match: *\r\nAccept-Encoding: br\r\n"),
      ("GET", screen, "If-None-Match: \"x\", W/\"y\"\r\n"),
      ("HEAD", screen, "Accept-Encoding: br\r\n"),
      ("GET", "/v1/feeds/home.jsonfeed", ""),
      ("HEAD", "/v1/feeds/home.jsonfeed", "If-None-Match: *\r\n"),
    ])
  func aResponseIsTheSameFromEverywhere(method: String, path: String, fields: String) async throws {
    let request = "\(method) \(path) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
    // The first one makes the document.
    let responses = try await server.responses(to: Array(repeating: request, count: 4))
    for response in responses.dropFirst() {
      #expect(response.lasting == responses[0].lasting)
      #expect(response == responses[0])
    }
    let isKnown = fields.contains("*")
    #expect(responses[0].status == (isKnown ? 304 : 200))
    #expect(responses[0].body.isEmpty == (method == "HEAD" || isKnown))
    #expect(try server.directCount() == 3)
  }

  @Test(
    .listening(
      configure: {
        $0.http.limits.readsPerSecond = 10
        $0.http.makeRequestID = { "made" }
      }, prepare: makeSmallScreen)) func whatDiffersIsInEveryResponse() async throws
  {
    let request = "GET \(Self.screen) HTTP/1.1\r\nHost: a\r\n\r\n"
    let responses = try await server.responses(to: Array(repeating: request, count: 3))
    for (response, left) in zip(responses, [9, 8, 7]) {
      #expect(response.field("RateLimit") == "\"reads\";r=\(left);t=1")
      #expect(response.field("RateLimit-Policy") == "\"reads\";q=10;w=1")
      #expect(response.field("X-Request-ID") == "made")
      #expect(response.field("Server") == "tanada")
      let date = try #require(response.field("Date"))
      #expect(date.contains(/^[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} GMT$/))
    }
    #expect(try server.directCount() == 2)
  }

  @Test(arguments: [
    "Authorization: Bearer x\r\n", "cookie: a=b; tanada_session=x\r\n", "Content-Length: 0\r\n",
    "Cookie: __Host-tanada_session=x\r\n",
    "Connection: close\r\n",
    "Expect: 100-continue\r\nContent-Length: 2\r\n",
  ])
  func aRequestThatAsksForMoreIsPassedOn(fields: String) async throws {
    try await server.get(Self.screen)
    let connection = try RawConnection(port: server.port)
    connection.send("GET \(Self.screen) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")
    let answer = await connection.read { $0.contains("\r\n\r\n") }
    #expect(answer.hasPrefix("HTTP/1.1 "))
    #expect(try server.directCount() == 0)
  }

  @Test(arguments: [
    ("/v1/feeds/nobody", 404), ("/v1/feeds/home?width=1", 400), ("/v1/feeds/home?a=1", 400),
    ("/v1/feeds/home?width=390&width=390", 400), ("/v1/feeds/home?revision=1", 401),
    ("/v1/feeds/home?token=1", 400), ("/v1/feeds/home.jsonfeed?drafts=true", 400),
    ("/v1/feeds/%68ome", 200), ("/v1/feeds/home/", 200), ("/v1/feeds/home.json", 404),
  ])
  func otherRequestsForFeedsArePassedOn(path: String, status: Int) async throws {
    try await server.get("/v1/feeds/home")
    let direct = try server.directCount()
    for _ in 0..<3 {
      let connection = try RawConnection(port: server.port)
      connection.send("GET \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      #expect(await connection.readToEnd().hasPrefix("HTTP/1.1 \(status) "))
    }
    #expect(try server.directCount() == direct)
  }

  // MARK: - What is newest

  @Test func aRepeatedRequestGetsWhatIsInService() async throws {
    let connection = try RawConnection(port: server.port)
    let request = "GET /v1/feeds/home HTTP/1.1\r\nHost: a\r\n\r\n"
    var revisions: [String?] = []
    var tags: [String?] = []
    for step in 0..<4 {
      if step > 0 {
        // A draft changes no document.
        try await server.addNews(900 + step, isDraft: step == 2)
        await server.untilServed(1 + step)
      }
      for _ in 0..<3 {
        connection.send(request)
        let response = try await connection.response(to: request)
        revisions.append(response.field("X-Tanada-Revision"))
        tags.append(response.field("ETag"))
      }
    }
    #expect(revisions == (1...4).flatMap { Array(repeating: "\($0)", count: 3) })
    #expect(Set(tags).count == 3)
    #expect(tags[3] == tags[6], "the draft")
    try await eventually { try server.directCount() > 0 }
  }

  // MARK: - Limits, metrics and logs

  @Test(
    .listening(
      logs: true,
      configure: {
        $0.http.limits.readsPerSecond = 4
        $0.http.trustedProxies = AddressRanges("127.0.0.1") ?? .none
      }, prepare: makeSmallScreen)) func repeatedRequestsAreLimitedCountedAndLogged() async throws
  {
    let request =
      "GET \(Self.screen) HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 203.0.113.9\r\n"
      + "X-Request-ID: mine\r\nTraceParent: \(TraceTests.header)\r\n\r\n"
    let responses = try await server.responses(to: Array(repeating: request, count: 6))
    #expect(responses.map(\.status) == [200, 200, 200, 200, 429, 429])
    #expect(try server.directCount() == 3)
    let exposition = try server.exposition()
    let labels = #"method="GET",route="/v1/feeds/{feed}",status="#
    #expect(exposition[#"tanada_http_requests_total{\#(labels)"200"}"#] == 4)
    #expect(exposition[#"tanada_http_requests_total{\#(labels)"429"}"#] == 2)
    #expect(
      exposition[#"tanada_http_request_duration_seconds_count{route="/v1/feeds/{feed}"}"#] == 6)
    for index in 0..<4 {
      let entry = try await server.log.entry(index)
      #expect(entry["request_id"] == .text("mine"))
      #expect(entry["trace_id"] == .text(TraceTests.traceID))
      #expect(entry["path"] == .text(Self.screen))
      #expect(entry["status"] == .number(200))
      #expect(entry["bytes"] == .number(Double(responses[0].body.count)))
      #expect(entry["remote_address"] == .text("203.0.113.9"))
    }
  }
}

// MARK: - Requests

extension LiveServer {
  /// How many responses were sent without the router: recognised by the parser, and by their bytes.
  func directCount() throws -> Double {
    try exposition()["tanada_http_direct_responses_total"] ?? 0
  }

  /// The responses to `requests`, which are sent one after the other.
  func responses(to requests: [String]) async throws -> [RawResponse] {
    let connection = try RawConnection(port: port)
    var responses: [RawResponse] = []
    for request in requests {
      connection.send(request)
      responses.append(try await connection.response(to: request))
    }
    return responses
  }
}

extension RawConnection {
  /// The next response, which must be that to `request`.
  func response(to request: String) async throws -> RawResponse {
    let isHead = request.hasPrefix("HEAD ")
    let bytes = await readBytes { RawResponse($0[...], toHead: isHead) != nil }
    return try #require(RawResponse(bytes[...], toHead: isHead))
  }
}

/// A response as it was received.
struct RawResponse: Equatable {
  let status: Int
  /// In the order of their names.
  let fields: [String]
  let body: [UInt8]
  /// With its head.
  let byteCount: Int

  /// The fields that differ from one response to the next.
  private static let varying: Set<String> = ["x-request-id", "date", "ratelimit"]

  static func == (response: RawResponse, other: RawResponse) -> Bool {
    response.status == other.status && response.lasting == other.lasting
      && response.body == other.body
  }

  var lasting: [String] {
    fields.filter { !Self.varying.contains($0.prefix { $0 != ":" }.lowercased()) }
  }

  /// The value of field `name`.
  func field(_ name: String) -> String? {
    fields.first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
      .map { String($0.dropFirst(name.count + 2)) }
  }
}

extension RawResponse {
  /// The first response in `bytes`; `nil` if it is not complete.
  ///
  /// - Parameter isHead: whether the request was HEAD.
  init?(_ bytes: ArraySlice<UInt8>, toHead isHead: Bool) {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
      .components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count > 1, let status = Int(words[1]) else { return nil }
    let length =
      lines.first { $0.lowercased().hasPrefix("content-length: ") }
      .flatMap { Int($0.dropFirst(16)) } ?? 0
    let body = bytes[end.upperBound...].prefix(isHead || status == 304 ? 0 : length)
    guard isHead || status == 304 || body.count == length else { return nil }
    self.init(
      status: status, fields: lines.dropFirst().sorted(), body: Array(body),
      byteCount: body.endIndex - bytes.startIndex)
  }
}
