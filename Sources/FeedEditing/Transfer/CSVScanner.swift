import FeedModel
import StrictJSON

/// Finds the rows and cells of a table in CSV (RFC 4180), whatever separates its cells.
///
/// Rows end with CRLF, LF or CR. A cell in quotation marks may hold anything; a quotation mark in it
/// is written twice. Rows without a character are left out.
///
/// Tables with tabs are often written without quotation marks around cells: there those that do not stand around a
/// whole cell are part of its text. `"Best"` may be either, and is taken for a cell in quotation marks.
struct CSVScanner {
  /// One row.
  struct Row {
    /// The 1-based line it begins on.
    let line: Int
    var cells: [Cell] = []
    /// Whether its end is there: a table that is cut ends within a row.
    var isEnded = false

    /// Whether there is nothing in its cells, as in the rows below a table in a spreadsheet.
    var isBlank: Bool { cells.allSatisfy(\.isBlank) }
  }

  /// One cell.
  struct Cell {
    let bytes: [UInt8]
    /// Whether it is in quotation marks: an empty cell without them has no value.
    let isQuoted: Bool

    static let nothing = Cell(bytes: [], isQuoted: false)

    /// Whether there is nothing but white space in it.
    var isBlank: Bool {
      guard let first = bytes.first else { return true }
      let mayBeSpace = first <= 0x20 || first >= 0x80
      return mayBeSpace && String(decoding: bytes, as: UTF8.self).withoutSpaceAround.isEmpty
    }
  }

  /// Why scanning stopped.
  private(set) var problem: DocumentProblem?

  private enum State {
    case cell, plain, quoted, quoteInQuoted, afterCarriageReturn
  }

  private let separator: UInt8
  /// The most cells of a row: a cell takes much more memory than its bytes.
  private let maximumCellCount: Int
  private var state = State.cell
  private var row = Row(line: 1)
  private var cell: [UInt8] = []
  private var isQuoted = false
  private var rowSize = 0
  /// The 1-based line of the next byte.
  private(set) var line = 1
  private var rows: [Row] = []

  /// A scanner at the beginning of a table.
  ///
  /// - Parameters:
  ///   - separator: what separates the cells of a row.
  ///   - maximumCellCount: the most cells of a row.
  init(separator: UInt8, maximumCellCount: Int = .max) {
    self.separator = separator
    self.maximumCellCount = maximumCellCount
  }

  /// The rows that end in `text`, the next piece of the table.
  mutating func scan(_ text: ArraySlice<UInt8>) -> [Row] {
    text.withUnsafeBufferPointer { text in
      for byte in text where problem == nil { step(byte) }
    }
    return takeRows()
  }

  /// Ends the table, and with it its last row.
  mutating func finish() -> [Row] {
    guard problem == nil else { return [] }
    if case .quoted = state {
      stop(.malformed("a quotation mark that is never closed"), line: row.line)
    } else {
      endRow(isEnded: false)
    }
    return takeRows()
  }

  private mutating func takeRows() -> [Row] {
    defer { rows.removeAll(keepingCapacity: true) }
    return rows
  }

  private mutating func step(_ byte: UInt8) {
    switch (state, byte) {
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

    case (_, separator):
      endCell()
      state = .cell
    case (_, UInt8(ascii: "\n")), (_, UInt8(ascii: "\r")):
      endRow(isEnded: true)
      line += 1
      row = Row(line: line)
      state = byte == UInt8(ascii: "\r") ? .afterCarriageReturn : .cell
    case (.quoteInQuoted, _) where mayBePlain: takePlainly(byte)
    case (.quoteInQuoted, _):
      stop(.malformed("text after the closing quotation mark of a cell"), line: line)
    case (.plain, UInt8(ascii: "\"")) where !mayBePlain:
      stop(.malformed("a quotation mark in an unquoted cell"), line: line)
    default:
      append(byte)
      state = .plain
    }
  }

  /// Whether quotation marks in cells may be text.
  private var mayBePlain: Bool { separator == UInt8(ascii: "\t") }

  /// Takes the quotation marks of the cell for text, since `byte` follows the last one, and reads it again: it may hold
  /// several cells and rows.
  private mutating func takePlainly(_ byte: UInt8) {
    let mark = UInt8(ascii: "\"")
    let text = cell.flatMap { $0 == mark ? [mark, mark] : [$0] } + [mark, byte]
    line -= cell.count { $0 == UInt8(ascii: "\n") }
    rowSize -= cell.count + 1
    isQuoted = false
    cell.removeAll(keepingCapacity: true)
    append(mark)
    state = .plain
    for byte in text where problem == nil { step(byte) }
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

  private mutating func endRow(isEnded: Bool) {
    // Quotation marks count, so that a row of one empty cell can be written.
    if rowSize > 0 {
      endCell()
      row.isEnded = isEnded
      if problem == nil { rows.append(row) }
    }
    rowSize = 0
  }

  private mutating func stop(_ found: DocumentProblem.Finding, line: Int) {
    problem = DocumentProblem(
      pointer: "", expected: .words("CSV (RFC 4180)"), found: found, line: line)
  }
}
