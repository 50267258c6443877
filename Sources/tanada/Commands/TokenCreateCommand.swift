import ArgumentParser
import FeedEditing
import FeedModel
import FeedStore
import FeedStoreSQLite

/// `tanada token create --role editor --name Anna`
struct TokenCreateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Make a token and print its secret, which is never shown again.",
    discussion: """
      A viewer reads drafts, an editor also writes content, an admin also writes compositions and \
      tokens and reads who wrote what. Only a hash of the secret is kept.
      """)

  @Option(help: ArgumentHelp("viewer, editor or admin.", valueName: "role"))
  var role: TokenRole

  @Option(help: ArgumentHelp("Whom or what it is for; names its writes.", valueName: "name"))
  var name: String

  @Option(
    help: ArgumentHelp(
      "When it expires: a moment such as 2030-12-31T00:00:00Z, or a duration such as 12h, 30d or "
        + "8w (default: never).", valueName: "when"))
  var expires: String?

  @OptionGroup var options: SettingsOptions

  func validate() throws {
    guard Token.acceptableName(name) != nil else {
      throw ValidationError(
        "--name: expected a line of 1 to \(Token.nameLength) characters, found \"\(name)\"")
    }
    _ = try expiry(now: Clock.now())
  }

  func run() async throws {
    let settings = try await options.settings()
    let now = Clock.now()
    let expiresAt = try expiry(now: now)
    let name = Token.acceptableName(name) ?? name
    let role = role
    let secret = TokenSecret(randomBytes: Randomness.bytes(TokenSecret.byteCount))
    let store = try SQLiteFeedStore(path: settings.database)
    let token = try await store.write(at: now) { transaction in
      try transaction.issueToken(
        name: name, role: role, expiresAt: expiresAt, secret: secret, by: .commandLine)
    }
    try store.close()
    Console.output(secret.text + "\n")
    let end = token.expiresAt.map { ", expires \($0.rfc3339)" } ?? ""
    Console.message("token \(token.id), \(token.role.rawValue) \(token.name)\(end)")
  }

  private func expiry(now: Timestamp) throws -> Timestamp? {
    guard let expires else { return nil }
    guard let moment = TokenExpiry.moment(expires, now: now) else {
      throw ValidationError(
        "--expires: expected \(TokenExpiry.expectation), found \"\(expires)\"")
    }
    return moment
  }
}

extension TokenRole: ExpressibleByArgument {}
