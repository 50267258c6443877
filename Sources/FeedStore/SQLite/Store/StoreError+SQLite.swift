import GRDB
import Synchronization

extension StoreError {
  init(_ error: DatabaseError, path: String) {
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

/// The last read that failed because the file is damaged or the storage does not read it. It is repeated to see
/// whether that was mended.
final class FailedRead: Sendable {
  private typealias Read = (error: StoreError, isRepeated: @Sendable () async throws -> Void)
  private let state = Mutex<Read?>(nil)

  /// Notes that a read has failed.
  ///
  /// - Parameter isRepeated: the read, to be repeated.
  func note(_ error: StoreError, _ isRepeated: @escaping @Sendable () async throws -> Void) {
    state.withLock { $0 = (error, isRepeated) }
  }

  /// The error of the read, after it was repeated; `nil` if no read has failed, or it does not fail any more.
  var error: StoreError? {
    get async {
      guard let last = state.withLock({ $0 }) else { return nil }
      do {
        try await last.isRepeated()
      } catch let error as StoreError where error.isOfReading {
        return error
      } catch {
        // Its subject is not there any more, or not as it was.
      }
      state.withLock { $0 = nil }
      return nil
    }
  }
}

extension StoreError {
  /// Whether what the storage gives is not what was written.
  var isOfReading: Bool {
    switch self {
    case .corrupt, .notADatabase, .storageFailed, .cannotOpen: true
    default: false
    }
  }
}
