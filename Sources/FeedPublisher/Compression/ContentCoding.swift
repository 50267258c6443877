import CBrotli
import CZlib

/// A content coding of a response (RFC 9110, section 8.4.1).
package enum ContentCoding: String, CaseIterable, Hashable, Sendable {
  case identity
  case gzip
  case brotli = "br"

  /// The effort of an encoder.
  package enum Effort: Sendable {
    /// Fast enough for a waiting client, for documents that are made again and again.
    case fast
    /// The smallest output, however long it takes, for assets that never change.
    case thorough
  }

  /// `bytes` in this coding; `nil` if they cannot be encoded.
  func encode(_ bytes: [UInt8], _ effort: Effort = .fast) -> [UInt8]? {
    switch self {
    case .identity: bytes
    // Level 6 is zlib's default. Higher levels save 1 % of a screen and take a quarter longer.
    case .gzip: Self.gzip(bytes, level: effort == .fast ? 6 : 9)
    // A screen of 36 KB takes 1.4 ms and becomes 4.8 KB. The best quality, 11, saves another 8 % and
    // takes fifty times as long, and a revision goes into service only after all its screens.
    case .brotli: Self.brotli(bytes, quality: effort == .fast ? 5 : 11)
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
