import HTTPTypes
import Synchronization

/// Makes the ids of requests: 32 random hexadecimal digits. Who knows some of them cannot tell others, nor how many there
/// were.
///
/// A random id for each request would take a system call, so that bytes are taken for many at once.
package final class RequestIDs: Sendable {
  private static let byteCount = 16
  /// How many ids the bytes are for that are asked for at once.
  private static let batchCount = 32

  private let randomBytes: @Sendable (Int) -> [UInt8]
  private let bytes = Mutex(ArraySlice<UInt8>())

  /// - Parameter randomBytes: Unpredictable bytes, as many as it is asked for.
  package init(randomBytes: @escaping @Sendable (Int) -> [UInt8]) {
    self.randomBytes = randomBytes
  }

  /// An id that no other request has.
  @Sendable package func next() -> String {
    let id = bytes.withLock { bytes in
      if bytes.count < Self.byteCount { bytes = randomBytes(Self.batchCount * Self.byteCount)[...] }
      defer { bytes.removeFirst(Self.byteCount) }
      return bytes.prefix(Self.byteCount)
    }
    return String(unsafeUninitializedCapacity: 2 * Self.byteCount) { digits in
      for (index, byte) in id.enumerated() {
        digits[2 * index] = Self.digit(byte >> 4)
        digits[2 * index + 1] = Self.digit(byte & 0xF)
      }
      return 2 * Self.byteCount
    }
  }

  /// The client's `id`, if it is short and plain enough for headers and logs.
  static func acceptable(_ id: String) -> String? {
    (1...64).contains(id.utf8.count) && id.consists(of: "-_.") ? id : nil
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}

extension HTTPField.Name {
  static let requestID = field("X-Request-ID")
}
