import ArgumentParser

/// `tanada token create|list|revoke`
struct TokenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token",
    abstract: "Make, list and take back the tokens that editors write with.",
    subcommands: [TokenCreateCommand.self, TokenListCommand.self, TokenRevokeCommand.self])
}
