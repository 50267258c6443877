import StrictJSON

/// The lines of the log on standard error: each entry is one line, whatever names and errors of others are in it, and
/// controls no terminal.
struct LogStream: TextOutputStream, Sendable {
  var send: @Sendable ([UInt8]) -> Void = Console.report

  mutating func write(_ text: String) {
    let entry = text.hasSuffix("\n") ? text.dropLast() : text[...]
    send(Array((String(entry).printable + "\n").utf8))
  }
}
