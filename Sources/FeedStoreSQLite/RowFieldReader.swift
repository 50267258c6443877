import FeedModel
import Foundation
import GRDB

/// Reads an entity's fields from a row.
///
/// The schema's types and checks hold for most of them; what it cannot express, such as a date, is
/// checked here, since anything may write to a SQLite file.
struct RowFieldReader: FieldReader {
  private let row: Row
  /// The first field that breaks a rule.
  private(set) var invalidField: String?

  init(_ row: Row) {
    self.row = row
  }

  mutating func identifier(_ name: String) -> Int { read(name, standIn: 0) { $0 > 0 ? $0 : nil } }
  mutating func integer(_ name: String) -> Int { read(name, standIn: 0) { $0 } }
  mutating func positiveInteger(_ name: String) -> Int {
    read(name, standIn: 1) { $0 > 0 ? $0 : nil }
  }
  mutating func rating(_ name: String) -> Double {
    read(name, standIn: 0) { FieldRule.ratings.contains($0) ? $0 : nil }
  }
  mutating func text(_ name: String) -> String { read(name, standIn: "") { $0 } }
  mutating func url(_ name: String) -> String { read(name, standIn: "") { $0 } }
  mutating func date(_ name: String) -> Timestamp {
    read(name, standIn: Timestamp(Date(timeIntervalSince1970: 0))) { (text: String) in
      Timestamp(text)
    }
  }

  private mutating func read<Stored: DatabaseValueConvertible, Value>(
    _ name: String, standIn: Value, _ accept: (Stored) -> Value?
  ) -> Value {
    if let stored = Stored.fromDatabaseValue(row[name]), let value = accept(stored) {
      return value
    }
    if invalidField == nil { invalidField = name }
    return standIn
  }
}
