extension StoreError {
  /// The store error for `error`, in the database at `store`.
  init(_ error: any Error, store: String) {
    switch error {
    case let error as StoreError: self = error
    case let error as PostgreSQLError: self.init(error, store: store)
    case SQLError.corrupt(let detail): self = .corrupt(path: store, detail: detail)
    case SQLError.notEmpty: self = .notEmpty(store: store)
    case SQLError.misuse(let detail): self = .failed(path: store, detail: detail)
    default: self = .failed(path: store, detail: "\(error)")
    }
  }

  private init(_ error: PostgreSQLError, store: String) {
    let detail = error.description
    self =
      if error.isConnectionLost || error.isShutdown || error.isTooManyConnections
        || error.isReadOnly || error.isCommitUnknown
      {
        .unavailable(store: store, detail: detail)
      } else if error.isLockTimeout || error.isSerializationFailure || error.isCancelled {
        .busy(path: store)
      } else if error.isDiskFull {
        .diskFull(path: store)
      } else if error.isOfStorage {
        .storageFailed(path: store, detail: detail)
      } else {
        .failed(path: store, detail: detail)
      }
  }
}
