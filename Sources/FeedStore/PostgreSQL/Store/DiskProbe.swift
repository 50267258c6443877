import FeedModel
import Synchronization

/// Whether the disk of the database has room, as far as is known.
///
/// On a full disk, reads succeed, and so do writes that find room in a page. So every now and then a query spills some
/// of its rows to a file there: that changes nothing, and the file is gone at the end of the query.
final class DiskProbe: Sendable {
  /// How long it is taken for granted that there is room. Without room, it is looked for each time.
  static let interval = Duration.seconds(10)

  /// Why nothing can be written, `nil` if nothing of that is known, and when it is time for a probe.
  private typealias State = (failure: StoreError?, next: Uptime?, isUnderway: Bool)

  private let clock: any TimeSource
  private let state = Mutex<State>((nil, nil, false))

  init(clock: any TimeSource) {
    self.clock = clock
  }

  /// Notes that a transaction has failed for want of room.
  func note(_ failure: StoreError) {
    state.withLock { $0.failure = failure }
  }

  /// Why nothing can be written, after a probe if it is time for one; `nil` if it can, as far as is known.
  ///
  /// - Parameter probe: writes, and throws what is in the way; it returns `false` if there was no occasion.
  func failure(probing probe: () async throws -> Bool) async -> StoreError? {
    let isTime = state.withLock { state in
      let isTime =
        !state.isUnderway
        && (state.failure != nil || state.next.map { clock.uptime >= $0 } ?? true)
      if isTime { state.isUnderway = true }
      return isTime
    }
    guard isTime else { return state.withLock { $0.failure } }
    let outcome: Result<Bool, any Error>
    do { outcome = .success(try await probe()) } catch { outcome = .failure(error) }
    return state.withLock { state in
      state.isUnderway = false
      switch outcome {
      case .success(true):
        state.failure = nil
        state.next = clock.uptime + Self.interval
      case .failure(let error as StoreError) where error.isOfFullDisk: state.failure = error
      // Other failures say nothing about the disk.
      case .success(false), .failure: break
      }
      return state.failure
    }
  }

  /// Has the server write a file of about a megabyte, where the tables of the database are.
  static func write(_ connection: PostgreSQLConnection) throws {
    try connection.transaction(.readOnlySnapshot) {
      for setting in ["work_mem = '64kB'", "temp_tablespaces = ''"] {
        try connection.perform("SET LOCAL \(setting)")
      }
      _ = try connection.row("SELECT count(*) FROM generate_series(1, 32768)")
    }
  }
}

extension StoreError {
  /// Whether nothing can be written, and reads may succeed nevertheless.
  var isOfFullDisk: Bool {
    switch self {
    case .diskFull, .storageFailed: true
    default: false
    }
  }
}

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
