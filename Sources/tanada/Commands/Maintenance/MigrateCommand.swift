import ArgumentParser
import FeedStorePostgreSQL
import FeedStoreSQLite

/// `tanada migrate`
struct MigrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Bring the store to the version of this program.",
    discussion: """
      A PostgreSQL database is brought to it by this command alone, before the first server of this version starts: \
      servers of the version before go on with it, and can start again. A SQLite file is brought to it by whatever \
      opens it. Prints the steps.
      """)

  @Flag(help: "Print the steps, and change nothing.")
  var dryRun = false

  @OptionGroup var options: SettingsOptions

  func run() async throws {
    let settings = try await options.settings()
    let steps: [String]
    switch settings.storeAddress {
    case .sqlite(let path):
      steps = try await SQLiteFeedStore.missingMigrations(path: path)
      if !dryRun { try SQLiteFeedStore(path: path).close() }
    case .postgreSQL(let address):
      steps = try await PostgreSQLSchema.migrate(address, isDryRun: dryRun)
    }
    for step in steps { Console.output("\(step)\n") }
    if steps.isEmpty {
      Console.message("\(settings.storeAddress): is at the version of this program")
    }
  }
}
