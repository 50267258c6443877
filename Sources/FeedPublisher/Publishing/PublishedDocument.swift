import FeedStore
package import StrictJSON

/// A document as it is served, with its strong entity tag, in every content coding.
package struct PublishedDocument: Sendable {
  /// The document in one coding.
  package struct Representation: Sendable {
    package let coding: ContentCoding
    package let bytes: [UInt8]
    /// The strong entity tag, quoted as in the `ETag` header. It depends on the bytes only, so every
    /// coding has its own.
    package let entityTag: String

    init(_ bytes: [UInt8], in coding: ContentCoding) {
      self.coding = coding
      self.bytes = bytes
      entityTag = EntityTag.text(of: bytes)
    }
  }

  /// The document without compression.
  package let identity: Representation
  /// The document in the codings that make it smaller.
  package let packed: [Representation]
  /// The address of the next page, for a page that has one.
  package let next: String?

  package var bytes: [UInt8] { identity.bytes }
  package var entityTag: String { identity.entityTag }
  /// The size of all representations together, in bytes.
  package var byteCount: Int { packed.reduce(bytes.count) { $0 + $1.bytes.count } }

  /// A document of `bytes`, also encoded in each of `codings`.
  package init(
    bytes: [UInt8], codings: [ContentCoding] = [], effort: ContentCoding.Effort = .fast,
    next: String? = nil
  ) {
    self.next = next
    identity = Representation(bytes, in: .identity)
    packed = codings.filter { $0 != .identity }.compactMap { coding in
      coding.encode(bytes, effort).flatMap { packed in
        packed.count < bytes.count ? Representation(packed, in: coding) : nil
      }
    }
  }

  /// A JSON document for a single response, without compression.
  package init(_ write: (inout JSONWriter) -> Void) {
    self.init(bytes: JSONWriter.encode(write))
  }

  /// A JSON document that is served many times, in all codings.
  package static func packed(
    next: String? = nil, _ write: (inout JSONWriter) -> Void
  ) -> PublishedDocument {
    PublishedDocument(
      bytes: JSONWriter.encode(write), codings: ContentCoding.allCases, next: next)
  }

  /// The document in `coding`, or without compression if the coding does not make it smaller.
  package func representation(in coding: ContentCoding) -> Representation {
    packed.first { $0.coding == coding } ?? identity
  }
}
