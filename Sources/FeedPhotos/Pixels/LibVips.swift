import CVips
import Foundation

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
    .invalid(text(of: String(cString: tanada_vips_error()), about: path))
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

/// The messages of libvips and its decoders, which are made for the log of a program: a line for each
/// problem, with the paths of files.
extension LibVips {
  /// The text that is shown for `message`, in one line and without places of this machine: a sentence for people, and
  /// the words of the decoder in brackets.
  ///
  /// - Parameter path: the file that the message is about; `nil` for none.
  private static func text(of message: String, about path: String?) -> String {
    let message = path.map { message.replacing($0, with: "the picture") } ?? message
    var lines: [Substring] = []
    for line in message.split(separator: "\n") {
      // Another path is nobody's business. Decoders repeat themselves.
      if !line.contains("/"), !lines.contains(line) { lines.append(line) }
    }
    let sentence = sentence(for: message, isOfFile: path != nil)
    // No loader that may be used takes the file; libvips names the last one that it has tried.
    let isExplained = lines.isEmpty || refusals.contains(where: message.contains)
    return isExplained ? sentence : "\(sentence) (\(lines.joined(separator: "; ")))"
  }

  /// What libvips says of a file that none of its loaders takes.
  private static let refusals = ["operation is blocked", "not a known file format"]

  private static func sentence(for message: String, isOfFile: Bool) -> String {
    let message = message.lowercased()
    if refusals.contains(where: message.contains) || message.contains("unsupported")
      || message.contains("not supported")
    {
      return "the picture is in a variant of its format that is not decoded here"
    }
    // That of another cause may be whole.
    if !isOfFile || message.contains("out of memory") || message.contains("allocat") {
      return "the picture cannot be decoded"
    }
    return "the file is damaged: pixels are missing or wrong"
  }
}
