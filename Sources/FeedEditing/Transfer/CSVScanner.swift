import Foundation
import StrictJSON

/// Finds the rows and cells of a table in CSV (RFC 4180).
///
/// Rows end with CRLF, LF or CR. A cell in quotation marks may hold anything; a quotation mark in it
/// is written twice. Rows without a character are left out, and so is a byte-order mark.
struct CSVScanner {
  /// One row.
  struct Row {
    /// The 1-based line it begins on.
    let line: Int
    var cells: [Cell] = []
  }

  /// One cell.
  struct Cell {
    let bytes: [UInt8]
    /// Whether it is in quotation marks: an empty cell without them has no value.
    let isQuoted: Bool
  }

  /// Why scanning stopped.
  private(set) var problem: DocumentProblem?

  private enum State {
    case mark(Int)
    case cell, plain, quoted, quoteInQuoted, afterCarriageReturn
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The most cells of a row: a cell takes much more memory than its bytes.
  private let maximumCellCount: Int
  private var state = State.mark(0)
  private var row = Row(line: 1)
  private var cell: [UInt8] = []
  private var isQuoted = false
  private var rowSize = 0
  private var line = 1
  private var rows: [Row] = []

  /// A scanner at the beginning of a table.
  ///
  /// - Parameter maximumCellCount: the most cells of a row.
  init(maximumCellCount: Int) {
    self.maximumCellCount = maximumCellCount
  }

  /// The rows that end in `bytes`, the next piece of the table.
  mutating func scan(_ bytes: Data) -> [Row] {
    bytes.withUnsafeBytes { bytes in
      for byte in bytes where problem == nil { step(byte) }
    }
    return takeRows()
  }

  /// Ends the table, and with it its last row.
  mutating func finish() -> [Row] {
    guard problem == nil else { return [] }
    switch state {
    case .quoted:
      stop(.malformed("a quotation mark that is never closed"), line: row.line)
    case .mark(let count): for byte in Self.byteOrderMark.prefix(count) { append(byte) }
    default: break
    }
    if problem == nil { endRow() }
    return takeRows()
  }

  private mutating func takeRows() -> [Row] {
    defer { rows.removeAll(keepingCapacity: true) }
    return rows
  }

  private mutating func step(_ byte: UInt8) {
    switch (state, byte) {
    case (.mark(let count), _) where byte == Self.byteOrderMark[count]:
      state = count == 2 ? .cell : .mark(count + 1)
    case (.mark(let count), _):
      state = .cell
      for byte in Self.byteOrderMark.prefix(count) + [byte] { step(byte) }
    case (.afterCarriageReturn, UInt8(ascii: "\n")): state = .cell
    case (.afterCarriageReturn, _):
      state = .cell
      step(byte)

    case (.quoted, UInt8(ascii: "\"")): state = .quoteInQuoted
    case (.quoted, _):
      if byte == UInt8(ascii: "\n") { line += 1 }
      append(byte)
    case (.quoteInQuoted, UInt8(ascii: "\"")):
      append(byte)
      state = .quoted
    case (.cell, UInt8(ascii: "\"")):
      state = .quoted
      isQuoted = true
      rowSize += 1

    case (_, UInt8(ascii: ",")):
      endCell()
      state = .cell
    case (_, UInt8(ascii: "\n")), (_, UInt8(ascii: "\r")):
      endRow()
      line += 1
      row = Row(line: line)
      state = byte == UInt8(ascii: "\r") ? .afterCarriageReturn : .cell
    case (.quoteInQuoted, _):
      stop(.malformed("text after the closing quotation mark of a cell"), line: line)
    case (.plain, UInt8(ascii: "\"")):
      stop(.malformed("a quotation mark in an unquoted cell"), line: line)
    default:
      append(byte)
      state = .plain
    }
  }

  private mutating func append(_ byte: UInt8) {
    cell.append(byte)
    rowSize += 1
    guard rowSize > ItemSize.maximum else { return }
    problem = DocumentProblem(
      pointer: "", expected: .itemWithin(bytes: ItemSize.maximum), found: .moreBytes,
      line: row.line)
  }

  private mutating func endCell() {
    guard row.cells.count < maximumCellCount else {
      problem = DocumentProblem(
        pointer: "", expected: .words("at most \(maximumCellCount) cells in a row"),
        found: .malformed("more"), line: row.line)
      return
    }
    row.cells.append(Cell(bytes: cell, isQuoted: isQuoted))
    isQuoted = false
    cell.removeAll(keepingCapacity: true)
    rowSize += 1
  }

  private mutating func endRow() {
    // Quotation marks count, so that a row of one empty cell can be written.
    if rowSize > 0 {
      endCell()
      if problem == nil { rows.append(row) }
    }
    rowSize = 0
  }

  private mutating func stop(_ found: DocumentProblem.Finding, line: Int) {
    problem = DocumentProblem(
      pointer: "", expected: .words("CSV (RFC 4180)"), found: found, line: line)
  }
}
