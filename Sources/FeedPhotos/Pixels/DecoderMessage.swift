import Foundation

/// The messages of libvips and its decoders, which are made for the log of a program: a line for each
/// problem, with the paths of files.
enum DecoderMessage {
  /// The text that is shown for `message`, in one line and without places of this machine: a sentence for people, and
  /// the words of the decoder in brackets.
  ///
  /// - Parameter path: the file that the message is about; `nil` for none.
  static func text(of message: String, about path: String?) -> String {
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
