import FeedModel
import GRDB
import GRDBSQLite

/// Binds the values of one row and runs its statement, without a `DatabaseValue` for each: imports spend
/// most of their time here.
struct RowBinding {
  private let statement: Statement
  /// The 1-based parameter that is bound next.
  private var parameter: Int32 = 1

  /// SQLite copies the text.
  private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  init(_ statement: Statement) {
    self.statement = statement
    sqlite3_reset(statement.sqliteStatement)
  }

  mutating func bind(_ value: FieldValue) {
    switch value {
    case .integer(let value): bind(value)
    case .boolean(let value): bind(value ? 1 : 0)
    case .text(let text): bind(text)
    case .number(let value):
      sqlite3_bind_double(statement.sqliteStatement, parameter, value)
      parameter += 1
    case .null:
      sqlite3_bind_null(statement.sqliteStatement, parameter)
      parameter += 1
    case .date, .list: bind(value.plainText)
    }
  }

  mutating func bind(_ value: Int) {
    sqlite3_bind_int64(statement.sqliteStatement, parameter, Int64(value))
    parameter += 1
  }

  mutating func bind(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        // An empty text has no address, which SQLite would take for NULL.
        _ = sqlite3_bind_text(
          statement.sqliteStatement, parameter, characters.baseAddress ?? Self.empty,
          Int32(characters.count), Self.transient)
      }
    }
    parameter += 1
  }

  nonisolated(unsafe) private static let empty: UnsafePointer<CChar> = {
    let pointer = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
    pointer.initialize(to: 0)
    return UnsafePointer(pointer)
  }()

  func execute() throws {
    let code = sqlite3_step(statement.sqliteStatement)
    guard code == SQLITE_DONE else {
      let connection = sqlite3_db_handle(statement.sqliteStatement)
      throw DatabaseError(
        resultCode: ResultCode(rawValue: sqlite3_extended_errcode(connection)),
        message: sqlite3_errmsg(connection).map { String(cString: $0) })
    }
  }
}
