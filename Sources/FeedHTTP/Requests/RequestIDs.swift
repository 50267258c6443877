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

/// The place of a request in a distributed trace, as the client or a proxy tells it in `traceparent` (W3C Trace Context,
/// section 3.2). It is taken over into logs; the server records no spans of its own.
struct TraceContext: Hashable {
  let traceID: String
  /// The span that the request is part of: 16 hexadecimal digits.
  let parentID: String

  /// Parses the value of `traceparent`; `nil` for one that is to be ignored.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.count >= 4, parts[0].isLowerHexadecimal(2), parts[0] != "ff",
      // Version 00 has four parts; later ones may have more.
      parts[0] != "00" || parts.count == 4,
      parts[1].isLowerHexadecimal(32), parts[1].contains(where: { $0 != "0" }),
      parts[2].isLowerHexadecimal(16), parts[2].contains(where: { $0 != "0" }),
      parts[3].isLowerHexadecimal(2)
    else { return nil }
    traceID = String(parts[1])
    parentID = String(parts[2])
  }
}

extension StringProtocol {
  /// Whether this is `count` hexadecimal digits in lower case.
  fileprivate func isLowerHexadecimal(_ count: Int) -> Bool {
    utf8.count == count
      && utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
  }
}
