import FeedStore
package import StrictJSON
import Synchronization

/// A document as it is served, in every content coding. It is compressed when a coding is first
/// asked for, and always to the same bytes.
package final class PublishedDocument: Sendable {
  /// The document in one coding.
  package struct Representation: Sendable {
    package let coding: ContentCoding
    package let bytes: [UInt8]
    /// The strong entity tag, quoted as in the `ETag` header. It depends on the bytes only.
    package let entityTag: String

    init(_ bytes: [UInt8], in coding: ContentCoding, entityTag: String? = nil) {
      self.coding = coding
      self.bytes = bytes
      self.entityTag = entityTag ?? EntityTag.text(of: bytes)
    }
  }

  private typealias Slot = Mutex<Representation?>

  /// The document without compression.
  package let bytes: [UInt8]
  /// The codings that compress it.
  package let codings: [ContentCoding]
  /// The address of the next page, for a page that has one.
  package let next: String?
  private let effort: ContentCoding.Effort
  /// The tag without compression, if it is not that of the bytes.
  private let ownTag: String?
  /// Called with the size of each representation that is compressed.
  private let note = Mutex<(@Sendable (_ byteCount: Int) -> Void)?>(nil)
  private let identity = Slot(nil)
  private let gzip = Slot(nil)
  private let brotli = Slot(nil)

  /// A document of `bytes`, also encoded in each of `codings`, with the tag of the bytes unless it
  /// has its own.
  package init(
    bytes: [UInt8], codings: [ContentCoding] = [], effort: ContentCoding.Effort = .fast,
    next: String? = nil, entityTag: String? = nil
  ) {
    ownTag = entityTag
    self.bytes = bytes
    self.codings = codings.filter { $0 != .identity }
    self.effort = effort
    self.next = next
  }

  /// A JSON document for a single response, without compression.
  package convenience init(_ write: (inout JSONWriter) -> Void) {
    self.init(bytes: JSONWriter.encode(write))
  }

  /// A JSON document that is served many times, in all codings.
  package static func packed(
    next: String? = nil, _ write: (inout JSONWriter) -> Void
  ) -> PublishedDocument {
    PublishedDocument(
      bytes: JSONWriter.encode(write), codings: ContentCoding.allCases, next: next)
  }
}

extension PublishedDocument {
  /// The tag of the document without compression.
  package var entityTag: String { representation(in: .identity).entityTag }

  /// The size of all representations that have been made, in bytes.
  package var byteCount: Int {
    [ContentCoding.gzip, .brotli].compactMap { made(in: $0) }
      .reduce(bytes.count) { $0 + ($1.coding == .identity ? 0 : $1.bytes.count) }
  }

  /// Calls `note` with the size of each representation that is compressed from now on, in bytes.
  package func countRepresentations(_ note: @escaping @Sendable (_ byteCount: Int) -> Void) {
    self.note.withLock { $0 = note }
  }

  /// The document in `coding`, if ``representation(in:)`` has been called before.
  package func knownRepresentation(in coding: ContentCoding) -> Representation? {
    made(in: offered(coding))
  }

  /// The document in `coding`, or without compression if that is not larger. Other callers wait
  /// while it is made, which is sooner than if they made it too.
  package func representation(in coding: ContentCoding) -> Representation {
    let coding = offered(coding)
    func known(_ slot: borrowing Slot) -> Representation {
      slot.withLock { slot in
        let known = slot ?? make(in: coding)
        slot = known
        return known
      }
    }
    return switch coding {
    case .identity: known(identity)
    case .gzip: known(gzip)
    case .brotli: known(brotli)
    }
  }

  private func offered(_ coding: ContentCoding) -> ContentCoding {
    codings.contains(coding) ? coding : .identity
  }

  private func make(in coding: ContentCoding) -> Representation {
    guard coding != .identity else { return Representation(bytes, in: coding, entityTag: ownTag) }
    guard let packed = coding.encode(bytes, effort), packed.count < bytes.count else {
      return representation(in: .identity)
    }
    note.withLock { $0 }?(packed.count)
    return Representation(packed, in: coding)
  }

  /// The representation in `coding`; `nil` if it is not made, or is being made.
  private func made(in coding: ContentCoding) -> Representation? {
    func known(_ slot: borrowing Slot) -> Representation? { slot.withLockIfAvailable { $0 } ?? nil }
    return switch coding {
    case .identity: known(identity)
    case .gzip: known(gzip)
    case .brotli: known(brotli)
    }
  }
}
