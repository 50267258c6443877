import FeedEditing
import FeedStore

extension SampleDatabase {
  private static let emptyPostgreSQL = Result {
    let database = try PostgreSQLDatabase.make()
    _ = try PostgreSQLSchema.current.migrate(database.connect())
    return database
  }

  /// The database of PostgreSQL that is like that of ``copy(to:)``.
  static let seededPostgreSQL = Task {
    let database = try makePostgreSQL()
    let store = PostgreSQLFeedStore(
      database.address(), clock: .caller, timers: TestClock(SampleContent.committedAt))
    _ = try await Seeder(store: store).seed(
      SeedSources(at: SampleContent.files), at: SampleContent.committedAt)
    await store.close()
    return database
  }

  /// A database of the shared server with the schema, and nothing written to it.
  package static func makePostgreSQL() throws -> PostgreSQLDatabase {
    try PostgreSQLServer.shared().makeDatabase(copying: emptyPostgreSQL.get().name)
  }
}
