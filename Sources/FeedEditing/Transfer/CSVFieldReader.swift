import FeedModel
import Foundation
import StrictJSON

/// Reads the fields of one row of a table and collects their problems. The text of a cell is not
/// changed: formulas are not evaluated, and white space is not removed from texts.
struct CSVFieldReader {
  /// The problems so far, with pointers relative to the row.
  private(set) var problems: [DocumentProblem] = []

  /// The cells, at least one for each column.
  private let cells: [CSVScanner.Cell]
  private let columns: CSVColumns

  init(_ row: CSVScanner.Row, columns: CSVColumns) {
    self.columns = columns
    // Excel leaves out empty cells at the end of a row, but not the end of the row.
    let missing = row.isEnded ? max(0, columns.count - row.cells.count) : 0
    cells = row.cells + Array(repeating: .nothing, count: missing)
    if cells.count < columns.count || !cells[columns.count...].allSatisfy(\.isBlank) {
      note(
        DocumentProblem(
          pointer: "", expected: .words("\(columns.count) cells, one for each column"),
          found: .number("\(cells.count)")))
    }
  }

  mutating func note(_ problem: DocumentProblem) {
    problems.append(problem)
  }

  /// The name of the encoding of the row, if it is not the one of the table.
  var encoding: String? {
    guard problems.contains(where: { $0.expected == .utf8 }) else { return nil }
    return TextEncoding.name(
      ofPart: Array(cells.map(\.bytes).joined(separator: [UInt8(ascii: ",")])))
  }

  /// The item of the row, with placeholders where something is wrong.
  mutating func item(of kind: ContentKind) -> ContentItem {
    let identifier = value(of: .identifier)
    let values = kind.fields.map { value(of: $0) }
    guard case .integer(let id) = identifier, problems.isEmpty else {
      return ContentItem(kind: kind, id: 0, values: values)
    }
    let item = ContentItem(kind: kind, id: id, values: values)
    item.pictureSizeProblems.forEach { note($0) }
    return item
  }

  /// The value of a field. A column that is missing or a cell that is empty has none, unless the field
  /// is text that must be there; an empty text in quotation marks is a text.
  private mutating func value(of field: ContentField) -> FieldValue {
    if isEmpty(field.name, field.type), let value = field.missingValue { return value }
    return value(field.name, as: field.type) ?? field.example
  }

  /// The translations of the row. An empty cell removes one; an empty text in quotation marks is a text.
  mutating func translations(of kind: ContentKind) -> WrittenTranslations {
    var written = WrittenTranslations()
    for (name, place, locale) in columns.translations {
      let type = kind.fields[place].type
      guard let value = isEmpty(name, type) ? .null : value(name, as: type) else { continue }
      written.append(Translation(place: place, locale: locale, value: value))
    }
    let count = Set(written.values.map(\.locale)).count
    if count > TranslatedName.maximumLocaleCount {
      note(
        DocumentProblem(
          pointer: "", expected: TranslatedName.limit, found: .number("\(count)")))
    }
    return written
  }

  /// When the item is shown, and to whom. Empty cells and missing columns are no limits.
  mutating func window() -> Window {
    let isDraft = optional(WindowField.isDraft, as: BooleanField())
    let window = Window(
      isDraft: isDraft == .boolean(true), publishAt: moment(WindowField.publishAt),
      unpublishAt: moment(WindowField.unpublishAt), when: condition())
    if let problem = window.problem({ .text($0.text) }) { note(problem) }
    return window
  }

  private mutating func moment(_ name: String) -> Timestamp? {
    guard case .date(let moment) = optional(name, as: DateField()) else { return nil }
    return moment
  }

  /// The condition of the window, as JSON; `nil` for an empty cell and a missing column.
  private mutating func condition() -> Targeting? {
    guard let index = columns[WindowField.when], !cells[index].isBlank else { return nil }
    do throws(DocumentProblems) {
      return try Targeting(reading: cells[index].bytes)
    } catch {
      for problem in error.listed { note(problem.below("/\(WindowField.when)", line: nil)) }
      return nil
    }
  }

  // MARK: - Cells

  /// Whether a cell has no value: it is missing, or has nothing in it, and no quotation marks around a text of nothing.
  private func isEmpty(_ name: String, _ type: any FieldType) -> Bool {
    guard let index = columns[name] else { return true }
    let cell = cells[index]
    guard cell.isBlank else { return false }
    let mayBeText = cell.isQuoted || !cell.bytes.isEmpty
    return !mayBeText
      || (try? type.value(ofCell: String(decoding: cell.bytes, as: UTF8.self))) == nil
  }

  private mutating func optional(_ name: String, as type: any FieldType) -> FieldValue? {
    isEmpty(name, type) ? nil : value(name, as: type)
  }

  /// The value of a cell; `nil` and a problem if it has none, or is not valid text.
  private mutating func value(_ name: String, as type: any FieldType) -> FieldValue? {
    guard let index = columns[name] else { return nil }
    let bytes = cells[index].bytes
    guard let text = String(validating: bytes, as: UTF8.self) else {
      note(
        DocumentProblem(
          pointer: "/\(name)", expected: .utf8, found: .byte(bytes.firstInvalidUTF8Byte ?? 0)))
      return nil
    }
    do throws(FieldMistake) {
      return try type.value(ofCell: text)
    } catch {
      let isIdentifier =
        name == ContentField.identifier.name && error.expected == type.expectation
      note(
        DocumentProblem(
          pointer: "/\(name)\(error.pointer)",
          expected: isIdentifier ? .identifier : error.expected, found: error.found))
      return nil
    }
  }
}
