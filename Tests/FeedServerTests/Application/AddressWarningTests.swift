import FeedHTTP
import Logging
import Synchronization
import TestSupport
import Testing

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
    try await LiveServer.run(publicURL: "", logger: warnings.logger) { server in
      let connection = try RawConnection(port: server.port)
      var counts: [Int] = []
      for request in [Self.request(), Self.request(), Self.request(field), Self.request(field)] {
        connection.send(request)
        let answer = try await DirectResponseTests.response(to: request, on: connection)
        #expect(answer.status == 200)
        counts.append(warnings.listed.count)
      }
      #expect(counts == [0, 0, 1, 1])
      #expect(warnings.listed.allSatisfy { $0.contains("public_url is not set") })
    }
  }

  @Test func aServerThatKnowsItsAddressWarnsOfNothing() async throws {
    let warnings = Warnings()
    try await LiveServer.run(logger: warnings.logger) { server in
      let connection = try RawConnection(port: server.port)
      let request = Self.request("X-Forwarded-For: 203.0.113.9\r\n")
      connection.send(request)
      let answer = try await DirectResponseTests.response(to: request, on: connection)
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
