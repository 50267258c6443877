import FeedModel
import Foundation
import StrictJSON

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The two streams of a command, and the terminal behind them.
enum Console {
  /// Writes lines for people to standard output: what files and servers have called something does not control the
  /// terminal.
  static func output(_ text: String) throws(Failure) {
    try draw(Array(text.printableLines.utf8))
  }

  /// Writes data to standard output, as a terminal shows it.
  static func output(_ bytes: [UInt8]) throws(Failure) {
    try draw(shown(bytes))
  }

  /// Writes to standard output what may control the terminal, such as colours. A disk may be full, and a reader gone.
  static func draw(_ bytes: [UInt8]) throws(Failure) {
    do { try FileHandle.standardOutput.write(contentsOf: Data(bytes)) } catch {
      throw Failure("standard output: cannot be written; check that its disk has space")
    }
  }

  /// Data as standard output gets it: a file or another program the bytes, and a terminal escapes in place of what
  /// would control it.
  static func shown(_ bytes: [UInt8], isTerminal: Bool = Console.outputIsTerminal) -> [UInt8] {
    guard isTerminal else { return bytes }
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\r\n", omittingEmptySubsequences: false)
    return Array(lines.map { String($0).printableLines }.joined(separator: "\r\n").utf8)
  }

  /// Writes data and the end of its line to standard output.
  static func output(line bytes: [UInt8]) throws(Failure) {
    try output(bytes + [UInt8(ascii: "\n")])
  }

  /// Writes a line for the user to standard error.
  static func message(_ text: String) {
    report(Array((text.printableLines + "\n").utf8))
  }

  /// Writes over the current line of standard error, which must be a terminal.
  static func status(_ text: String) {
    report(Array(("\r\u{1B}[K" + text.printable).utf8))
  }

  /// Writes to standard error. What cannot be written there is lost: there is no other place to say so, and a server
  /// whose log is on a full disk serves.
  static func report(_ bytes: [UInt8]) {
    try? FileHandle.standardError.write(contentsOf: Data(bytes))
  }

  /// Rows as lines, with columns as wide as their longest cell. The last cell of a row is not padded: the number of
  /// characters does not determine the width of a name.
  ///
  /// - Parameter right: The columns that are aligned at the right.
  static func table(_ rows: [[String]], right: Set<Int> = []) -> String {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      row.enumerated().map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        if right.contains(column) { return space + cell }
        return column == row.count - 1 ? cell : cell + space
      }.joined(separator: "  ") + "\n"
    }.joined()
  }

  static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
  static var messagesAreTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Whether output may be coloured (no-color.org).
  static var outputHasColor: Bool {
    let environment = ProcessInfo.processInfo.environment
    return outputIsTerminal && environment["NO_COLOR", default: ""].isEmpty
      && environment["TERM"] != "dumb"
  }

  /// Cells across: `COLUMNS`, else the terminal's own, else 80.
  static var columns: Int {
    if let columns = ProcessInfo.processInfo.environment["COLUMNS"].flatMap(Int.init), columns > 0 {
      return columns
    }
    var size = winsize()
    if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
      return Int(size.ws_col)
    }
    return 80
  }

  /// The bytes of the file at `path`, or of standard input for `-`.
  static func read(_ path: String) throws(Failure) -> Data {
    if path == "-" { return try standardInput() }
    do { return try NamedFile.contents(of: path) } catch {
      throw Failure(reading: path, error)
    }
  }

  /// All of standard input, which may be a folder or a disk in trouble.
  static func standardInput() throws(Failure) -> Data {
    do { return try FileHandle.standardInput.readToEnd() ?? Data() } catch {
      throw Failure("standard input: cannot be read")
    }
  }

  /// Writes `bytes` to what is at `path`, where a file is replaced as a whole, or to standard output.
  ///
  /// - Parameter isDrawn: Whether they control the terminal that they are for.
  static func write(_ bytes: [UInt8], to path: String?, isDrawn: Bool = false) throws {
    guard let path, path != "-" else { return try isDrawn ? draw(bytes) : output(bytes) }
    do {
      let file = try WrittenFile(at: path)
      try file.write(isDrawn ? bytes : shown(bytes, isTerminal: file.isTerminal))
      try file.finish()
    } catch {
      throw Failure(writing: path, error)
    }
  }
}

/// The lines of the log on standard error: each entry is one line, whatever names and errors of others are in it, and
/// controls no terminal.
struct LogStream: TextOutputStream, Sendable {
  var send: @Sendable ([UInt8]) -> Void = Console.report

  mutating func write(_ text: String) {
    let entry = text.hasSuffix("\n") ? text.dropLast() : text[...]
    send(Array((String(entry).printable + "\n").utf8))
  }
}
