internal import CPostgreSQL
internal import Foundation
internal import Synchronization

extension PostgreSQLConnection {
  /// Has the notifications of `channel` sent to this connection, from the next commit on.
  package func listen(to channel: String) throws(PostgreSQLError) {
    try execute("LISTEN \(channel.quotedName)", isCached: false)
  }

  /// Queues a notification, which is sent when the transaction is committed.
  package func notify(_ channel: String, _ payload: String = "") throws(PostgreSQLError) {
    try perform("SELECT pg_notify(?, ?)", [channel, payload])
  }

  /// The texts of the notifications that have come, in their order; waits for the first one. Empty once `timeout` has passed, or
  /// once `waker` is awake.
  ///
  /// - Throws: ``PostgreSQLError`` if the connection is lost.
  package func waitForNotifications(
    timeout: Duration, waker: PostgreSQLWaker? = nil
  ) throws(PostgreSQLError) -> [String] {
    try synchronize()
    guard !isLost else { throw lost() }
    let clock = ContinuousClock()
    let end = clock.now + timeout
    while true {
      guard tanada_postgresql_consume(handle) else { throw lose() }
      let notifications = takeNotifications()
      if !notifications.isEmpty || waker?.isAwake == true { return notifications }
      let rest = end - clock.now
      guard rest > .zero else { return [] }
      var descriptors = [
        pollfd(fd: tanada_postgresql_socket(handle), events: Int16(POLLIN), revents: 0),
        pollfd(fd: waker?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      let milliseconds = (rest / .milliseconds(1)).rounded(.up)
      // Signals and early ends are found by the next round.
      poll(&descriptors, 2, Int32(min(milliseconds, 1_000_000_000)))
    }
  }

  private func takeNotifications() -> [String] {
    var notifications: [String] = []
    while true {
      let next = tanada_postgresql_next_notification(handle)
      guard let memory = next.memory else { return notifications }
      notifications.append(next.payload.map { String(cString: $0) } ?? "")
      tanada_postgresql_free(memory)
    }
  }
}

/// Ends the wait of a thread for notifications, from any other one.
package final class PostgreSQLWaker: Sendable {
  private let pipe = Pipe()
  private let hasWoken = Atomic(false)

  /// A waker that is not awake yet.
  package init() {
    for file in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
      let descriptor = file.fileDescriptor
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
  }

  /// Whether it was woken.
  package var isAwake: Bool { hasWoken.load(ordering: .acquiring) }

  /// Has the current wait end, and each later one.
  package func wake() {
    hasWoken.store(true, ordering: .releasing)
    // Nobody reads it, so that it is there for later waits.
    var byte: UInt8 = 1
    _ = write(pipe.fileHandleForWriting.fileDescriptor, &byte, 1)
  }

  fileprivate var descriptor: Int32 { pipe.fileHandleForReading.fileDescriptor }
}

/// What a server says besides its answers.
final class PostgreSQLNotices {
  private let host: String
  /// The warning that a commit has happened on this server and may not be on its standbys, since the last
  /// ``clear()``.
  private(set) var unreplicatedCommit: PostgreSQLError.Failure?
  /// The SQLSTATE of a warning that the server ends.
  private(set) var shutdownState: String?

  /// Notices of the server at `host`.
  init(host: String) {
    self.host = host
  }

  /// Gets the notices of a connection from now on, which must not outlive this.
  func observe(_ connection: OpaquePointer) {
    tanada_postgresql_on_notice(
      connection,
      { context, notice in
        guard let context, let notice else { return }
        Unmanaged<PostgreSQLNotices>.fromOpaque(context).takeUnretainedValue().receive(notice)
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Forgets what belongs to former statements.
  func clear() {
    unreplicatedCommit = nil
  }

  private func receive(_ notice: OpaquePointer) {
    let warning = PostgreSQLResult.failure(of: notice, statement: nil, host: host)
    // The function is the same in all languages and versions; the texts are those of the versions so far.
    if warning.routine == "SyncRepWaitForLSN"
      || warning.message.hasPrefix("canceling wait for synchronous replication")
      || warning.message.hasPrefix("canceling the wait for synchronous replication")
    {
      unreplicatedCommit = warning
    }
    if ["57P01", "57P02", "57P03"].contains(warning.sqlState) { shutdownState = warning.sqlState }
  }
}
