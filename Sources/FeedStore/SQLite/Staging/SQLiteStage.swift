import FeedModel
import Foundation
import GRDB
import GRDBSQLite

/// From how many items on a stage puts them in place in another way.
struct StageLimits: Sendable {
  /// More changes than this are audited before the transaction, and indexed after it.
  let briefChangeCount: Int
  /// Of kinds with more changes than this the whole table is written anew, beside the present one.
  let directChangeCount: Int
  /// How many rows are written in one transaction before the one that puts the items in place.
  let chunkSize: Int
}

/// Items on their way into the database, in temporary tables of a connection of their own.
final class SQLiteStage: ContentStage, Sendable {
  /// The busy timeout: how long to wait for another writer, in seconds.
  private static let busyTimeout = 60.0

  let path: String
  let file: DatabaseFile
  let queue: DatabaseQueue
  let content: SQLContent
  /// Gives the transaction of the items its time; `nil` for the caller's time.
  let clock: (any TimeSource)?
  let limits: StageLimits
  let beforeMerge: @Sendable () throws -> Void

  init(
    path: String, file: DatabaseFile, configuration: Configuration, content: SQLContent,
    clock: (any TimeSource)?, limits: StageLimits,
    beforeMerge: @escaping @Sendable () throws -> Void
  ) throws {
    self.path = path
    self.file = file
    self.content = content
    self.clock = clock
    self.limits = limits
    self.beforeMerge = beforeMerge
    // A longer busy timeout than that of other transactions: writers that follow each other closely may
    // hold the lock for long, and an import can wait.
    var configuration = configuration
    configuration.busyMode = .timeout(Self.busyTimeout)
    // References are checked before. With foreign keys enabled, a table could not be replaced by another.
    configuration.foreignKeysEnabled = false
    queue = try DatabaseQueue(file: path, configuration: configuration)
    try queue.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA synchronous = FULL")
      // In KiB: pages that are written again and again stay in memory.
      try database.execute(sql: "PRAGMA cache_size = -65536")
      try database.execute(sql: "PRAGMA temp.cache_size = -32768")
      // Checkpoints are made between the transactions: see ``checkpoint()``.
      try database.execute(sql: "PRAGMA wal_autocheckpoint = 0")
      try database.execute(
        sql: """
          CREATE TEMP TABLE staged_kinds (
            number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, definition TEXT NOT NULL)
          """)
    }
  }

  deinit {
    try? queue.close()
  }

  func add(_ items: [StagedItem]) async throws {
    guard !items.isEmpty else { return }
    try await attempt {
      // Only temporary tables are written, which lock nothing.
      try await queue.writeWithoutTransaction { database in
        try database.inTransaction(.deferred) {
          var insertions: [String: Statement] = [:]
          for item in items {
            let kind = item.content.kind
            let insertion = try insertions[kind.name] ?? Self.insertion(of: kind, in: database)
            insertions[kind.name] = insertion
            try Self.add(item, with: insertion)
          }
          return .commit
        }
      }
    }
  }

  /// The statement that adds an item of `kind`, whose table is created for the first one.
  private static func insertion(of kind: ContentKind, in database: Database) throws -> Statement {
    let table = StageTable(kind, SQLiteDialect())
    let isKnown =
      try Bool.fetchOne(
        database, sql: "SELECT EXISTS (SELECT 1 FROM temp.staged_kinds WHERE name = ?)",
        arguments: [kind.name]) ?? false
    if !isKnown {
      try database.execute(sql: table.creation)
      try database.execute(
        sql: "INSERT INTO temp.staged_kinds (name, definition) VALUES (?, ?)",
        arguments: [kind.name, String(decoding: kind.json, as: UTF8.self)])
    }
    return try database.cachedStatement(sql: table.insertion)
  }

  private static func add(_ item: StagedItem, with insertion: Statement) throws {
    let window = item.window ?? .always
    var row = RowBinding(insertion)
    row.bind(item.content.id)
    for value in item.content.values { row.bind(value) }
    let patch = TranslationColumn.patch(item.translations, of: item.content.kind)
    row.bind(patch.map { .text($0) } ?? .null)
    row.bind(item.replacesTranslations ? 1 : 0)
    row.bind(item.window == nil ? 0 : 1)
    row.bind(window.isDraft ? 1 : 0)
    row.bind(window.publishAt.map { .integer($0.millisecondsSince1970) } ?? .null)
    row.bind(window.unpublishAt.map { .integer($0.millisecondsSince1970) } ?? .null)
    row.bind(window.when.map { .text($0.canonicalText) } ?? .null)
    row.bind(item.hasCondition ? 1 : 0)
    row.bind(item.place.map { .text($0.pointer) } ?? .null)
    row.bind(item.place.map { .integer($0.line) } ?? .null)
    try row.execute()
  }

  /// Runs `body` and translates errors of SQLite to ``StoreError``.
  func attempt<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch  where error is DatabaseError || error is SQLError {
      let error = StoreError(error, store: path)
      file.note(error)
      throw error
    }
  }
}

/// The temporary table is in a file that SQLite removes from its folder as soon as it is open, so nothing is left of it
/// when the process ends, however it does.
extension StageTable {
  /// Creates the table: the fields, then the window and the state, whose names begin with an underscore as
  /// no field does.
  var creation: String {
    """
    CREATE TABLE \(name) (
      \(content.columns[0]) INTEGER PRIMARY KEY,
      \(content.columns.dropFirst().map { $0 + "," }.joined(separator: " "))
      _patch TEXT, _replaces_translations INTEGER NOT NULL, _has_window INTEGER NOT NULL,
      _is_draft INTEGER NOT NULL, _publish_at INTEGER, _unpublish_at INTEGER,
      _targeting TEXT, _has_targeting INTEGER NOT NULL, _pointer TEXT, _line INTEGER,
      _state INTEGER NOT NULL DEFAULT \(State.inserted.rawValue)
    )
    """
  }

  var insertion: String {
    let columns = content.columns.filter { $0 != TranslationColumn.name }
    let marks = Array(repeating: "?", count: columns.count + 10).joined(separator: ", ")
    return """
      INSERT OR REPLACE INTO \(name)
        (\(columns.joined(separator: ", ")), _patch, _replaces_translations, _has_window, _is_draft, _publish_at,
        _unpublish_at, _targeting, _has_targeting, _pointer, _line)
      VALUES (\(marks))
      """
  }
}

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
