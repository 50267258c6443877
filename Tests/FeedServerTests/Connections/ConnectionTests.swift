import FeedHTTP
import FeedModel
import FeedServer
import FeedStore
import Foundation
import HTTPTypes
import Logging
import NIOCore
import NIOEmbedded
import Synchronization
import TestSupport
import Testing

/// HEAD has the head of GET and no body, and makes no body for it.
@Suite(.listening) struct HeadTests {
  private static let export = "/v1/export/campaign_banners"

  @Test(arguments: [
    "/v1/feeds/home", "/v1/feeds/home.jsonfeed", "/v1/feeds", "/v1/feeds/home/composition",
    "/v1/content/recent_news", "/v1/content/recent_news/1", export, "/openapi.json", "/healthz",
  ])
  func aKnownLengthIsThatOfGet(path: String) async throws {
    let get = try await server.get(path)
    let head = try await server.send("HEAD", path)
    #expect(head.status == 200 && head.body.isEmpty)
    for name in ["Content-Length", "Content-Type", "ETag", "Cache-Control", "X-Tanada-Revision"] {
      #expect(head.header(name) == get.header(name), "\(name)")
    }
    #expect(head.header("Content-Length") == "\(get.body.count)")
  }

  @Test(arguments: [export, export + "?format=csv", "/v1/events"])
  func anUnknownLengthIsNotStated(path: String) async throws {
    try await Self.fill()
    let head = try await server.application.answer(.head, path)
    #expect(head.status == 200 && head.body.isEmpty)
    #expect(head.headers[.contentLength] == nil)
    #expect(await server.events.clientCount == 0)
  }

  /// A body, or the end of one, would be taken for the beginning of the next response.
  @Test(arguments: [export, "/v1/events", "/nope", "/v1/batch", "/v1/feeds/home?width=1"])
  func theNextResponseBeginsWhereTheHeadEnds(path: String) async throws {
    try await Self.fill()
    let connection = try RawConnection(port: server.port)
    connection.send(
      "HEAD \(path) HTTP/1.1\r\nHost: a\r\n\r\nHEAD \(path) HTTP/1.1\r\nHost: a\r\n\r\n"
        + "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    let parts = await connection.readToEnd().components(separatedBy: "\r\n\r\n")
    #expect(parts.count == 4)
    #expect(parts.dropLast().allSatisfy { $0.hasPrefix("HTTP/1.1 ") }, "\(parts)")
    #expect(parts.last == #"{"status":"ok"}"#)
  }

  /// HEAD does not run an export to determine its length.
  @Test(.listening(configure: { $0.maximumExportCount = 1 })) func aLargeExportIsNotRun()
    async throws
  {
    try await Self.fill()
    for _ in 0..<3 {
      let head = try await server.send("HEAD", Self.export, is: 200)
      #expect(head.header("X-Tanada-Revision") == "2")
      #expect(head.header("Content-Disposition")?.contains("campaign_banners.json") == true)
    }
    let whole = try await server.get(Self.export)
    #expect(whole.status == 200 && whole.body.count > 10_000)
  }

  /// Adds more banners than an export reads at once.
  private static func fill() async throws {
    let lines = (1_000..<1_300).map {
      #"{"id":\#($0),"banner_contents_id":1,"banner_url":"https://example.com/a.jpg"}"# + "\n"
    }
    try await server.send(
      "POST", "/v1/import/campaign_banners?format=ndjson", try await server.bearer(.editor),
      body: Data(lines.joined().utf8), is: 200)
  }
}

/// Browsers believe the type of every response, whoever makes it.
@Suite(.listening) struct ContentTypeOptionsTests {
  @Test(arguments: [
    // Twice, since the second one is answered in the channel, and the third one by its bytes.
    ("GET /v1/feeds/home HTTP/1.1\r\nHost: a\r\n\r\n", "200"),
    ("GET /v1/feeds/home.jsonfeed HTTP/1.1\r\nHost: a\r\n\r\n", "200"),
    ("GET /v1/feeds/home HTTP/1.1\r\nHost: a\r\nIf-None-Match: *\r\n\r\n", "304"),
    ("GET /v1/content/recent_news HTTP/1.1\r\nHost: a\r\n\r\n", "200"),
    ("OPTIONS /v1/feeds HTTP/1.1\r\nHost: a\r\n\r\n", "204"),
    ("GET /nope HTTP/1.1\r\nHost: a\r\n\r\n", "404"),
    ("GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n", "200"),
    ("GET / HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\n\r\n", "200"),
    ("what?\r\n\r\n", "400"),
  ])
  func noResponseIsGuessed(request: String, status: String) async throws {
    for _ in 0..<3 {
      let connection = try RawConnection(port: server.port)
      connection.send(request)
      let answer = await connection.read { $0.contains("\r\n\r\n") }
      #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer.prefix(200))")
      let head = answer.components(separatedBy: "\r\n\r\n")[0].lowercased()
      let fields = head.components(separatedBy: "\r\n").filter {
        $0 == "x-content-type-options: nosniff"
      }
      #expect(fields.count == 1, "\(head)")
    }
  }
}

@Suite struct StopTests {
  /// A connection is accepted before it is handled; between the two, the server may stop.
  @Test(.server(publishes: false)) func aConnectionThatIsAcceptedAndNeverHandledIsClosed()
    async throws
  {
    let channel = NIOAsyncTestingChannel()
    try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
    let application = server.application
    let accepted = try await channel.testingEventLoop.executeInContext {
      application.accept(channel)
    }.get()
    #expect(channel.isActive)
    _ = consume accepted
    await channel.testingEventLoop.run()
    try await channel.closeFuture.get()
  }

