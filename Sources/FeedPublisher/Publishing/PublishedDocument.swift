import Crypto

/// Bytes as they are served, with their strong entity tag.
package struct PublishedDocument: Sendable {
  package let bytes: [UInt8]
  /// Quoted, as in the `ETag` header. It depends on every byte and on nothing else.
  package let entityTag: String

  package init(bytes: [UInt8]) {
    self.bytes = bytes
    // Half of SHA-256: 128 bits are plenty to tell two documents apart.
    let digest = SHA256.hash(data: bytes).prefix(16)
    let hex = digest.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }
    entityTag = "\"\(hex.joined())\""
  }

  package init(_ write: (inout JSONWriter) -> Void) {
    self.init(bytes: JSONWriter.encode(write))
  }
}
