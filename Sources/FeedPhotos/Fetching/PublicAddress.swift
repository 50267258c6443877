/// The test for addresses that are reachable over the internet, and not only on this machine or in its
/// networks.
///
/// The blocks are those of the IANA special-purpose address registries (RFC 6890) that are not globally
/// reachable, multicast, and the deprecated forms.
package enum PublicAddress {
  /// Whether the IPv4 address (4 bytes) or IPv6 address (16 bytes), in network order, is public.
  ///
  /// An IPv6 address that stands for an IPv4 address is judged by that. Bytes of another count are not
  /// an address.
  package static func isPublic(_ bytes: [UInt8]) -> Bool {
    switch bytes.count {
    case 4: !closedIPv4.contains { $0.contains(bytes) }
    case 16:
      if let embedded = embeddedIPv4(in: bytes) {
        isPublic(embedded)
      } else {
        globalUnicast.contains(bytes) && !closedIPv6.contains { $0.contains(bytes) }
      }
    default: false
    }
  }

  /// The IPv4 address that packets to an IPv6 address are sent to.
  private static func embeddedIPv4(in bytes: [UInt8]) -> [UInt8]? {
    if mapped.contains(bytes) || translated.contains(bytes) { return Array(bytes[12..<16]) }
    if sixToFour.contains(bytes) { return Array(bytes[2..<6]) }
    return nil
  }

  private static let closedIPv4: [AddressBlock] = [
    AddressBlock([0], 8),  // this network
    AddressBlock([10], 8),  // private
    AddressBlock([100, 64], 10),  // behind the address translation of a provider
    AddressBlock([127], 8),  // this machine
    AddressBlock([169, 254], 16),  // link-local; metadata of cloud machines
    AddressBlock([172, 16], 12),  // private
    AddressBlock([192, 0, 0], 24),  // protocol assignments
    AddressBlock([192, 0, 2], 24),  // documentation
    AddressBlock([192, 88, 99], 24),  // relays of 6to4, deprecated
    AddressBlock([192, 168], 16),  // private
    AddressBlock([198, 18], 15),  // benchmarks
    AddressBlock([198, 51, 100], 24),  // documentation
    AddressBlock([203, 0, 113], 24),  // documentation
    AddressBlock([224], 4),  // multicast
    AddressBlock([240], 4),  // reserved, and broadcast
  ]

  /// 2000::/3, outside of which no address is public: not ::1, fc00::/7, fe80::/10 or ff00::/8.
  private static let globalUnicast = AddressBlock([0x20], 3)
  private static let closedIPv6: [AddressBlock] = [
    AddressBlock([0x20, 0x01, 0x00], 23),  // protocol assignments, Teredo
    AddressBlock([0x20, 0x01, 0x0D, 0xB8], 32),  // documentation
    AddressBlock([0x3F, 0xFF, 0x00], 20),  // documentation
  ]

  /// ::ffff:0:0/96
  private static let mapped = AddressBlock([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], 96)
  /// 64:ff9b::/96, translated to IPv4 at the edge of a network (RFC 6052).
  private static let translated = AddressBlock([0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0], 96)
  /// 2002::/16, with the IPv4 address behind it (RFC 3056).
  private static let sixToFour = AddressBlock([0x20, 0x02], 16)
}

/// The addresses that begin with the same bits.
private struct AddressBlock {
  private let prefix: [UInt8]
  private let length: Int

  /// The first `length` bits of `prefix`.
  init(_ prefix: [UInt8], _ length: Int) {
    self.prefix = prefix
    self.length = length
  }

  func contains(_ address: [UInt8]) -> Bool {
    let whole = length / 8
    guard address.prefix(whole).elementsEqual(prefix.prefix(whole)) else { return false }
    let rest = length % 8
    return rest == 0 || (address[whole] ^ prefix[whole]) >> (8 - rest) == 0
  }
}
