import FeedModel
@testable import FeedStore
import Synchronization
import TestSupport
import Testing

/// Whether the disk of the database has room, which reads do not say.
@Suite struct DiskProbeTests {
  private let clock = TestClock(Timestamp(millisecondsSince1970: 0))

  @Test func roomIsLookedForEveryTenSeconds() async {
    let probe = DiskProbe(clock: clock)
    let writes = Mutex(0)
    let isFull = Mutex(false)
    func failure() async -> StoreError? {
      await probe.failure {
        writes.withLock { $0 += 1 }
        if isFull.withLock({ $0 }) { throw StoreError.diskFull(path: "a") }
        return true
      }
    }
    #expect(await failure() == nil)
    isFull.withLock { $0 = true }
    clock.advance(by: DiskProbe.interval - .milliseconds(1))
    #expect(await failure() == nil)
    #expect(writes.withLock { $0 } == 1)
    clock.advance(by: .milliseconds(1))
    // As long as there is none, at each question.
    for number in 2...4 {
      #expect(await failure() == .diskFull(path: "a"))
      #expect(writes.withLock { $0 } == number)
    }
    isFull.withLock { $0 = false }
    #expect(await failure() == nil)
    #expect(await failure() == nil)
    #expect(writes.withLock { $0 } == 5)
  }

  @Test func whatATransactionFoundStaysUntilThereIsRoom() async {
    let probe = DiskProbe(clock: clock)
    #expect(await probe.failure { true } == nil)
    probe.note(.diskFull(path: "a"))
    // No connection was free, or it was lost: that says nothing about the disk.
    #expect(await probe.failure { false } == .diskFull(path: "a"))
    #expect(
      await probe.failure { throw StoreError.unavailable(store: "a", detail: "b") }
        == .diskFull(path: "a"))
    #expect(await probe.failure { true } == nil)
  }

  /// One at a time: others do not wait for it.
  @Test func whoAsksMeanwhileGetsWhatIsKnown() async {
    let probe = DiskProbe(clock: clock)
    probe.note(.diskFull(path: "a"))
    let failure = await probe.failure {
      let other = await probe.failure {
        Issue.record("two at once")
        return true
      }
      #expect(other == .diskFull(path: "a"))
      return true
    }
    #expect(failure == nil)
  }

  /// The limit of temporary files is below what is written.
  @Test(.needsPostgreSQL) func theServerWritesAFile() throws {
    let database = try PostgreSQLDatabase.make()
    let connection = try database.connect()
    try DiskProbe.write(connection)
    try connection.run(script: "SET temp_file_limit = '256kB'")
    let error = #expect(throws: PostgreSQLError.self) { try DiskProbe.write(connection) }
    #expect(error?.sqlState == "53400")
    #expect(!connection.isInTransaction)
  }

  @Test(.needsPostgreSQL, .enabled(if: SmallDisk.isAvailable), .hangLimit)
  func aFullDiskIsKnownThoughReadsSucceed() async throws {
    let server = try PostgreSQLServer(isDurable: false)
    let disk = try SmallDisk(at: server.folder + "/small", megabytes: 64)
    defer {
      server.stop()
      disk.unmount()
    }
    let database = try server.makeDatabase()
    _ = try PostgreSQLSchema.current.migrate(database.connect())
    let admin = try PostgreSQLConnection(server.address(of: "postgres"))
    try admin.execute("CREATE TABLESPACE small LOCATION '\(disk.path)'", isCached: false)
    try admin.execute("ALTER DATABASE \(database.name) SET TABLESPACE small", isCached: false)
    let store = PostgreSQLFeedStore(database.address(), timers: clock)
    #expect(await store.failure == nil)
    try disk.fill()
    clock.advance(by: DiskProbe.interval)
    let full = StoreError.diskFull(path: database.address().description)
    #expect(await store.failure == full)
    _ = try await store.read { try $0.latestRevision() }
    #expect(await store.failure == full)
    try disk.clear()
    #expect(await store.failure == nil)
    await store.close()
  }
}
