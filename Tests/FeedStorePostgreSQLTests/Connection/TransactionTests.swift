import FeedStore
import Foundation
import TestSupport
import Testing

/// Transactions that succeed, fail, and are cancelled.
@Suite(.needsPostgreSQL) struct TransactionTests {
  let database: PostgreSQLDatabase
  let connection: PostgreSQLConnection

  init() throws {
    database = try PostgreSQLDatabase.make()
    connection = try database.connect()
    try connection.run(
      script:
        "CREATE TABLE t (k int8 PRIMARY KEY, r int8 REFERENCES t DEFERRABLE INITIALLY DEFERRED)")
  }

  private func keys(_ connection: PostgreSQLConnection? = nil) throws -> [Int] {
    try (connection ?? self.connection).rows("SELECT k FROM t ORDER BY k").map { try $0[0] }
  }

  @Test func whatIsCommittedIsSeenByOthers() throws {
    let other = try database.connect()
    try connection.begin(.readWrite)
    try connection.perform("INSERT INTO t VALUES (1)")
    #expect(try keys() == [1])
    #expect(connection.isInTransaction)
    #expect(try keys(other) == [])
    try connection.commit()
    #expect(!connection.isInTransaction)
    #expect(try keys(other) == [1])
  }

  @Test func whatIsRolledBackIsNot() throws {
    try connection.begin(.readWrite)
    try connection.execute("INSERT INTO t VALUES (1)")
    try connection.perform("INSERT INTO t VALUES (2)")
    try connection.rollback()
    #expect(try keys() == [])
    try connection.rollback()
    try connection.begin(.readWrite)
    try connection.rollback()
    #expect(!connection.isInTransaction)
  }