  /// On a port, some connections are between the two when the server stops.
  @Test func aConnectionThatIsAcceptedWhileTheServerStopsIsClosed() async throws {
    var connections: [RawConnection] = []
    try await LiveServer.run(listens: true, publishes: false) { server in
      for _ in 0..<100 { connections.append(try RawConnection(port: server.port)) }
    }
    for connection in connections {
      // A connection that was never accepted is reset: there is nothing to read either.
      #expect(await connection.readToEnd() == "")
    }
  }
}

@Suite struct AddressWarningTests {
  private static func request(_ field: String = "") -> String {
    "GET /v1/feeds/home HTTP/1.1\r\nHost: a\r\n\(field)\r\n"
  }

  /// The first one may be answered from memory, too.
  @Test(arguments: [
    "X-Forwarded-For: 203.0.113.9\r\n", "Forwarded: for=203.0.113.9;proto=https\r\n",
    "x-forwarded-proto: https\r\n", "X-FORWARDED-HOST: feeds.example.com\r\n",
  ])
  func theFirstRequestThroughAProxyIsWarnedOf(field: String) async throws {
    let warnings = Warnings()
    try await LiveServer.run(listens: true, publicURL: "", logger: warnings.logger) { server in
      let connection = try RawConnection(port: server.port)
      var counts: [Int] = []
      for request in [Self.request(), Self.request(), Self.request(field), Self.request(field)] {
        connection.send(request)
        let answer = try await connection.response(to: request)
        #expect(answer.status == 200)
        counts.append(warnings.listed.count)
      }
      #expect(counts == [0, 0, 1, 1])
      #expect(warnings.listed.allSatisfy { $0.contains("public_url is not set") })
    }
  }

  @Test func aServerThatKnowsItsAddressWarnsOfNothing() async throws {
    let warnings = Warnings()
    try await LiveServer.run(listens: true, logger: warnings.logger) { server in
      let connection = try RawConnection(port: server.port)
      let request = Self.request("X-Forwarded-For: 203.0.113.9\r\n")
      connection.send(request)
      let answer = try await connection.response(to: request)
      #expect(answer.status == 200)
      #expect(warnings.listed.isEmpty)
    }
  }
}

/// Collects the warnings of addresses that are logged.
private final class Warnings: LogHandler {
  private let kept = Mutex<[String]>([])
  var listed: [String] { kept.withLock { $0 } }
  var logger: Logger { Logger(label: "test", factory: { _ in self }) }

  var metadata: Logger.Metadata {
    get { [:] }
    set {}
  }
  var logLevel: Logger.Level {
    get { .warning }
    set {}
  }
  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { nil }
    set {}
  }

  func log(event: LogEvent) {
    let message = event.message.description
    if message.contains("public_url") { kept.withLock { $0.append(message) } }
  }
}
