import Foundation

/// The messages of libvips and its decoders, which are made for the log of a program: a line for each
/// problem, with the paths of files.
enum DecoderMessage {
  /// The text that is shown for `message`, in one line and without places of this machine.
  ///
  /// - Parameter path: the file that the message is about; `nil` for none.
  static func text(of message: String, about path: String?) -> String {
    let message = path.map { message.replacing($0, with: "the picture") } ?? message
    // No loader that may be used takes the file; libvips names the last one that it has tried.
    if message.contains("operation is blocked") || message.contains("not a known file format") {
      return "the picture is in a variant of its format that is not decoded here"
    }
    var lines: [Substring] = []
    for line in message.split(separator: "\n") {
      // Another path is nobody's business. Decoders repeat themselves.
      if !line.contains("/"), !lines.contains(line) { lines.append(line) }
    }
    return lines.isEmpty ? "the picture cannot be decoded" : lines.joined(separator: "; ")
  }
}
