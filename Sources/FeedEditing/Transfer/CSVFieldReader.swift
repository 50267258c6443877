import FeedModel
import Foundation
import StrictJSON

/// Reads the fields of one row of a table and collects their problems. The text of a cell is not
/// changed: formulas are not evaluated, and white space is not removed.
struct CSVFieldReader {
  /// The problems so far, with pointers relative to the row.
  private(set) var problems: [DocumentProblem] = []

  private let row: CSVScanner.Row
  private let columns: CSVColumns

  init(_ row: CSVScanner.Row, columns: CSVColumns) {
    self.row = row
    self.columns = columns
    if row.cells.count != columns.count {
      note(
        DocumentProblem(
          pointer: "", expected: .words("\(columns.count) cells, one for each column"),
          found: .number("\(row.cells.count)")))
    }
  }

  mutating func note(_ problem: DocumentProblem) {
    problems.append(problem)
  }

  /// The item of the row, with placeholders where something is wrong.
  mutating func item(of kind: ContentKind) -> ContentItem {
    let identifier = value(of: .identifier)
    let values = kind.fields.map { value(of: $0) }
    guard case .integer(let id) = identifier, problems.isEmpty else {
      return ContentItem(kind: kind, id: 0, values: values)
    }
    return ContentItem(kind: kind, id: id, values: values)
  }

  /// The value of a field. A column that is missing or a cell that is empty has none, unless the field
  /// is text that must be there; an empty text in quotation marks is a text.
  private mutating func value(of field: ContentField) -> FieldValue {
    if isEmpty(field.name), let value = field.missingValue { return value }
    guard let text = cell(field.name) else { return field.example }
    if let value = field.type.value(of: text) { return value }
    let finding: DocumentProblem.Finding =
      text.utf8.contains(0) ? .textWithNUL : text.isEmpty ? .nothing : .text(text)
    note(
      DocumentProblem(
        pointer: "/\(field.name)",
        expected: field == .identifier ? .identifier : field.type.expectation, found: finding))
    return field.example
  }

  /// The translations of the row. An empty cell removes one; an empty text in quotation marks is a text.
  mutating func translations(of kind: ContentKind) -> WrittenTranslations {
    var written = WrittenTranslations()
    for (name, place, locale) in columns.translations {
      var value = FieldValue.null
      if !isEmpty(name), let text = cell(name) {
        let type = kind.fields[place].type
        guard let read = type.value(of: text) else {
          note(
            DocumentProblem(pointer: "/\(name)", expected: type.expectation, found: .text(text)))
          continue
        }
        value = read
      }
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

  private func isEmpty(_ name: String) -> Bool {
    guard let index = columns[name] else { return true }
    return row.cells[index].bytes.isEmpty && !row.cells[index].isQuoted
  }

  /// When the item is shown, and to whom. Empty cells and missing columns are no limits.
  mutating func window() -> Window {
    let window = Window(
      isDraft: optional(WindowField.isDraft, as: .flag) { Bool($0) } ?? false,
      publishAt: optional(WindowField.publishAt, as: .date) { Timestamp($0) },
      unpublishAt: optional(WindowField.unpublishAt, as: .date) { Timestamp($0) },
      when: condition())
    if let problem = window.problem({ .text($0.text) }) { note(problem) }
    return window
  }

  /// The condition of the window, as JSON; `nil` for an empty cell and a missing column.
  private mutating func condition() -> Targeting? {
    guard let index = columns[WindowField.when], !row.cells[index].bytes.isEmpty else { return nil }
    do throws(DocumentProblems) {
      return try Targeting(reading: row.cells[index].bytes)
    } catch {
      for problem in error.listed { note(problem.below("/\(WindowField.when)", line: nil)) }
      return nil
    }
  }

  private mutating func optional<Value>(
    _ name: String, as expected: DocumentProblem.Expectation, _ accept: (String) -> Value?
  ) -> Value? {
    guard let index = columns[name], !row.cells[index].bytes.isEmpty else { return nil }
    return read(name, as: expected, standIn: nil) { text -> Value?? in
      accept(text).map { .some($0) }
    }
  }

  private mutating func read<Value>(
    _ name: String, as expected: DocumentProblem.Expectation, standIn: Value,
    _ accept: (String) -> Value?
  ) -> Value {
    guard let text = cell(name) else { return standIn }
    if let value = accept(text) { return value }
    note(
      DocumentProblem(
        pointer: "/\(name)", expected: expected, found: text.isEmpty ? .nothing : .text(text)))
    return standIn
  }

  /// The text of a cell; `nil` and a problem if it is not valid text.
  private mutating func cell(_ name: String) -> String? {
    guard let index = columns[name] else { return nil }
    guard let text = String(validating: row.cells[index].bytes, as: UTF8.self) else {
      let byte = row.cells[index].bytes.firstInvalidUTF8Byte ?? 0
      note(DocumentProblem(pointer: "/\(name)", expected: .utf8, found: .byte(byte)))
      return nil
    }
    return text
  }
}
