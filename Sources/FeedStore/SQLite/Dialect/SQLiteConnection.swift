import FeedModel
import Foundation
import GRDB

/// The connection of one transaction to a SQLite file.
final class SQLiteConnection: SQLDatabase {
  let database: Database
  /// The file, for errors.
  private let path: String

  init(_ database: Database, path: String) {
    self.database = database
    self.path = path
  }

  var dialect: any SQLDialect { SQLiteDialect() }

  func forEachRow(
    _ sql: String, _ arguments: SQLArguments, isCached: Bool, _ body: (SQLRow) throws -> Void
  ) throws {
    let statement = try statement(sql, isCached: isCached)
    let rows = try Row.fetchCursor(statement, arguments: StatementArguments(arguments))
    let columns = SQLColumns(statement.columnNames, of: sql)
    let count = statement.columnCount
    while let row = try rows.next() {
      let values = (0..<count).map { SQLValue(row[$0] as DatabaseValue) }
      try body(SQLRow(values, columns: columns))
    }
  }

  func execute(_ sql: String, _ arguments: SQLArguments, isCached: Bool) throws -> Int {
    try statement(sql, isCached: isCached).execute(arguments: StatementArguments(arguments))
    return database.changesCount
  }

  func perform(_ sql: String, _ arguments: SQLArguments, isCached: Bool) throws {
    try statement(sql, isCached: isCached).execute(arguments: StatementArguments(arguments))
  }

  func insert(_ rows: [[SQLValue]], into table: String, columns: [String]) throws {
    let names = columns.map { SQL.name($0) }.joined(separator: ", ")
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    let statement = try statement(
      "INSERT OR FAIL INTO \(SQL.name(table)) (\(names)) VALUES (\(marks))", isCached: true)
    for row in rows {
      try statement.execute(arguments: StatementArguments(row.map(\.databaseValue)))
    }
  }

  func reloadSchema() { database.clearSchemaCache() }

  func storeError(_ error: any Error) -> StoreError { StoreError(error, store: path) }

  private func statement(_ sql: String, isCached: Bool) throws -> Statement {
    isCached ? try database.cachedStatement(sql: sql) : try database.makeStatement(sql: sql)
  }
}

extension StatementArguments {
  init(_ arguments: SQLArguments) {
    self.init(arguments.values.map(\.databaseValue))
    if !arguments.named.isEmpty {
      self += StatementArguments(arguments.named.mapValues(\.databaseValue))
    }
  }
}

extension SQLValue {
  var databaseValue: DatabaseValue {
    switch self {
    case .null: .null
    case .integer(let number): number.databaseValue
    case .number(let number): number.databaseValue
    case .text(let text): text.databaseValue
    case .bytes(let bytes): bytes.withUnsafeBytes { Data($0).databaseValue }
    case .boolean(let isTrue): isTrue.databaseValue
    }
  }

  init(_ value: DatabaseValue) {
    switch value.storage {
    case .null: self = .null
    case .int64(let number): self = .integer(Int(number))
    case .double(let number): self = .number(number)
    case .string(let text): self = .text(text)
    case .blob(let data): self = .bytes(Array(data))
    }
  }
}

/// The functions of this program that statements call.
enum SQLiteFunctions {
  static let all = [folded, merged, renamed]

  /// Folds a text: see `TextFolding`.
  static let folded = DatabaseFunction(SQL.foldingName, argumentCount: 1, pure: true) { values in
    String.fromDatabaseValue(values[0]).map(TextFolding.fold)
  }

  private static let merged = DatabaseFunction(
    TranslationColumn.mergedName, argumentCount: 3, pure: true
  ) { values in
    TranslationColumn.merged(
      String.fromDatabaseValue(values[0]), patch: String.fromDatabaseValue(values[1]),
      replacing: String.fromDatabaseValue(values[2]) ?? "")
  }

  private static let renamed = DatabaseFunction(
    TranslationColumn.renamedName, argumentCount: 3, pure: true
  ) { values in
    guard let former = String.fromDatabaseValue(values[1]) else { return nil }
    return TranslationColumn.renamed(
      String.fromDatabaseValue(values[0]), from: former, to: String.fromDatabaseValue(values[2]))
  }
}
