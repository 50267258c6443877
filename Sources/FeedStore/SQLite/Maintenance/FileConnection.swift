import GRDB

/// The name of a file as SQLite is given it.
///
/// SQLite takes a name that begins with `file:` for an address, `:memory:` for a database in memory, and an empty name for
/// one that is deleted when it is closed. A path that begins with a folder has no such meaning, so `./` is put before names.
enum FileName {
  static func forSQLite(_ path: String) -> String {
    path.utf8.first == UInt8(ascii: "/") ? path : "./" + path
  }
}

extension DatabaseQueue {
  /// A connection to the file at `path`, whatever its name is.
  convenience init(file path: String, configuration: Configuration) throws {
    try self.init(path: FileName.forSQLite(path), configuration: configuration)
  }
}

extension DatabasePool {
  /// The connections to the file at `path`, whatever its name is.
  convenience init(file path: String, configuration: Configuration) throws {
    try self.init(path: FileName.forSQLite(path), configuration: configuration)
  }
}
