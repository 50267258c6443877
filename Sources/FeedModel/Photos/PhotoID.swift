/// The id of a stored photo: the first half of the SHA-256 of its file, as 32 lower-case hexadecimal
/// digits. The same file has the same id in every database.
package struct PhotoID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The number of characters.
  package static let length = 32

  package let description: String

  /// `nil` for a text that is not an id.
  package init?(_ text: some StringProtocol) {
    let digits = text.utf8
    guard digits.count == Self.length, digits.allSatisfy("0123456789abcdef".utf8.contains) else {
      return nil
    }
    description = String(text)
  }

  /// The id of a file with the hash `digest`, of at least 16 bytes.
  package init(digest: some Sequence<UInt8>) {
    description = digest.prefix(Self.length / 2).map { byte in
      String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }.joined()
  }

  package static func < (left: PhotoID, right: PhotoID) -> Bool {
    left.description < right.description
  }
}

/// The address at which a photo of the store is one whole picture. Items may have it in a `url` field: its path alone,
/// which is right at whatever address the server is reached.
package enum PhotoAddress {
  /// The path in front of the id.
  package static let prefix = "/v1/photos/"
  private static let suffix = ".jpg"
  /// The paths as a part of a regular expression (ECMA-262).
  static let pattern = "\(prefix)[0-9a-f]{\(PhotoID.length)}\\.jpg"

  /// The path of the whole picture of `id`.
  package static func path(of id: PhotoID) -> String { "\(prefix)\(id)\(suffix)" }

  /// The photo whose ``path(of:)`` is `text`; `nil` for any other text.
  package static func photo(atPath text: String) -> PhotoID? {
    guard text.utf8.starts(with: prefix.utf8), text.hasSuffix(suffix) else { return nil }
    return PhotoID(text.dropFirst(prefix.count).dropLast(suffix.count))
  }

  /// The photo that `url` is an address of, on whatever server; `nil` for other addresses.
  package static func photo(in url: String) -> PhotoID? {
    path(in: url).flatMap {
      PhotoID(Substring($0.utf8.dropFirst(prefix.utf8.count).prefix(PhotoID.length)))
    }
  }

  /// The part of `url` that begins with the ``prefix``, with what is behind the id; `nil` for other addresses.
  package static func path(in url: String) -> Substring? {
    // Bytes are compared, since this is asked of every address in every item.
    var rest = url.utf8[...]
    while let slash = rest.firstIndex(of: UInt8(ascii: "/")) {
      rest = rest[slash...]
      if rest.starts(with: prefix.utf8) { return Substring(rest) }
      rest = rest.dropFirst()
    }
    return nil
  }
}
