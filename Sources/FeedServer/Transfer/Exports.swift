import FeedStore
import FeedEditing
import FeedHTTP
import FeedModel
import HTTPTypes
import HummingbirdCore
import NIOCore

/// The exports that take more than one read, all of the same revision. Their number and their duration are
/// limited.
final class Exports: Sendable {
  private let store: any FeedStore
  private let timeout: Duration
  private let clock: any TimeSource
  /// Half of the places are for editors and admins, at least one if there are several.
  private let places: HeldBudget<Bool>
  /// A few exports read at a time, so that others find a connection to the store.
  private let reads: WorkQueue

  /// - Parameter timeout: the time after which the connection of an unfinished export is closed.
  init(of store: any FeedStore, maximumCount: Int, timeout: Duration, clock: any TimeSource) {
    self.store = store
    places = HeldBudget(maximumCount, ofOneClient: max(1, maximumCount / 2))
    self.timeout = timeout
    self.clock = clock
    var limits = WorkLimits()
    limits.waiting = .max
    limits.timeout = timeout
    reads = WorkQueue(limits: limits, clock: clock)
  }

  /// Runs a read of an export when it is its turn.
  func read<Value: Sendable>(
    for context: FeedRequestContext,
    _ body: @escaping @Sendable (any FeedStore) async throws -> Value
  ) async throws -> Value {
    try await reads.run(for: context) { [store] in try await body(store) }
  }

  /// The rest of an export of `revision`, after its piece `first`.
  ///
  /// - Throws: a ``Problem`` if too many exports are running.
  func body(
    of exporter: Exporter, beginning first: [UInt8], at revision: Int,
    for context: FeedRequestContext
  ) throws -> ResponseBody {
    let place = try takePlace(isAnonymous: context.identity == nil)
    return ResponseBody { [self] writer in
      let end = context.connection.map { connection in
        clock.schedule(after: timeout, on: EventLoopTimers(connection.eventLoop)) {
          connection.close(promise: nil)
        }
      }
      defer { end?.cancel() }
      try await writer.write(ByteBuffer(bytes: first))
      var exporter = exporter
      while !exporter.isAtEnd {
        let current = exporter
        let piece: [UInt8]
        (exporter, piece) = try await read(for: context) { store in
          try await store.read(at: revision) { reader in
            var exporter = current
            let piece = try exporter.next(from: reader) ?? []
            return (exporter, piece)
          }
        }
        try await writer.write(ByteBuffer(bytes: piece))
      }
      try await writer.finish(nil)
      withExtendedLifetime(place) {}
    }
  }

  /// A place among the running exports, released with the last reference to it.
  private final class Place: Sendable {
    let giveBack: @Sendable () -> Void

    init(giveBack: @escaping @Sendable () -> Void) {
      self.giveBack = giveBack
    }

    deinit { giveBack() }
  }

  private func takePlace(isAnonymous: Bool) throws -> Place {
    guard places.take(1, by: isAnonymous, isShared: !isAnonymous) == nil else {
      throw Problem(
        status: .serviceUnavailable, code: "too_many_exports",
        detail: "too many exports are running; try again later", headers: [.retryAfter: "5"])
    }
    return Place { [places] in places.add(-1, of: isAnonymous) }
  }
}
