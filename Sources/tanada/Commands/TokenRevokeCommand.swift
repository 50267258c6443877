import ArgumentParser
import FeedEditing
import FeedStore
import FeedStoreSQLite

/// `tanada token revoke ID`
struct TokenRevokeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke",
    abstract: "Take a token back: every server of the database refuses it from then on.")

  @Argument(help: ArgumentHelp("The token's id, as listed.", valueName: "id"))
  var id: Int

  @OptionGroup var options: SettingsOptions

  func run() async throws {
    let settings = try await options.settings()
    let id = id
    let store = try SQLiteFeedStore(path: settings.database, createsFile: false)
    let token = try await store.write(at: Clock.now()) { transaction in
      try transaction.revokeToken(id, by: .commandLine)
    }
    try store.close()
    guard let token else { throw Failure.unknownToken(id) }
    Console.message("token \(token.id), \(token.role.rawValue) \(token.name), is revoked")
  }
}
