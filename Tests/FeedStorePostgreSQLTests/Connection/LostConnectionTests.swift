import FeedStore
import Foundation
import TestSupport
import Testing

/// Connections that are lost, servers that are killed, and the hosts that are tried.
@Suite(.needsPostgreSQL, .hangLimit) struct LostConnectionTests {
  private func terminate(_ connection: PostgreSQLConnection, in database: PostgreSQLDatabase) throws
  {
    try database.connect().execute(
      "SELECT pg_terminate_backend(?::int4, 60000)", [connection.processIdentifier])
  }

  /// Whether a process of the server waits for a standby.
  private static func isWaiting(
    _ process: Int, _ watcher: PostgreSQLConnection
  ) throws -> Bool {
    let sql = "SELECT wait_event FROM pg_stat_activity WHERE pid = ?"
    return try watcher.row(sql, [process])?.values == ["SyncRep"]
  }

  @Test func aConnectionThatEndedWhileIdleWasUnanswered() throws {
    let database = try PostgreSQLDatabase.make()
    let connection = try database.connect()
    _ = try connection.rows("SELECT 1")
    try terminate(connection, in: database)
    connection.beginUse()
    try connection.begin(.readOnlySnapshot)
    let error = #expect(throws: PostgreSQLError.self) { try connection.rows("SELECT 1") }
    #expect(error?.isConnectionLost == true)
    #expect(error?.isLostUnanswered == true)
    #expect(error?.isShutdown == true)
    #expect(error?.failure?.host == connection.host)
    #expect(connection.isLost)
    for _ in 0..<2 {
      let again = #expect(throws: PostgreSQLError.self) { try connection.rows("SELECT 1") }
      #expect(again?.isConnectionLost == true)
      #expect(throws: PostgreSQLError.self) { try connection.commit() }
      #expect(throws: PostgreSQLError.self) { try connection.rollback() }
    }
  }

  @Test func aConnectionThatEndsLaterWasAnswered() throws {
    let database = try PostgreSQLDatabase.make()
    let connection = try database.connect()
    try connection.begin(.readOnlySnapshot)
    _ = try connection.rows("SELECT 1")
    try terminate(connection, in: database)
    let error = #expect(throws: PostgreSQLError.self) { try connection.rows("SELECT 1") }
    #expect(error?.isConnectionLost == true)
    #expect(error?.isLostUnanswered == false)
  }

