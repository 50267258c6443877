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
