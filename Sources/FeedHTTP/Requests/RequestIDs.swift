import Synchronization

/// Makes the ids of requests: 32 hexadecimal digits, of which the first half is the server's own and the second half
/// counts. A random id for each request would take two system calls.
package final class RequestIDs: Sendable {
  private let server: UInt64
  private let count: Atomic<UInt64>

  /// - Parameters:
  ///   - server: A number that distinguishes the ids of this server from those of others.
  ///   - start: Where the count begins.
  package init(server: UInt64, start: UInt64 = 0) {
    self.server = server
    count = Atomic(start)
  }

  /// An id that no other request has.
  @Sendable package func next() -> String {
    let number = count.wrappingAdd(1, ordering: .relaxed).newValue
    return String(unsafeUninitializedCapacity: 32) { digits in
      for index in 0..<16 {
        digits[index] = Self.digit(server, index)
        digits[index + 16] = Self.digit(number, index)
      }
      return 32
    }
  }

  /// Hexadecimal digit `index` of `number`, from the left.
  private static func digit(_ number: UInt64, _ index: Int) -> UInt8 {
    let value = UInt8(truncatingIfNeeded: number >> (60 - 4 * UInt64(index)) & 0xF)
    return value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
