import FeedModel
import Foundation
import StrictJSON

/// Reads the fields of one row of a table and notes everything that is wrong with them. The text of
/// a cell is not changed: formulas are not evaluated, and white space is not removed.
struct CSVFieldReader: FieldReader {
  /// What was wrong so far, with pointers relative to the row.
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

  mutating func identifier(_ name: String) -> Int {
    read(name, as: .identifier, standIn: 0) { Int($0).flatMap { $0 > 0 ? $0 : nil } }
  }

  mutating func integer(_ name: String) -> Int {
    read(name, as: .integer, standIn: 0) { Int($0) }
  }

  mutating func positiveInteger(_ name: String) -> Int {
    read(name, as: .positiveInteger, standIn: 1) { Int($0).flatMap { $0 > 0 ? $0 : nil } }
  }

  mutating func rating(_ name: String) -> Double {
    read(name, as: .rating, standIn: 0) { text in
      // Without what Swift reads beside plain numbers, such as nan and 0x1p1.
      let isPlain = text.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
      return isPlain ? Double(text).flatMap { FieldRule.ratings.contains($0) ? $0 : nil } : nil
    }
  }

  mutating func text(_ name: String) -> String {
    guard let text = cell(name) else { return "" }
    guard !text.utf8.contains(0) else {
      note(DocumentProblem(pointer: "/\(name)", expected: .text, found: .textWithNUL))
      return ""
    }
    return text
  }

  mutating func url(_ name: String) -> String {
    read(name, as: .url, standIn: "") { AbsoluteURL.isValid($0) ? $0 : nil }
  }

  mutating func date(_ name: String) -> Timestamp {
    read(name, as: .date, standIn: Timestamp(millisecondsSince1970: 0)) { Timestamp($0) }
  }

  /// When the item is shown. Empty cells and missing columns are no limits.
  mutating func window() -> Window {
    let window = Window(
      isDraft: optional(WindowField.isDraft, as: .flag) { Bool($0) } ?? false,
      publishAt: optional(WindowField.publishAt, as: .date) { Timestamp($0) },
      unpublishAt: optional(WindowField.unpublishAt, as: .date) { Timestamp($0) })
    if let problem = window.problem({ .text($0.text) }) { note(problem) }
    return window
  }

  private mutating func optional<Value>(
    _ name: String, as expected: DocumentProblem.Expectation, _ accept: (String) -> Value?
  ) -> Value? {
    guard let index = columns[name], !row.cells[index].isEmpty else { return nil }
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
    guard let text = String(validating: row.cells[index], as: UTF8.self) else {
      let byte = row.cells[index].firstInvalidUTF8Byte ?? 0
      note(DocumentProblem(pointer: "/\(name)", expected: .utf8, found: .byte(byte)))
      return nil
    }
    return text
  }
}
