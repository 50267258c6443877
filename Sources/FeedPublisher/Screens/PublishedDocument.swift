import CBrotli
import CZlib
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
  private let isThorough: Bool
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
    bytes: [UInt8], codings: [ContentCoding] = [], thoroughly: Bool = false,
    next: String? = nil, entityTag: String? = nil
  ) {
    ownTag = entityTag
    self.bytes = bytes
    self.codings = codings.filter { $0 != .identity }
    isThorough = thoroughly
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
    guard let packed = coding.encode(bytes, thoroughly: isThorough), packed.count < bytes.count
    else {
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

/// A content coding of a response (RFC 9110, section 8.4.1).
package enum ContentCoding: String, CaseIterable, Hashable, Sendable {
  case identity
  case gzip
  case brotli = "br"

  /// `bytes` in this coding; `nil` if they cannot be encoded.
  ///
  /// - Parameter thoroughly: whether the output is the smallest one, however long that takes, for assets that never change;
  ///   otherwise it is made fast enough for a waiting client.
  func encode(_ bytes: [UInt8], thoroughly: Bool) -> [UInt8]? {
    switch self {
    case .identity: bytes
    // Level 6 is zlib's default. Higher levels save 1 % of a screen and take a quarter longer.
    case .gzip: Self.gzip(bytes, level: thoroughly ? 9 : 6)
    // A screen of 36 KB takes 1.4 ms and becomes 4.8 KB. The best quality, 11, saves another 8 % and
    // takes fifty times as long, and a revision goes into service only after all its screens.
    case .brotli: Self.brotli(bytes, quality: thoroughly ? 11 : 5)
    }
  }

  /// `bytes` compressed by zlib in the gzip format (RFC 1952); `nil` when there is no memory for
  /// it. The header holds no time and no file name.
  private static func gzip(_ bytes: [UInt8], level: Int32) -> [UInt8]? {
    // The largest window, 32 KiB, plus 16 for the gzip format, and zlib's default for the memory of its
    // state (zlib.h, deflateInit2).
    let (windowBits, memoryLevel): (Int32, Int32) = (15 + 16, 8)
    guard let count = UInt32(exactly: bytes.count) else { return nil }
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    guard
      deflateInit2_(
        &stream, level, Z_DEFLATED, windowBits, memoryLevel, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        size) == Z_OK
    else { return nil }
    defer { deflateEnd(&stream) }

    let bound = Int(deflateBound(&stream, UInt(count)))
    guard let capacity = UInt32(exactly: bound) else { return nil }
    var input = bytes
    var status = Z_OK
    let output = [UInt8](unsafeUninitializedCapacity: bound) { buffer, written in
      input.withUnsafeMutableBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = count
        stream.next_out = buffer.baseAddress
        stream.avail_out = capacity
        status = deflate(&stream, Z_FINISH)
      }
      written = bound - Int(stream.avail_out)
    }
    return status == Z_STREAM_END ? output : nil
  }

  /// `bytes` compressed by Google's encoder of RFC 7932; `nil` when there is no memory for it.
  private static func brotli(_ bytes: [UInt8], quality: Int32) -> [UInt8]? {
    let bound = BrotliEncoderMaxCompressedSize(bytes.count)
    // 0 means that the bound does not fit into a size.
    guard bound > 0 else { return nil }
    var succeeded = false
    let output = [UInt8](unsafeUninitializedCapacity: bound) { buffer, written in
      var size = bound
      succeeded =
        BrotliEncoderCompress(
          quality, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT, bytes.count, bytes, &size,
          buffer.baseAddress) == BROTLI_TRUE
      written = succeeded ? size : 0
    }
    return succeeded ? output : nil
  }
}
