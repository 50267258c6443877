/// A client whose use of a server is bounded: an address, or a token.
package enum Client: Hashable, Sendable {
  case address(IPAddress)
  case token(Int)
}

/// An IP address. IPv4 addresses are stored as IPv4-mapped IPv6 addresses (RFC 4291, section 2.5.5.2),
/// so that both are compared in the same way.
package struct IPAddress: Hashable, Sendable {
  /// The upper 64 bits.
  package let high: UInt64
  /// The lower 64 bits.
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    (self.high, self.low) = (high, low)
  }
}
