import GRDB

/// Pauses between the short transactions of a long write, which let other writers take the lock.
///
/// A writer that finds the database locked retries after a delay, of at most 25 ms in its first tenth of
/// a second. So pauses are longer while others write, and every few transactions in any case.
struct WriteTurns {
  private static let shortPause = Duration.milliseconds(2)
  private static let longPause = Duration.milliseconds(30)
  /// One pause in this many is long, even if nobody else writes.
  private static let longPauseInterval = 8

  private var version: Int?
  private var count = 0

  /// The `data_version` of the connection, which changes when another connection has written.
  static func dataVersion(of database: Database) throws -> Int {
    try Int.fetchOne(database, sql: "PRAGMA data_version") ?? 0
  }

  /// Waits after a transaction that began with `dataVersion`.
  mutating func pause(dataVersion: Int) async throws {
    let othersWrite = version.map { $0 != dataVersion } ?? false
    version = dataVersion
    count += 1
    let isLong = othersWrite || count.isMultiple(of: Self.longPauseInterval)
    try await Task.sleep(for: isLong ? Self.longPause : Self.shortPause)
  }
}
