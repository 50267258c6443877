import CZlib
import Foundation

/// The decoder of the zlib format (RFC 1950).
enum Zlib {
  /// `bytes` decompressed; `nil` if they are damaged or make more than `limit` bytes.
  static func inflate(_ bytes: Data, limit: Int) -> Data? {
    guard let count = UInt32(exactly: bytes.count), let capacity = UInt32(exactly: limit) else {
      return nil
    }
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit_(&stream, ZLIB_VERSION, size) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }

    var status = Z_OK
    var input = [UInt8](bytes)
    let output = [UInt8](unsafeUninitializedCapacity: limit) { buffer, written in
      input.withUnsafeMutableBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = count
        stream.next_out = buffer.baseAddress
        stream.avail_out = capacity
        status = CZlib.inflate(&stream, Z_FINISH)
      }
      written = limit - Int(stream.avail_out)
    }
    return status == Z_STREAM_END ? Data(output) : nil
  }
}
