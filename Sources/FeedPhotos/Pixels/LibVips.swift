import CVips

/// The image library, loaded and started when it is first used: in worker processes, since loading it takes time
/// and memory.
package enum LibVips {
  /// Why the library cannot be started; `nil` if it is.
  private static let problem = tanada_vips_start().map { String(cString: $0) }

  /// Starts the library, unless it is started already.
  ///
  /// - Throws: ``PictureError/noWorker(_:)`` if the library cannot be started.
  package static func start() throws(PictureError) {
    if let problem { throw .noWorker(problem) }
  }

  /// Why the last operation of this thread failed.
  ///
  /// - Parameter path: the file that it was about; `nil` for none.
  static func failure(about path: String? = nil) -> PictureError {
    .invalid(DecoderMessage.text(of: String(cString: tanada_vips_error()), about: path))
  }

  /// Forgets what went wrong before: decoders also leave messages about pictures that they have decoded.
  static func forgetFailures() { _ = tanada_vips_error() }

  /// The bytes that an operation makes.
  ///
  /// - Parameter path: the file that it reads; `nil` for none.
  static func bytes(
    of path: String? = nil,
    _ make: (UnsafeMutablePointer<UnsafeMutableRawPointer?>, UnsafeMutablePointer<Int>) -> Bool
  ) throws(PictureError) -> [UInt8] {
    try start()
    var bytes: UnsafeMutableRawPointer?
    var count = 0
    guard make(&bytes, &count), let bytes else { throw failure(about: path) }
    defer { tanada_vips_free(bytes) }
    return [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
  }
}
