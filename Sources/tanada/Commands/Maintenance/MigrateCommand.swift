import ArgumentParser
import FeedStore

struct MigrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate", abstract: "Bring the store to the version of this program.",
    discussion: """
      A PostgreSQL database is brought to it by this command alone, before the first server of this version starts: \
      servers of the version before go on with it, and can start again. What only they need stays until --contract is \
      given, when none of them runs any more. A SQLite file is brought to it by whatever opens it. Prints the steps.
      """)

  @Flag(help: "Print the steps, and change nothing.") var dryRun = false

  @Flag(
    help: "Take away what servers of earlier versions need, too. They cannot start again after it.")
  var contract = false

  @OptionGroup var options: SettingsOptions

  func run() async throws {
    let settings = try await options.settings()
    let steps: [PostgreSQLSchema.Step]
    switch settings.storeAddress {
    case .sqlite(let path):
      steps = try await SQLiteSchema.current.missing(path: path)
        .map { PostgreSQLSchema.Step(name: $0, waits: false) }
      if !dryRun { try SQLiteFeedStore(path: path).close() }
    case .postgreSQL(let address):
      steps = try await PostgreSQLSchema.current.migrate(
        address, contracts: contract, isDryRun: dryRun)
    }
    for step in steps {
      try Console.output(step.waits ? "\(step.name) (waits for --contract)\n" : "\(step.name)\n")
    }
    if steps.allSatisfy(\.waits) {
      Console.message("\(settings.storeAddress): is at the version of this program")
    }
  }
}
