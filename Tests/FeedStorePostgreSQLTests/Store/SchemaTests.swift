import FeedModel
import FeedStore
import StrictJSON
import Synchronization
import TestSupport
import Testing

@Suite(.needsPostgreSQL) struct SchemaTests {
  private let folder: TemporaryFolder
  private let database: PostgreSQLDatabase

  init() throws {
    folder = try TemporaryFolder()
    database = try SampleDatabase.makePostgreSQL()
  }

  /// Tables of PostgreSQL alone.
  private static let ownTables: Set = [
    "tanada_head", "tanada_tables", "tanada_commits", "tanada_last_release", "tanada_migrations",
    "tanada_schema", "search_backlog",
  ]

  @Test func bothStoresHaveTheTablesThatAreCopied() throws {
    let file = try SQLiteContent(path: folder.path("file.sqlite"), createsFile: true)
    let shared = PostgreSQLContent(database.address())
    for table in ContentTable.all {
      let inFile = try file.readAll {
        try $0.all(String.self, "SELECT name FROM pragma_table_info(?)", [table.name])
      }
      let inDatabase = try shared.readAll {
        try $0.all(
          String.self,
          "SELECT column_name::text FROM information_schema.columns WHERE table_name = ?",
          [table.name])
      }
      // Tables of one row have a key that says so.
      let columns = Set(table.columns.map(\.name))
      #expect(Set(inFile).subtracting(["only"]) == columns, "\(table.name)")
      #expect(Set(inDatabase).subtracting(["single"]) == columns, "\(table.name)")
    }
    let others = try shared.readAll {
      try $0.all(
        String.self,
        "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()")
    }.filter { name in
      !ContentTable.all.contains { $0.name == name } && !Self.ownTables.contains(name)
        && !ContentKinds.standard.names.contains { name == $0 || name.hasPrefix("\($0):") }
    }
    #expect(others == [])
  }

