import FeedStore
import FeedStorePostgreSQL
import Synchronization

extension SampleDatabase {
  /// The database that others are copied from: migrating takes longer.
  private static let template = Mutex<PostgreSQLDatabase?>(nil)

  /// A database of the shared server with the schema, and nothing written to it.
  package static func makePostgreSQL() throws -> PostgreSQLDatabase {
    let name = try template.withLock { template in
      if let template { return template.name }
      let made = try PostgreSQLDatabase.make()
      _ = try PostgreSQLSchema.migrate(made.connect())
      template = made
      return made.name
    }
    return try PostgreSQLServer.shared().makeDatabase(copying: name)
  }
}
