import CVips

/// The image library, started when it is first used.
enum LibVips {
  private static let isStarted = tanada_vips_start()

  /// - Throws: ``PictureError`` if the library cannot be started.
  static func start() throws(PictureError) {
    guard isStarted else { throw failure() }
  }

  /// Why the last operation of this thread failed.
  static func failure() -> PictureError {
    .invalid(String(cString: tanada_vips_error()))
  }

  /// The bytes that an operation makes.
  static func bytes(
    _ make: (UnsafeMutablePointer<UnsafeMutableRawPointer?>, UnsafeMutablePointer<Int>) -> Bool
  ) throws(PictureError) -> [UInt8] {
    try start()
    var bytes: UnsafeMutableRawPointer?
    var count = 0
    guard make(&bytes, &count), let bytes else { throw failure() }
    defer { tanada_vips_free(bytes) }
    return [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
  }
}

/// Why a picture cannot be decoded, drawn or encoded.
package enum PictureError: Error, Hashable, Sendable {
  /// The picture is invalid, for this reason.
  case invalid(String)
  /// The picture has more pixels than are decoded.
  case tooManyPixels(width: Int, height: Int, limit: Int)
  /// It took longer than the timeout.
  case timedOut(seconds: Double)
  /// The process that worked on it ended: it ran out of memory, or a decoder failed.
  case workerEnded
  /// The process cannot be started.
  case noWorker(String)
  /// Too many requests are waiting.
  case busy
}

extension PictureError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .invalid(let reason): reason
    case .tooManyPixels(let width, let height, let limit):
      "expected at most \(limit) pixels, found \(width) × \(height)"
    case .timedOut(let seconds): "decoding took longer than \(Int(seconds)) seconds"
    case .workerEnded: "decoding needed more memory than is allowed, or the decoder failed"
    case .noWorker(let reason): "the worker process cannot be started: \(reason)"
    case .busy: "too many pictures are waiting to be decoded"
    }
  }
}
