import Synchronization

/// The failure of the storage that ended the last transaction; `nil` if it did not fail so.
final class LastFailure: Sendable {
  private let last = Mutex<StoreError?>(nil)

  var error: StoreError? { last.withLock { $0 } }

  /// Notes how a transaction ended. Errors that are not those of the storage say nothing about it.
  func note(_ error: StoreError?) {
    guard error?.isOfStorage ?? true else { return }
    last.withLock { $0 = error }
  }
}
