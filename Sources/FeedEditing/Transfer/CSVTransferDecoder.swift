import FeedModel
import FeedStore
import Foundation
import StrictJSON

/// A table with a row of column names, in any order, and a row an item.
struct CSVTransferDecoder: TransferDecoder {
  private(set) var problems = DocumentProblems()
  private(set) var unknownFields: [String: Int] = [:]
  private(set) var canContinue = true

  private let kind: ContentKind
  private var scanner: CSVScanner
  private var columns: CSVColumns?
  private var nextIndex = 0
  private var seen = IdentifierSet()

  /// How many columns of no field a table may have, beside those of the fields and the window.
  static let maximumUnknownColumnCount = 1_000

  init(kind: ContentKind) {
    self.kind = kind
    let localizedCount = kind.fields.count(where: \.isLocalized)
    scanner = CSVScanner(
      maximumCellCount: kind.allFields.count + localizedCount * Locales.maximumCount
        + WindowField.all.count + Self.maximumUnknownColumnCount)
  }

  mutating func decode(_ bytes: Data) -> [StagedItem] {
    guard canContinue else { return [] }
    return take(scanner.scan(bytes))
  }

  mutating func finish() -> [StagedItem] {
    guard canContinue else { return [] }
    let items = take(scanner.finish())
    if columns == nil, canContinue {
      stop([DocumentProblem(pointer: "", expected: .words("column names"), found: .emptyFile)])
    }
    return items
  }

  private mutating func take(_ rows: [CSVScanner.Row]) -> [StagedItem] {
    var items: [StagedItem] = []
    for row in rows where canContinue {
      if let columns {
        if let item = item(row, columns) { items.append(item) }
      } else {
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

/// The columns of a table, from its first row: which column holds which field.
struct CSVColumns {
  let count: Int
  let problems: [DocumentProblem]
  /// Columns of no field.
  let unknownNames: [String]
  /// Whether any column says when items are shown.
  let haveWindow: Bool
  /// The columns of translations.
  let translations: [(name: String, place: Int, locale: LocaleTag)]
  private let indices: [String: Int]

  /// The columns of a table of `kind`.
  init(_ row: CSVScanner.Row, kind: ContentKind) {
    var problems: [DocumentProblem] = []
    var indices: [String: Int] = [:]
    func note(_ expected: DocumentProblem.Expectation, _ found: DocumentProblem.Finding) {
      problems.append(
        DocumentProblem(pointer: "", expected: expected, found: found, line: row.line))
    }
    let names = row.cells.map { String(validating: $0.bytes, as: UTF8.self) }
    for (index, name) in names.enumerated() {
      guard let name else {
        note(.utf8, .malformed("invalid bytes"))
        continue
      }
      if indices.updateValue(index, forKey: name) != nil {
        note(.words("each column at most once"), .text(name))
      }
    }
    let fields = kind.allFields
    for field in fields where field.isRequired && indices[field.name] == nil {
      note(.words("a column called \(field.name)"), .nothing)
    }
    var seen: Set<String> = []
    translations = names.compactMap { $0 }.compactMap { name in
      guard let (field, locale) = TranslatedName.parts(of: name),
        let place = kind.place(of: String(field)), kind.fields[place].isLocalized
      else { return nil }
      guard let locale = LocaleTag(locale) else {
        note(
          .words("the name of a field with \(LocaleTag.form) behind the @"), .text(name))
        return nil
      }
      guard seen.insert(TranslatedName.text(String(field), locale)).inserted else {
        note(.words("each locale once"), .text(name))
        return nil
      }
      return (name, place, locale)
    }
    let known = Set(fields.map(\.name) + WindowField.all + translations.map(\.name))
    count = names.count
    unknownNames = names.compactMap { $0 }.filter { !known.contains($0) }
    haveWindow = WindowField.all.contains { indices[$0] != nil }
    self.indices = indices
    self.problems = problems
  }

  /// Which column holds the field `name`.
  subscript(name: String) -> Int? { indices[name] }
}
