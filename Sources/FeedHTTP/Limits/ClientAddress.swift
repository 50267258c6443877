import Foundation
package import FeedStore
package import HTTPTypes
import NIOCore

extension IPAddress {
  /// Reads `192.0.2.1` or `2001:db8::1`.
  package init?(_ text: String) {
    var (short, long) = (in_addr(), in6_addr())
    if inet_pton(AF_INET, text, &short) == 1 {
      self.init(high: 0, low: Self.mappedPrefix | UInt64(UInt32(bigEndian: short.s_addr)))
    } else if inet_pton(AF_INET6, text, &long) == 1 {
      self = withUnsafeBytes(of: long) { bytes in
        let (high, low) = (
          bytes.loadUnaligned(as: UInt64.self),
          bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
        )
        return IPAddress(high: UInt64(bigEndian: high), low: UInt64(bigEndian: low))
      }
    } else {
      return nil
    }
  }

  /// Whether it is one of the machine itself: 127.0.0.0/8 or ::1 (RFC 1122, section 3.2.1.3; RFC 4291, section 2.5.3).
  package var isLoopback: Bool { isIPv4 ? (low >> 24) & 0xFF == 127 : high == 0 && low == 1 }
}

extension IPAddress: CustomStringConvertible {
  /// The address in its usual notation.
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

/// Ranges of IP addresses, such as `10.0.0.0/8, 2001:db8::1`.
package struct AddressRanges: Sendable {
  /// The ranges that contain no address.
  package static let none = AddressRanges(ranges: [])

  /// The first address of a range, and how many of the 128 bits all its addresses share.
  private typealias Range = (first: IPAddress, prefixLength: Int)

  private let ranges: [Range]

  private init(ranges: [Range]) { self.ranges = ranges }

  /// Whether they contain no address.
  package var isEmpty: Bool { ranges.isEmpty }

  /// Parses addresses and ranges in CIDR notation, separated by commas.
  package init?(_ text: String) {
    var ranges: [Range] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let range = Self.range(part.trimmed) else { return nil }
      ranges.append(range)
    }
    self.ranges = ranges
  }

  func contains(_ address: IPAddress) -> Bool {
    ranges.contains { address.prefix($0.prefixLength) == $0.first }
  }

  private static func range(_ text: Substring) -> Range? {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, let address = IPAddress(String(name)) else { return nil }
    let isMapped = !name.contains(":")
    var length = 128
    if parts.count == 2 {
      guard let bits = Int(parts[1]), parts[1] == String(bits),
        (0...(isMapped ? 32 : 128)).contains(bits)
      else { return nil }
      length = isMapped ? 96 + bits : bits
    }
    return (address.prefix(length), length)
  }

  /// The address of the client whose request arrived from `peer`: the last address in the chain of
  /// proxies that is not a trusted proxy.
  ///
  /// - Parameter forwarded: The values of `X-Forwarded-For`. Each proxy appends the address it received
  ///   the request from; entries before one that is not trusted may be forged.
  func client(from peer: IPAddress, forwarded: [String]) -> IPAddress {
    var client = peer
    for value in forwarded.reversed() {
      var rest = value[...]
      while !rest.isEmpty {
        let start = rest.utf8.lastIndex(of: UInt8(ascii: ",")).map(rest.utf8.index(after:))
        let hop = rest[(start ?? rest.startIndex)...]
        rest = start.map { rest[..<rest.utf8.index(before: $0)] } ?? ""
        if hop.isEmpty { continue }
        guard contains(client), let address = IPAddress(String(hop.trimmed.withoutPort)) else {
          return client
        }
        client = address
      }
    }
    return client
  }
}

extension Substring {
  /// `192.0.2.1:80` and `[2001:db8::1]:80` without their ports, which some proxies include.
  fileprivate var withoutPort: Substring {
    let (text, colon) = (utf8, UInt8(ascii: ":"))
    if text.first == UInt8(ascii: "["), let end = text.firstIndex(of: UInt8(ascii: "]")) {
      return Substring(text[..<end].dropFirst())
    }
    guard let end = text.firstIndex(of: colon), end == text.lastIndex(of: colon) else {
      return self
    }
    return self[..<end]
  }
}

extension HTTPField.Name {
  package static let forwardedFor = field("X-Forwarded-For")
}
