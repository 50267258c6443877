import Synchronization

/// The last read that failed because the file is damaged or the storage does not read it. It is repeated to see
/// whether that was mended.
final class FailedRead: Sendable {
  private struct State {
    let error: StoreError
    let isRepeated: @Sendable () async throws -> Void
  }

  private let state = Mutex<State?>(nil)

  /// Notes that a read has failed.
  ///
  /// - Parameter isRepeated: the read, to be repeated.
  func note(_ error: StoreError, _ isRepeated: @escaping @Sendable () async throws -> Void) {
    state.withLock { $0 = State(error: error, isRepeated: isRepeated) }
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
