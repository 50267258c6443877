import Crypto
package import StrictJSON

/// Bytes as they are served, with their strong entity tag, and the same packed for the way.
package struct PublishedDocument: Sendable {
  /// The document in one coding.
  package struct Representation: Sendable {
    package let coding: ContentCoding
    package let bytes: [UInt8]
    /// Quoted, as in the `ETag` header. It depends on every byte and on nothing else, so that every
    /// coding has its own.
    package let entityTag: String

    init(_ bytes: [UInt8], in coding: ContentCoding) {
      self.coding = coding
      self.bytes = bytes
      // Half of SHA-256: 128 bits are plenty to tell two documents apart.
      let digest = SHA256.hash(data: bytes).prefix(16)
      let hex = digest.map { byte in
        let digits = String(byte, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
      }
      entityTag = "\"\(hex.joined())\""
    }
  }

  /// The document as it is.
  package let identity: Representation
  /// The document in the codings that make it smaller.
  package let packed: [Representation]
  /// The address of the page behind it, if it is a page and there is one.
  package let next: String?

  package var bytes: [UInt8] { identity.bytes }
  package var entityTag: String { identity.entityTag }
  /// What all representations take together, in bytes.
  package var byteCount: Int { packed.reduce(bytes.count) { $0 + $1.bytes.count } }

  /// A document of `bytes`, packed in each of `codings` as well.
  package init(bytes: [UInt8], codings: [ContentCoding] = [], next: String? = nil) {
    self.next = next
    identity = Representation(bytes, in: .identity)
    packed = codings.filter { $0 != .identity }.compactMap { coding in
      coding.encode(bytes).flatMap { packed in
        packed.count < bytes.count ? Representation(packed, in: coding) : nil
      }
    }
  }

  /// A document of JSON that is made for one answer, as it is.
  package init(_ write: (inout JSONWriter) -> Void) {
    self.init(bytes: JSONWriter.encode(write))
  }

  /// A document of JSON that is served many times, in all codings.
  package static func packed(
    next: String? = nil, _ write: (inout JSONWriter) -> Void
  ) -> PublishedDocument {
    PublishedDocument(
      bytes: JSONWriter.encode(write), codings: ContentCoding.allCases, next: next)
  }

  /// The document in `coding`, or as it is where that would be no smaller.
  package func representation(in coding: ContentCoding) -> Representation {
    packed.first { $0.coding == coding } ?? identity
  }
}
