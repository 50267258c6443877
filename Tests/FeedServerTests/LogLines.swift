import Synchronization
import TestSupport

/// What was written to an access log.
final class LogLines: Sendable {
  private let written = Mutex<[String]>([])

  var lines: [String] { written.withLock { $0 } }

  func write(_ bytes: [UInt8]) {
    written.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
  }

  /// Line `index`, as soon as it is there.
  func entry(_ index: Int) async throws -> JSONValue {
    try await eventually { lines.count > index }
    return try JSONValue.parse(Array(lines[index].utf8))
  }
}
