import NIOCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An address on the internet. IPv4 addresses are kept as IPv6 has them (RFC 4291, section 2.5.5.2), so
/// that both are compared alike.
package struct IPAddress: Hashable, Sendable {
  /// The first and the last eight bytes, in network order.
  let high: UInt64
  let low: UInt64

  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Reads `192.0.2.1` or `2001:db8::1`.
  package init?(_ text: String) {
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, text, &bytes) == 1 {
      self.init(high: 0, low: Self.mappedPrefix | UInt64(bigEndian: bytes[0..<4]))
    } else if inet_pton(AF_INET6, text, &bytes) == 1 {
      self.init(high: UInt64(bigEndian: bytes[0..<8]), low: UInt64(bigEndian: bytes[8..<16]))
    } else {
      return nil
    }
  }

  private static let mappedPrefix: UInt64 = 0xFFFF_0000_0000

  var isIPv4: Bool { high == 0 && low & ~0xFFFF_FFFF == Self.mappedPrefix }

  /// The address with all but its first `count` bits set to 0.
  func prefix(_ count: Int) -> IPAddress {
    // A shift by the whole width leaves nothing, as it should.
    IPAddress(
      high: high & ~(UInt64.max >> min(count, 64)), low: low & ~(UInt64.max >> max(count - 64, 0)))
  }

  /// What one subscriber has: the address itself, or the network of an IPv6 address, whose last 64 bits
  /// are its own to choose.
  var subscriber: IPAddress { isIPv4 ? self : prefix(64) }
}

extension IPAddress: CustomStringConvertible {
  /// As people write it.
  package var description: String {
    var bytes = ByteBuffer()
    if isIPv4 {
      bytes.writeInteger(UInt32(truncatingIfNeeded: low))
    } else {
      bytes.writeInteger(high)
      bytes.writeInteger(low)
    }
    return (try? SocketAddress(packedIPAddress: bytes, port: 0))?.ipAddress ?? ""
  }
}

extension UInt64 {
  /// The number whose bytes are `bytes`, the highest first.
  fileprivate init(bigEndian bytes: ArraySlice<UInt8>) {
    self = bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