  @Test func aSnapshotStays() throws {
    let other = try database.connect()
    try connection.begin(.readOnlySnapshot)
    #expect(try keys() == [])
    try other.execute("INSERT INTO t VALUES (1)")
    #expect(try keys() == [])
    let error = #expect(throws: PostgreSQLError.self) {
      try connection.execute("INSERT INTO t VALUES (2)")
    }
    #expect(error?.isReadOnly == true)
    try connection.rollback()
    #expect(try keys() == [1])
  }

  @Test func aFailureEndsTheTransactionUntilItIsRolledBack() throws {
    try connection.begin(.readWrite)
    try connection.execute("INSERT INTO t VALUES (1)")
    #expect(throws: PostgreSQLError.self) { try connection.execute("INSERT INTO t VALUES (1)") }
    #expect(connection.hasFailedTransaction)
    let error = #expect(throws: PostgreSQLError.self) { try connection.rows("SELECT 1") }
    #expect(error?.sqlState == "25P02")
    #expect(throws: PostgreSQLError.commitRolledBack(host: connection.host)) {
      try connection.commit()
    }
    try connection.rollback()
    #expect(try keys() == [])
  }

  @Test func aFailureBeforeTheCommitIsItsError() throws {
    try connection.begin(.readWrite)
    try connection.perform("INSERT INTO t VALUES (1)")
    try connection.perform("INSERT INTO t VALUES (1)")
    let error = #expect(throws: PostgreSQLError.self) { try connection.commit() }
    #expect(error?.sqlState == "23505")
    #expect(error?.isCommitUnknown == false)
    try connection.rollback()
    #expect(try keys() == [])
  }

  @Test func aCommitThatIsRefusedHasNotHappened() throws {
    try connection.begin(.readWrite)
    try connection.execute("INSERT INTO t VALUES (1, 99)")
    let error = #expect(throws: PostgreSQLError.self) { try connection.commit() }
    #expect(error?.sqlState == "23503")
    #expect(error?.failure?.constraint == "t_r_fkey")
    try connection.rollback()
    #expect(try keys() == [])
  }

  @Test func aBodyIsCommittedOrRolledBack() throws {
    struct Stop: Error {}
    #expect(
      try connection.transaction(.readWrite) { try connection.execute("INSERT INTO t VALUES (1)") }
        == 1)
    #expect(throws: Stop.self) {
      try connection.transaction(.readWrite) {
        try connection.perform("INSERT INTO t VALUES (2)")
        throw Stop()
      }
    }
    #expect(try keys() == [1])
  }

  @Test func transactionsThatWaitForEachOther() throws {
    try connection.execute("INSERT INTO t VALUES (1), (2)")
    let other = try database.connect(.init(lockTimeout: .milliseconds(50)))
    try connection.begin(.readWrite)
    try connection.execute("UPDATE t SET r = 1 WHERE k = 1")
    let error = #expect(throws: PostgreSQLError.self) {
      try other.execute("UPDATE t SET r = 2 WHERE k = 1")
    }
    #expect(error?.isLockTimeout == true)
    try connection.rollback()
    #expect(try other.execute("UPDATE t SET r = 2 WHERE k = 1") == 1)
  }

  @Test func snapshotsThatCannotBeOneAfterTheOther() throws {
    try connection.execute("INSERT INTO t VALUES (1)")
    let other = try database.connect()
    try connection.perform("BEGIN ISOLATION LEVEL REPEATABLE READ")
    #expect(try keys() == [1])
    try other.execute("UPDATE t SET r = 1")
    let error = #expect(throws: PostgreSQLError.self) {
      try connection.execute("UPDATE t SET r = NULL")
    }
    #expect(error?.isSerializationFailure == true)
    try connection.rollback()
  }

  @Test func aStatementThatTakesTooLongIsCancelled() throws {
    let connection = try database.connect(.init(statementTimeout: .milliseconds(20)))
    let error = #expect(throws: PostgreSQLError.self) { try connection.rows("SELECT pg_sleep(60)") }
    #expect(error?.isCancelled == true)
    #expect(try keys(connection) == [])
  }

  @Test(.hangLimit) func anotherThreadCancels() async throws {
    let (canceller, database) = (connection.canceller, database)
    let process = connection.processIdentifier
    async let cancelled: Void = eventually {
      let watcher = try database.connect()
      let state = try watcher.row(
        "SELECT state FROM pg_stat_activity WHERE pid = ? AND query LIKE '%pg_sleep(60)%'",
        [process])
      guard state?.values[0] == "active" else { return false }
      canceller.cancel()
      return true
    }
    let error = await Self.onAThread(connection) { connection in
      try connection.begin(.readWrite)
      try connection.perform("INSERT INTO t VALUES (1)")
      _ = try connection.rows("SELECT pg_sleep(60)")
    }
    try await cancelled
    #expect((error as? PostgreSQLError)?.sqlState == "57014")
    // Nothing but a rollback from now on.
    #expect(throws: PostgreSQLError.cancelled) { try connection.rows("SELECT 1") }
    #expect(throws: PostgreSQLError.cancelled) { try connection.commit() }
    try connection.rollback()
    #expect(try keys() == [])
  }

  @Test func whatCancelsAFormerUseCancelsNoLaterOne() throws {
    let former = connection.beginUse()
    let use = connection.beginUse()
    connection.canceller.cancel(use: former)
    #expect(try keys() == [])
    connection.canceller.cancel(use: use)
    #expect(throws: PostgreSQLError.cancelled) { try keys() }
    connection.beginUse()
    #expect(try keys() == [])
  }

  @Test func whatIsCancelledBeforeItIsSentIsNotSent() throws {
    try connection.begin(.readWrite)
    connection.canceller.cancel()
    #expect(throws: PostgreSQLError.cancelled) {
      try connection.execute("INSERT INTO t VALUES (1)")
    }
    try connection.rollback()
    #expect(try keys() == [])
  }

  /// Runs `body` on a thread of its own while tasks go on, and returns what it throws.
  static func onAThread(
    _ connection: PostgreSQLConnection,
    _ body: @escaping @Sendable (PostgreSQLConnection) throws -> Void
  ) async -> (any Error)? {
    nonisolated(unsafe) let connection = connection
    return await withCheckedContinuation { continuation in
      Thread {
        do {
          try body(connection)
          continuation.resume(returning: nil)
        } catch {
          continuation.resume(returning: error)
        }
      }.start()
    }
  }
}
