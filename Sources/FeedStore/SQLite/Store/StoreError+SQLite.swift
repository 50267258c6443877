import GRDB

extension StoreError {
  /// The store error for `error` of SQLite or GRDB, in the database at `path`.
  init(_ error: any Error, path: String) {
    switch error {
    case let error as StoreError: self = error
    case SQLError.corrupt(let detail): self = .corrupt(path: path, detail: detail)
    case SQLError.notEmpty: self = .notEmpty(store: path)
    case SQLError.misuse(let detail): self = .failed(path: path, detail: detail)
    case let error as DatabaseError: self.init(error, path: path)
    default: self = .failed(path: path, detail: "\(error)")
    }
  }

  private init(_ error: DatabaseError, path: String) {
    switch error.resultCode {
    case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: self = .cannotOpen(path: path)
    case .SQLITE_NOTADB: self = .notADatabase(path: path)
    case .SQLITE_READONLY: self = .readOnly(path: path)
    case .SQLITE_FULL: self = .diskFull(path: path)
    // The protocol of locks fails when a lock cannot be had again and again.
    case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: self = .busy(path: path)
    // A value that is kept as part of a former item, and that is of another type than its column.
    case .SQLITE_CONSTRAINT where error.extendedResultCode == .SQLITE_CONSTRAINT_DATATYPE:
      self = .corrupt(path: path, detail: error.message ?? "a value of another type")
    case .SQLITE_CORRUPT: self = .corrupt(path: path, detail: error.message ?? "malformed")
    // The shared index of the write-ahead log is the first thing that does not fit.
    case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE:
      self = .diskFull(path: path)
    // The transaction may be on the disk all the same, and be found there after a crash.
    case .SQLITE_IOERR where error.sql?.hasPrefix("COMMIT") == true:
      self = .commitUnknown(store: path)
    case .SQLITE_NOMEM: self = .storageFailed(path: path, detail: "out of memory")
    case .SQLITE_IOERR:
      self = .storageFailed(path: path, detail: error.message ?? "input/output error")
    default: self = .failed(path: path, detail: error.message ?? "\(error.resultCode)")
    }
  }
}
