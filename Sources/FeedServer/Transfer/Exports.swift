import FeedEditing
import FeedStore
import Hummingbird
import NIOCore
import Synchronization

/// The exports that take more than one read, all of the same revision. Their number and their duration are
/// limited.
final class Exports: Sendable {
  private let store: any FeedStore
  private let maximumCount: Int
  private let timeout: TimeAmount
  private let count = Mutex(0)

  /// - Parameter timeout: the time after which the connection of an unfinished export is closed.
  init(of store: any FeedStore, maximumCount: Int, timeout: Duration) {
    self.store = store
    self.maximumCount = maximumCount
    self.timeout = TimeAmount(timeout)
  }

  /// The rest of an export of `revision`, after its piece `first`.
  ///
  /// - Throws: a ``Problem`` if too many exports are running.
  func body(
    of exporter: Exporter, beginning first: [UInt8], at revision: Int,
    over connection: (any Channel)?
  ) throws -> ResponseBody {
    let place = try takePlace()
    let (store, timeout) = (store, timeout)
    return ResponseBody { writer in
      let end = connection?.eventLoop.scheduleTask(in: timeout) { connection?.close(promise: nil) }
      defer { end?.cancel() }
      try await writer.write(ByteBuffer(bytes: first))
      var exporter = exporter
      while !exporter.isAtEnd {
        let current = exporter
        let piece: [UInt8]
        (exporter, piece) = try await store.read(at: revision) { reader in
          var exporter = current
          let piece = try exporter.next(from: reader) ?? []
          return (exporter, piece)
        }
        try await writer.write(ByteBuffer(bytes: piece))
      }
      try await writer.finish(nil)
      withExtendedLifetime(place) {}
    }
  }

  /// Given back with the last reference to it.
  private final class Place: Sendable {
    let giveBack: @Sendable () -> Void

    init(giveBack: @escaping @Sendable () -> Void) {
      self.giveBack = giveBack
    }

    deinit { giveBack() }
  }

  private func takePlace() throws -> Place {
    let hasRoom = count.withLock { count in
      guard count < maximumCount else { return false }
      count += 1
      return true
    }
    guard hasRoom else { throw Problem.tooManyExports }
    return Place { self.count.withLock { $0 -= 1 } }
  }
}

extension Problem {
  fileprivate static let tooManyExports = Problem(
    status: .serviceUnavailable, code: "too_many_exports", title: "Too many exports",
    detail: "too many exports are running; try again later",
    headers: [.retryAfter: "5"])
}
