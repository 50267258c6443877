import Crypto

/// The strong entity tag of a representation (RFC 9110, section 8.8.3).
package enum EntityTag {
  /// The tag of `bytes`, in quotation marks: the first half of their SHA-256 in hexadecimal. It depends
  /// on every byte and on nothing else; 128 bits are plenty to tell two representations apart.
  package static func text(of bytes: [UInt8]) -> String {
    let digits = SHA256.hash(data: bytes).prefix(16).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return "\"\(digits.joined())\""
  }
}

/// The entity tags of an `If-Match` or `If-None-Match` header (RFC 9110, section 13.1).
package struct EntityTags: Sendable {
  /// The comparison of two tags (RFC 9110, section 8.8.3.2).
  package enum Comparison: Sendable {
    /// For writes: a weak tag equals no other.
    case strong
    /// For reads: a proxy that compresses a response makes its tag weak.
    case weak
  }

  /// The tags as they were written, with quotation marks; `*` for any.
  private var tags: [Substring]

  /// Parses the header's fields, each with tags separated by commas.
  package init(_ fields: [String]) {
    tags = fields.flatMap { $0.split(separator: ",") }.map { field in
      var tag = field.drop { $0 == " " || $0 == "\t" }
      while tag.last == " " || tag.last == "\t" { tag.removeLast() }
      return tag
    }
  }

  /// Whether there are no tags.
  package var isEmpty: Bool { tags.isEmpty }

  /// Whether `*` is one of the tags.
  package var includesAny: Bool { tags.contains("*") }

  /// The tags without `*`.
  package var withoutAny: EntityTags {
    var named = self
    named.tags.removeAll { $0 == "*" }
    return named
  }

  /// Whether `tag`, which is strong, or `*` is one of the tags.
  package func contains(_ tag: String, by comparison: Comparison) -> Bool {
    tags.contains { candidate in
      candidate == "*" || candidate == tag
        || comparison == .weak && candidate.hasPrefix("W/") && candidate.dropFirst(2) == tag
    }
  }
}