  @Test func aConnectionThatEndsDuringAStatement() throws {
    let database = try PostgreSQLDatabase.make()
    let connection = try database.connect()
    let error = #expect(throws: PostgreSQLError.self) {
      try connection.rows("SELECT pg_terminate_backend(pg_backend_pid()), pg_sleep(60)")
    }
    #expect(error?.isConnectionLost == true)
    #expect(error?.sqlState == "57P01")
  }

  /// The trigger ends the server's process within the commit, before it takes effect.
  @Test func aConnectionThatEndsDuringACommitIsUnknown() throws {
    let database = try PostgreSQLDatabase.make()
    let connection = try database.connect()
    try connection.run(
      script: """
        CREATE TABLE t (k int8);
        CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(60); RETURN NULL; END $$;
        CREATE CONSTRAINT TRIGGER c AFTER INSERT ON t DEFERRABLE INITIALLY DEFERRED
          FOR EACH ROW EXECUTE FUNCTION f();
        """)
    try connection.begin(.readWrite)
    try connection.execute("INSERT INTO t VALUES (1)")
    let error = #expect(throws: PostgreSQLError.self) { try connection.commit() }
    #expect(error?.isCommitUnknown == true)
    #expect(error?.isConnectionLost == true)
    #expect(try database.connect().rows("SELECT * FROM t").isEmpty)
  }

  @Test func aStatementThatFailsBeforeTheCommitIsNotUnknown() throws {
    let database = try PostgreSQLDatabase.make()
    let connection = try database.connect()
    try connection.begin(.readWrite)
    try connection.perform("SELECT 1 / 0")
    let error = #expect(throws: PostgreSQLError.self) { try connection.commit() }
    #expect(error?.sqlState == "22012")
  }

  /// No standby has the name that commits wait for.
  @Test func aCommitThatNoStandbyHasIsUnknown() async throws {
    let server = try PostgreSQLServer(
      isDurable: false, settings: ["synchronous_standby_names": "nobody"])
    let local = PostgreSQLSessionSettings()
    var address = server.address(of: "postgres")
    address.options["options"] = "-c synchronous_commit=local"
    let watcher = try PostgreSQLConnection(address, settings: local)
    try watcher.execute("CREATE TABLE t (k int8)", isCached: false)

    for (number, function) in ["pg_cancel_backend", "pg_terminate_backend"].enumerated() {
      let connection = try PostgreSQLConnection(server.address(of: "postgres"))
      let process = connection.processIdentifier
      let canceller = connection.canceller
      let outcome = Task {
        await TransactionTests.onAThread(connection) { connection in
          try connection.begin(.readWrite)
          try connection.execute("INSERT INTO t VALUES (?)", [number])
          try connection.commit()
        }
      }
      try await eventually {
        try Self.isWaiting(process, watcher)
      }
      // Commits are not cancelled from here.
      canceller.cancel()
      #expect(try Self.isWaiting(process, watcher))
      try watcher.execute("SELECT \(function)(?::int4)", [process])
      let error = await outcome.value as? PostgreSQLError
      #expect(error?.isCommitUnknown == true, "\(String(describing: error))")
      #expect(error?.isConnectionLost == (number == 1))
    }
    // They had happened.
    #expect(try watcher.row("SELECT count(*) FROM t")?.values[0] == 2)
  }

  @Test func aServerThatIsKilledDuringACommit() async throws {
    let server = try PostgreSQLServer(
      isDurable: true, settings: ["synchronous_standby_names": "nobody"])
    var address = server.address(of: "postgres", overTCP: true)
    address.options["options"] = "-c synchronous_commit=local"
    let watcher = try PostgreSQLConnection(address)
    try watcher.execute("CREATE TABLE t (k int8)", isCached: false)
    let connection = try PostgreSQLConnection(server.address(of: "postgres", overTCP: true))
    let process = connection.processIdentifier
    let outcome = Task {
      await TransactionTests.onAThread(connection) { connection in
        try connection.begin(.readWrite)
        try connection.execute("INSERT INTO t VALUES (1)")
        try connection.commit()
      }
    }
    try await eventually {
      try Self.isWaiting(process, watcher)
    }
    server.kill()
    let error = await outcome.value as? PostgreSQLError
    #expect(error?.isCommitUnknown == true, "\(String(describing: error))")
    let lost = #expect(throws: PostgreSQLError.self) { try watcher.rows("SELECT 1") }
    #expect(lost?.isConnectionLost == true)
    let absent = #expect(throws: PostgreSQLError.self) { try PostgreSQLConnection(address) }
    #expect(absent?.isConnectionLost == true)

    // Its disk had the commit.
    try server.start()
    #expect(try PostgreSQLConnection(address).row("SELECT count(*) FROM t")?.values[0] == 1)
  }

  @Test func theFirstHostThatTakesWritesIsUsed() throws {
    let shared = try PostgreSQLServer.shared()
    let readOnly = try PostgreSQLServer(
      isDurable: false, settings: ["default_transaction_read_only": "on"])
    let nobody = try PostgreSQLServer.freePort()
    var address = shared.address(of: "postgres", overTCP: true)
    let ports = [nobody, readOnly.port, shared.port]
    address.hosts = ports.map { .init(name: "127.0.0.1", port: $0) }
    let connection = try PostgreSQLConnection(address)
    #expect(connection.host == "127.0.0.1:\(shared.port)")

    // A host that no longer takes writes.
    let former = try PostgreSQLConnection(
      readOnly.address(of: "postgres", overTCP: true, attributes: "any"))
    let error = #expect(throws: PostgreSQLError.self) {
      try former.execute("CREATE TABLE t ()", isCached: false)
    }
    #expect(error?.isReadOnly == true)
    #expect(former.isOutdated && !former.isLost)

    address.hosts.removeLast()
    let none = #expect(throws: PostgreSQLError.self) { try PostgreSQLConnection(address) }
    #expect(none?.failure?.host == address.description)
    #expect(none?.isConnectionLost == true)
  }

  @Test func whatAServerSaysWhenItRefusesIsKnown() throws {
    let server = try PostgreSQLServer.shared()
    let error = #expect(throws: PostgreSQLError.self) {
      try PostgreSQLConnection(server.address(of: "no such database"))
    }
    #expect(error?.sqlState == "3D000")
    #expect(error?.failure?.message == "database \"no such database\" does not exist")

    let small = try PostgreSQLServer(
      isDurable: false,
      settings: ["max_connections": "3", "superuser_reserved_connections": "0"])
    var connections: [PostgreSQLConnection] = []
    let full = #expect(throws: PostgreSQLError.self) {
      for _ in 0..<4 { connections.append(try PostgreSQLConnection(small.address(of: "postgres"))) }
    }
    #expect(full?.isTooManyConnections == true, "\(String(describing: full))")
    #expect(connections.count == 3)
  }
}
