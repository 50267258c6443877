extension StoreError {
  init(_ error: PostgreSQLError, store: String) {
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
