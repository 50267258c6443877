internal import CPostgreSQL

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
