import FeedHTTP
import FeedServer
import NIOCore
import Synchronization
import TestSupport
import Testing

/// The lines of an access log.
final class LogLines: Sendable {
  private let written = Mutex<[String]>([])

  var lines: [String] { written.withLock { $0 } }

  func write(_ bytes: [UInt8]) {
    written.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
  }

  /// Line `index`, as soon as it has been written.
  func entry(_ index: Int) async throws -> JSONValue {
    try await eventually { lines.count > index }
    return try JSONValue.parse(Array(lines[index].utf8))
  }
}

/// A page of metrics as Prometheus reads it.
struct Exposition {
  private(set) var values: [String: Double] = [:]
  private(set) var types: [String: String] = [:]
  private(set) var help: [String: String] = [:]

  init(_ text: String) throws {
    try #require(text.hasSuffix("\n"))
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 3)
      if line.hasPrefix("# TYPE ") {
        types[String(words[2])] = String(words[3])
      } else if line.hasPrefix("# HELP ") {
        help[String(words[2])] = String(words[3])
      } else {
        let space = try #require(line.lastIndex(of: " "))
        let number = try #require(Double(line[line.index(after: space)...]))
        #expect(values.updateValue(number, forKey: String(line[..<space])) == nil)
      }
    }
  }

  subscript(name: String) -> Double? { values[name] }
}

/// The place of a request in a trace is in the logs.
@Suite(.server(logs: true, publishes: false)) struct TraceTests {
  static let traceID = "4bf92f3577b34da6a3ce929d0e0e4736"
  static let header = "00-\(traceID)-00f067aa0ba902b7-01"

  private static func entry(_ header: String) async throws -> JSONValue {
    try await server.get("/healthz", ["traceparent": header])
    return try await server.log.entry(0)
  }

  @Test(arguments: [
    header, "cc-\(traceID)-00f067aa0ba902b7-01-what-comes-later",
  ])
  func aTraceIsTakenOver(header: String) async throws {
    let entry = try await Self.entry(header)
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
    let entry = try await Self.entry(header)
    #expect(entry["status"].number == 200)
    #expect(entry["trace_id"] == .null && entry["parent_id"] == .null)
  }
}
