import FeedHTTP
import FeedServer
import TestSupport
import Testing

/// The place of a request in a trace is in the logs.
@Suite struct TraceTests {
  static let traceID = "4bf92f3577b34da6a3ce929d0e0e4736"
  static let header = "00-\(traceID)-00f067aa0ba902b7-01"

  private static func entry(
    of path: String, _ headers: [String: String]
  ) async throws -> JSONValue {
    let log = LogLines()
    try await LocalServer.run(
      publishes: false,
      configure: {
        $0.http.accessLog = AccessLog(
          clock: TestClock(SampleContent.committedAt), write: { log.write($0) })
      }
    ) { server in _ = try await server.client.get(path, headers: headers) }
    return try await log.entry(0)
  }

  @Test(arguments: [
    header, "cc-\(traceID)-00f067aa0ba902b7-01-what-comes-later",
  ])
  func aTraceIsTakenOver(header: String) async throws {
    let entry = try await Self.entry(of: "/healthz", ["traceparent": header])
    #expect(entry["trace_id"].text == Self.traceID)
    #expect(entry["parent_id"].text == "00f067aa0ba902b7")
  }

  @Test(arguments: [
    "", "00", "ff-\(traceID)-00f067aa0ba902b7-01", "00-\(traceID)-00f067aa0ba902b7",
    "00-\(traceID)-00f067aa0ba902b7-01-more", "00-\(traceID.uppercased())-00f067aa0ba902b7-01",
    "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
    "00-\(traceID)-0000000000000000-01", "00-\(traceID)\\n-00f067aa0ba902b7-01",
  ])
  func anotherHeaderIsIgnored(header: String) async throws {
    let entry = try await Self.entry(of: "/healthz", ["traceparent": header])
    #expect(entry["status"].number == 200)
    #expect(entry["trace_id"] == .null && entry["parent_id"] == .null)
  }
}
