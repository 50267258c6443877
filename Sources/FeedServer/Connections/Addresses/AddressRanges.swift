/// Parts of the internet: `10.0.0.0/8, 2001:db8::1`.
package struct AddressRanges: Sendable {
  /// No address at all.
  package static let none = AddressRanges(ranges: [])

  private struct Range: Sendable {
    let first: IPAddress
    /// How many bits of the 128 are the same in all of the range.
    let prefixLength: Int
  }

  private let ranges: [Range]

  private init(ranges: [Range]) {
    self.ranges = ranges
  }

  /// Reads addresses and ranges, separated by commas.
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
    return Range(first: address.prefix(length), prefixLength: length)
  }
}

extension AddressRanges {
  /// Where a request comes from that came from `peer`: the last in the chain of proxies that is none of
  /// ours.
  ///
  /// - Parameter forwarded: the values of `X-Forwarded-For`. Each proxy appends whom it heard; what
  ///   stands before one that is not trusted may be made up.
  func client(from peer: IPAddress, forwarded: [String]) -> IPAddress {
    var client = peer
    for hop in forwarded.flatMap({ $0.split(separator: ",") }).reversed() {
      guard contains(client), let address = IPAddress(String(hop.trimmed.withoutPort)) else {
        break
      }
      client = address
    }
    return client
  }
}

extension Substring {
  /// `192.0.2.1:80` and `[2001:db8::1]:80` without their ports, which some proxies send along.
  fileprivate var withoutPort: Substring {
    if first == "[", let end = firstIndex(of: "]") { return self[index(after: startIndex)..<end] }
    guard let colon = firstIndex(of: ":"), colon == lastIndex(of: ":") else { return self }
    return self[..<colon]
  }
}
