import Synchronization

/// What was written to an access log.
final class LogLines: Sendable {
  private let written = Mutex<[String]>([])

  var lines: [String] { written.withLock { $0 } }

  func write(_ bytes: [UInt8]) {
    written.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
  }
}
