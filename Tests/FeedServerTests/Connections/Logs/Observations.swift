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
