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
