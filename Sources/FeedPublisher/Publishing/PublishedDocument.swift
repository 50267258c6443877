import FeedStore
package import StrictJSON
import Synchronization

/// A document as it is served, with its strong entity tag, in every content coding. It is compressed when a
/// coding is first asked for, and always to the same bytes.
package struct PublishedDocument: Sendable {
  /// The document in one coding.
  package struct Representation: Sendable {
    package let coding: ContentCoding
    package let bytes: [UInt8]
    /// The strong entity tag, quoted as in the `ETag` header. It depends on the bytes only, so every
    /// coding has its own.
    package let entityTag: String

    init(_ bytes: [UInt8], in coding: ContentCoding, entityTag: String? = nil) {
      self.coding = coding
      self.bytes = bytes
      self.entityTag = entityTag ?? EntityTag.text(of: bytes)
    }
  }

  /// The document without compression.
  package let bytes: [UInt8]
  /// The codings that compress it.
  package let codings: [ContentCoding]
  /// The address of the next page, for a page that has one.
  package let next: String?
  private let effort: ContentCoding.Effort
  /// The tag without compression, if it is not that of the bytes.
  private let ownTag: String?
  private let made = Representations()

  /// The tag of the document without compression.
  package var entityTag: String { representation(in: .identity).entityTag }

  /// The size of all representations that have been made, in bytes.
  package var byteCount: Int { bytes.count + made.packedByteCount }

  /// Calls `note` with the size of each representation that is compressed from now on, in bytes.
  package func countRepresentations(_ note: @escaping @Sendable (_ byteCount: Int) -> Void) {
    made.note.withLock { $0 = note }
  }

  /// A document of `bytes`, also encoded in each of `codings`.
  ///
  /// - Parameter entityTag: The tag without compression; `nil` for that of the bytes.
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

  /// The document in `coding` as ``representation(in:)`` returns it, if that has been called before.
  package func knownRepresentation(in coding: ContentCoding) -> Representation? {
    made.known(in: codings.contains(coding) ? coding : .identity)
  }

  /// The document in `coding`, or without compression if the coding does not make it smaller.
  package func representation(in coding: ContentCoding) -> Representation {
    let offered = codings.contains(coding) ? coding : .identity
    return made.representation(in: offered) {
      guard let packed = offered.encode(bytes, effort), packed.count < bytes.count else {
        return offered == .identity
          ? Representation(bytes, in: .identity, entityTag: ownTag) : representation(in: .identity)
      }
      made.note.withLock { $0 }?(packed.count)
      return Representation(packed, in: offered)
    }
  }
}

/// The representations of a document that have been made.
private final class Representations: Sendable {
  private typealias Slot = Mutex<PublishedDocument.Representation?>

  /// Called with the size of each one that is compressed.
  let note = Mutex<(@Sendable (_ byteCount: Int) -> Void)?>(nil)
  private let identity = Slot(nil)
  private let gzip = Slot(nil)
  private let brotli = Slot(nil)

  /// The representation in `coding`; `nil` if it is not made, or is being made.
  func known(in coding: ContentCoding) -> PublishedDocument.Representation? {
    func known(_ slot: borrowing Slot) -> PublishedDocument.Representation? {
      slot.withLockIfAvailable { $0 } ?? nil
    }
    return switch coding {
    case .identity: known(identity)
    case .gzip: known(gzip)
    case .brotli: known(brotli)
    }
  }

  /// The size of those that are compressed, in bytes.
  var packedByteCount: Int {
    [ContentCoding.gzip, .brotli].compactMap { known(in: $0) }
      .reduce(0) { $0 + ($1.coding == .identity ? 0 : $1.bytes.count) }
  }

  /// The representation in `coding`, made by `make` the first time. Other callers wait for it meanwhile, which is
  /// sooner than if they made it too.
  func representation(
    in coding: ContentCoding, make: () -> PublishedDocument.Representation
  ) -> PublishedDocument.Representation {
    func known(_ slot: borrowing Slot) -> PublishedDocument.Representation {
      slot.withLock { slot in
        if let slot { return slot }
        let made = make()
        slot = made
        return made
      }
    }
    return switch coding {
    case .identity: known(identity)
    case .gzip: known(gzip)
    case .brotli: known(brotli)
    }
  }
}
