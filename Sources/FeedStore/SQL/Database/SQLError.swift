import GRDB

/// Why a statement, or its result, is refused by the program and not by the database.
package enum SQLError: Error, Hashable, Sendable {
  /// A row breaks the rules for its table.
  case corrupt(String)
  /// A query that the kind does not support. Queries are validated before, so this is a mistake in the program.
  case misuse(String)
  /// A store that content was to be copied to has some.
  case notEmpty
}

extension StoreError {
  /// The store error for an error of the database that is the file or at the address `store`.
  init(_ error: any Error, store: String) {
    switch error {
    case let error as StoreError: self = error
    case let error as DatabaseError: self.init(error, path: store)
    case let error as PostgreSQLError: self.init(error, store: store)
    case SQLError.corrupt(let detail): self = .corrupt(path: store, detail: detail)
    case SQLError.notEmpty: self = .notEmpty(store: store)
    case SQLError.misuse(let detail): self = .failed(path: store, detail: detail)
    default: self = .failed(path: store, detail: "\(error)")
    }
  }
}