  @Test func aDatabaseIsMigratedOnce() async throws {
    let empty = try PostgreSQLDatabase.make()
    let store = PostgreSQLFeedStore(
      empty.address(), timers: TestClock(SampleContent.committedAt))
    await #expect(throws: StoreError.self) { try await store.requireSchema() }
    let steps = try await PostgreSQLSchema.current.migrate(empty.address(), isDryRun: true)
    #expect(steps == Self.all)
    await #expect(throws: StoreError.self) { try await store.requireSchema() }
    #expect(try await PostgreSQLSchema.current.migrate(empty.address()) == steps)
    #expect(try await PostgreSQLSchema.current.migrate(empty.address()) == [])
    try await store.requireSchema()
    #expect(try await store.kinds() == .standard)
    // A version that drops what this one needs says so.
    _ = try empty.connect().execute("UPDATE tanada_schema SET oldest = 1000", isCached: false)
    await #expect(throws: StoreError.newerSchema(path: "")) {
      do { try await store.requireSchema() } catch StoreError.newerSchema {
        throw StoreError.newerSchema(path: "")
      }
    }
    await store.close()
  }

  @Test func aDatabaseOfTheLastVersionBeforeTheBaselineGoesOn() async throws {
    let store = makeStore(.current)
    _ = try await store.write(at: SampleContent.committedAt) {
      _ = try $0.upsert(try TestContent.topic())
    }
    let revision = try await store.latestRevision()
    try note("p0006_audiences")
    await #expect {
      try await store.requireSchema()
    } throws: {
      "\($0)".contains("'tanada copy'")
    }
    await #expect {
      _ = try await PostgreSQLSchema.current.migrate(database.address())
    } throws: { error in
      if case StoreError.formerSchema = error { true } else { false }
    }
    try note("p0007_former_audiences")
    await #expect {
      try await store.requireSchema()
    } throws: {
      "\($0)".contains("'tanada migrate'")
    }
    #expect(
      try await PostgreSQLSchema.current.migrate(database.address(), isDryRun: true) == Self.all)
    #expect(try await PostgreSQLSchema.current.migrate(database.address()) == Self.all)
    #expect(try await PostgreSQLSchema.current.migrate(database.address()) == [])
    try await store.requireSchema()
    #expect(try await store.latestRevision() == revision)
    await store.close()
  }

  /// The steps of a new database.
  private static let all = ["p0001_baseline", "p0002_designs"].map {
    PostgreSQLSchema.Step(name: $0, waits: false)
  }

  /// Notes that a former migration, the seventh, has run and not the baseline, and removes what came after it.
  private func note(_ name: String) throws {
    try database.connect().run(
      script: """
        DROP TABLE IF EXISTS tanada_designs, tanada_design_versions, tanada_revision_designs;
        DELETE FROM tanada_migrations WHERE name = 'p0002_designs';
        UPDATE tanada_migrations SET number = 7, name = '\(name)';
        UPDATE tanada_schema SET oldest = 7
        """)
  }

  /// A schema of the version after this one, which adds a column that the version after it takes away.
  private static let expanded = PostgreSQLSchema(
    PostgreSQLSchema.current.migrations + [
      Migration(
        "t0001_expansion",
        sql: "ALTER TABLE tanada_head ADD COLUMN expanded bigint NOT NULL DEFAULT 7")
    ])
  private static let contracted = PostgreSQLSchema(
    expanded.migrations + [
      Migration(
        "t0002_contraction", .contraction, sql: "ALTER TABLE tanada_head DROP COLUMN expanded")
    ])

  private func makeStore(_ schema: PostgreSQLSchema) -> PostgreSQLFeedStore {
    PostgreSQLFeedStore(
      database.address(), connectionCount: 2, schema: schema,
      timers: TestClock(SampleContent.committedAt))
  }

  /// A server that writes until it is stopped.
  private final class Writer: Sendable {
    private let state = Mutex((count: 0, hasEnded: false))

    /// Writes an item again and again. No write may fail.
    func write(item id: Int, to store: PostgreSQLFeedStore) async throws {
      defer { stop() }
      while state.withLock({ !$0.hasEnded }) {
        let number = state.withLock { $0.count + 1 }
        let banner = try TestContent.banner(id, campaign: number).item
        _ = try await store.write(at: SampleContent.committedAt) { _ = try $0.upsert(banner) }
        state.withLock { $0.count = number }
      }
    }

    /// Waits for a write that has begun since.
    func moreWrites() async throws {
      let count = state.withLock(\.count)
      try await eventually { self.state.withLock { $0.hasEnded || $0.count >= count + 2 } }
      #expect(state.withLock { !$0.hasEnded })
    }

    func stop() { state.withLock { $0.hasEnded = true } }
  }

  @Test func theVersionsBeforeAndAfterRunBesideEachOther() async throws {
    let before = makeStore(.current)
    let after = makeStore(Self.expanded)
    await #expect(throws: StoreError.self) { try await after.requireSchema() }
    let (first, second, third) = (Writer(), Writer(), Writer())
    async let writes: Void = first.write(item: 1, to: before)
    try await first.moreWrites()
    #expect(
      try await Self.expanded.migrate(database.address())
        == [PostgreSQLSchema.Step(name: "t0001_expansion", waits: false)])
    try await first.moreWrites()
    try await after.requireSchema()
    async let laterWrites: Void = second.write(item: 2, to: after)
    try await second.moreWrites()
    try await first.moreWrites()
    second.stop()
    try await laterWrites
    await after.close()
    // The way back: a server of the version before starts again.
    let again = makeStore(.current)
    try await again.requireSchema()
    async let writesAgain: Void = third.write(item: 3, to: again)
    try await third.moreWrites()
    for writer in [first, third] { writer.stop() }
    _ = try await (writes, writesAgain)
    await again.close()
    let revisions = try await before.read { try $0.latestRevision()?.number }
    let items = try await before.read { reader in
      let kind = try #require(try reader.kinds()["campaign_banners"])
      return try reader.items(
        of: kind, matching: ContentQuery(parameters: [:], for: kind), visibility: nil, after: nil,
        limit: 9)
    }
    #expect(items.map(\.content.id) == [1, 2, 3])
    #expect(try #require(revisions) >= 8)
    await before.close()
  }

  @Test func whatAVersionNeedsIsTakenAwayWhenNoServerOfItRuns() async throws {
    let waiting = PostgreSQLSchema.Step(name: "t0002_contraction", waits: true)
    let done = PostgreSQLSchema.Step(name: "t0002_contraction", waits: false)
    _ = try await Self.expanded.migrate(database.address())
    let before = makeStore(Self.expanded)
    try await before.requireSchema()
    let after = makeStore(Self.contracted)
    #expect(try await Self.contracted.migrate(database.address()) == [waiting])
    try await after.requireSchema()
    // A connection of the version before is still open.
    await #expect {
      _ = try await Self.contracted.migrate(database.address(), contracts: true)
    } throws: {
      "\($0)".contains(
        "programs of an earlier version are connected from this machine; stop them first")
    }
    #expect(
      try await Self.contracted.migrate(database.address(), contracts: true, isDryRun: true)
        == [done])
    try await before.requireSchema()
    await before.close()
    #expect(try await Self.contracted.migrate(database.address(), contracts: true) == [done])
    #expect(try await Self.contracted.migrate(database.address(), contracts: true) == [])
    try await after.requireSchema()
    await after.close()
    let late = makeStore(Self.expanded)
    await #expect {
      try await late.requireSchema()
    } throws: { error in
      if case StoreError.newerSchema = error { true } else { false }
    }
    await late.close()
  }

  @Test func namesAreAsLongAsTheyMayBe() async throws {
    let store = PostgreSQLFeedStore(
      database.address(), clock: .caller, timers: TestClock(SampleContent.committedAt))
    // 63 letters each, which differ in the last one.
    let names = ["a", "b"].map { String(repeating: "n", count: 62) + $0 }
    @Sendable func proposal(_ kind: String, _ field: String, renamed: String? = nil) throws
      -> KindProposal
    {
      let former = renamed.map { #","renamed_from":"\#($0)""# } ?? ""
      return try KindProposal(
        reading: JSONTree(
          parsing: Array(
            #"{"kind":"\#(kind)","fields":[{"name":"\#(field)","type":"date"\#(former)},{"name":"title","type":"text"}]}"#
              .utf8)))
    }
    let date = try #require(Timestamp("2026-11-26T09:00:00.000Z"))
    _ = try await store.write(at: SampleContent.committedAt) { transaction in
      for name in names {
        try transaction.define(KindChange(from: nil, to: proposal(name, names[0])))
      }
    }
    _ = try await store.write(at: SampleContent.committedAt) { transaction in
      for (id, name) in names.enumerated() {
        let kind = try #require(try transaction.kinds()[name])
        _ = try transaction.upsert(
          ContentItem(kind: kind, id: id + 1, values: [.date(date), .text("Coffee")]))
      }
    }
    _ = try await store.write(at: SampleContent.committedAt) { transaction in
      let kind = try #require(try transaction.kinds()[names[0]])
      try transaction.define(
        KindChange(from: kind, to: proposal(names[0], names[1], renamed: names[0])))
    }
    let found = try await store.read { reader in
      let kind = try #require(try reader.kinds()[names[0]])
      let query = try ContentQuery(
        parameters: ["q": "offee", "sort": "-\(names[1])"], for: kind)
      return (
        try reader.items(of: kind, matching: query, visibility: nil, after: nil, limit: 9)
          .map(\.content.id),
        try reader.versions(of: names[0], id: 1, before: nil, limit: 9).count
      )
    }
    #expect(found.0 == [1] && found.1 == 2)
    await store.close()
  }
}
