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
  static func output(_ text: String) {
    draw(Array(text.printableLines.utf8))
  }

  /// Writes data to standard output, as a terminal shows it.
  static func output(_ bytes: [UInt8]) {
    draw(shown(bytes))
  }

  /// Writes to standard output what may control the terminal, such as colours.
  static func draw(_ bytes: [UInt8]) {
    FileHandle.standardOutput.write(Data(bytes))
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
  static func output(line bytes: [UInt8]) {
    output(bytes + [UInt8(ascii: "\n")])
  }

  /// Writes a line for the user to standard error.
  static func message(_ text: String) {
    FileHandle.standardError.write(Data((text.printableLines + "\n").utf8))
  }

  /// Writes over the current line of standard error, which must be a terminal.
  static func status(_ text: String) {
    FileHandle.standardError.write(Data(("\r\u{1B}[K" + text.printable).utf8))
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
  static func read(_ path: String) throws -> Data {
    if path == "-" { return FileHandle.standardInput.readDataToEndOfFile() }
    do { return try NamedFile.contents(of: path) } catch {
      throw Failure.cannotRead(path: path, error)
    }
  }

  /// Writes `bytes` to what is at `path`, where a file is replaced as a whole, or to standard output.
  ///
  /// - Parameter isDrawn: Whether they control the terminal that they are for.
  static func write(_ bytes: [UInt8], to path: String?, isDrawn: Bool = false) throws {
    guard let path, path != "-" else { return isDrawn ? draw(bytes) : output(bytes) }
    do {
      let file = try WrittenFile(at: path)
      try file.write(isDrawn ? bytes : shown(bytes, isTerminal: file.isTerminal))
      try file.finish()
    } catch {
      throw Failure(writing: path, error)
    }
  }
}
