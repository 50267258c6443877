import FeedModel
import Foundation
import GRDB

/// Turns an entity's fields into columns and values.
struct ColumnCollector: FieldWriter {
  private(set) var columns: [String] = []
  private(set) var values: [DatabaseValue] = []

  init(_ entity: some ContentEntity) {
    entity.write(to: &self)
  }

  mutating func integer(_ name: String, _ value: Int) { append(name, value.databaseValue) }
  mutating func number(_ name: String, _ value: Double) { append(name, value.databaseValue) }
  mutating func text(_ name: String, _ value: String) { append(name, value.databaseValue) }

  private mutating func append(_ name: String, _ value: DatabaseValue) {
    columns.append(name)
    values.append(value)
  }
}

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

/// The two statements that insert or update an item of one kind.
struct UpsertStatements {
  let exists: Statement
  let upsert: Statement

  init(kind: ContentKind, columns: [String], in database: Database) throws {
    let table = kind.rawValue
    let others = columns.filter { $0 != "id" }
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    let assignments = others.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    let old = others.map { "\(table).\($0)" }.joined(separator: ", ")
    let new = others.map { "excluded.\($0)" }.joined(separator: ", ")

    exists = try database.makeStatement(sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE id = ?)")
    // The row is not changed if every column is the same.
    upsert = try database.makeStatement(
      sql: """
        INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(marks))
        ON CONFLICT (id) DO UPDATE SET \(assignments) WHERE (\(old)) IS NOT (\(new))
        """)
  }
}
