import FeedModel
import FeedStore
import Foundation
import StrictJSON

/// A table with a row of column names, in any order, and a row an item, as spreadsheets save it. Rows and columns
/// without anything in them are left out.
struct CSVTransferDecoder: TransferDecoder {
  private(set) var problems = DocumentProblems()
  private(set) var unknownFields: [String: Int] = [:]
  private(set) var canContinue = true

  private let kind: ContentKind
  private var text = TableText()
  /// `nil` as long as the separator is not known.
  private var scanner: CSVScanner?
  private var columns: CSVColumns?
  private var nextIndex = 0
  private var seen = IdentifierSet()

  /// How many columns of no field a table may have, beside those of the fields and the window.
  static let maximumUnknownColumnCount = 1_000
  /// How much of the text is looked at for the separator, in bytes: less than the first piece of a long one has.
  private static let sampleSize = TableText.sampleSize / 4

  init(kind: ContentKind) {
    self.kind = kind
  }

  mutating func decode(_ bytes: Data) -> [StagedItem] {
    guard canContinue else { return [] }
    return take(text.decode(bytes))
  }

  mutating func finish() -> [StagedItem] {
    guard canContinue else { return [] }
    var items = take(text.finish())
    if canContinue, var last = scanner {
      items += take(last.finish(), from: last)
    }
    if columns == nil, canContinue {
      stop([DocumentProblem(pointer: "", expected: .words("column names"), found: .emptyFile)])
    }
    return items
  }

  /// The items in the next piece of the text.
  private mutating func take(_ piece: [UInt8]) -> [StagedItem] {
    var items: [StagedItem] = []
    if !piece.isEmpty {
      var scanner = scanner ?? newScanner(of: piece)
      let rows = scanner.scan(piece[...])
      items = take(rows, from: scanner)
      self.scanner = scanner
    }
    if var problem = text.problem, canContinue {
      problem.line = problem.line ?? scanner?.line
      stop([problem])
    }
    return items
  }

  private func newScanner(of beginning: [UInt8]) -> CSVScanner {
    let localizedCount = kind.fields.count(where: \.isLocalized)
    return CSVScanner(
      separator: CSVColumns.separator(in: beginning.prefix(Self.sampleSize)),
      maximumCellCount: kind.allFields.count + localizedCount * Locales.maximumCount
        + WindowField.all.count + Self.maximumUnknownColumnCount)
  }

  private mutating func take(_ rows: [CSVScanner.Row], from scanner: CSVScanner) -> [StagedItem] {
    var items: [StagedItem] = []
    for row in rows where canContinue && !row.isBlank {
      if let columns {
        if let item = item(row, columns) { items.append(item) }
      } else if !row.saysSeparator {
        begin(row)
      }
    }
    if let problem = scanner.problem, canContinue { stop([problem]) }
    return items
  }

  /// The row of column names.
  private mutating func begin(_ row: CSVScanner.Row) {
    let made = CSVColumns(row, kind: kind)
    columns = made
    let (count, maximum) = (made.unknownNames.count, Self.maximumUnknownColumnCount)
    guard count <= maximum else {
      return stop([
        DocumentProblem(
          pointer: "", expected: .words("at most \(maximum) columns of no field"),
          found: .number("\(count)"), line: row.line)
      ])
    }
    for name in made.unknownNames { unknownFields[name, default: 0] += 1 }
    if !made.problems.isEmpty { stop(made.problems) }
  }

  private mutating func item(
    _ row: CSVScanner.Row, _ columns: CSVColumns
  ) -> StagedItem? {
    defer { nextIndex += 1 }
    for index in columns.unnamedIndices
    where row.cells.indices.contains(index) && !row.cells[index].isBlank {
      unknownFields["column \(index + 1)"] = 1
    }
    var reader = CSVFieldReader(row, columns: columns)
    var item: StagedItem?
    if reader.problems.isEmpty {
      let content = reader.item(of: kind)
      let window = columns.haveWindow ? reader.window() : nil
      if content.id > 0, !seen.insert(content.id) {
        reader.note(
          DocumentProblem(
            pointer: "/id", expected: .uniqueIdentifier, found: .duplicate(content.id)))
      }
      item = StagedItem(
        content, translations: reader.translations(of: kind), window: window,
        hasCondition: columns[WindowField.when] != nil,
        place: StagedItem.Place(pointer: "/\(nextIndex)", line: row.line))
    }
    if let name = reader.encoding {
      stop([
        DocumentProblem(pointer: "", expected: .table, found: .encoding(name), line: row.line)
      ])
      return nil
    }
    for problem in reader.problems {
      problems.append(problem.below("/\(nextIndex)", line: row.line))
    }
    return reader.problems.isEmpty ? item : nil
  }

  private mutating func stop(_ found: [DocumentProblem]) {
    for problem in found { problems.append(problem) }
    canContinue = false
  }
}
