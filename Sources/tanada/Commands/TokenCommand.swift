import ArgumentParser
import FeedEditing
import FeedModel
import FeedStore
import StrictJSON

struct TokenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token", abstract: "Create, list and revoke the tokens that programs write with.",
    subcommands: [TokenCreateCommand.self, TokenListCommand.self, TokenRevokeCommand.self])
}

struct TokenCreateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Create a token and print its secret, which is never shown again.",
    discussion: """
      A viewer reads drafts, a contributor also prepares releases, an editor also writes content, \
      compositions and releases, an admin also writes kinds and tokens, removes feeds and reads the \
      audit. Only a hash of the secret is stored.
      """)

  @Option(help: .named("role", "viewer, contributor, editor or admin.")) var role: TokenRole

  @Option(help: .named("name", "The owner of the token, shown in the audit.")) var name: String

  @Option(
    help: .named(
      "when",
      "When it expires: a time such as 2030-12-31T00:00:00Z, or a duration such as 12h, 30d or 8w "
        + "(default: never).")) var expires: String?

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
    let secret = TokenSecret(randomBytes: [UInt8].random(TokenSecret.byteCount))
    let token = try await settings.withStore { store in
      try await Editor(store: store, clock: { now }).write(by: .program) { transaction in
        try transaction.issueToken(
          name: name, role: role, expiresAt: expiresAt, secret: secret, by: transaction.actor)
      }
    }
    try Console.output(secret.text + "\n")
    let end = token.expiresAt.map { ", expires \($0.rfc3339)" } ?? ""
    Console.message("token \(token.id), \(token.role.rawValue) \(token.name)\(end)")
  }

  private func expiry(now: Timestamp) throws -> Timestamp? {
    guard let expires else { return nil }
    guard let moment = Token.expiry(expires, now: now) else {
      throw ValidationError(
        "--expires: expected \(Token.expiryForm), found \"\(expires)\"")
    }
    return moment
  }
}

extension TokenRole: ExpressibleByArgument {}

struct TokenListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the tokens, invitations and sessions, without their secrets.")

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup var options: SettingsOptions

  func run() async throws {
    let settings = try await options.settings()
    let tokens = try await settings.withStore(createsFile: false) { store in
      try await store.read { try $0.tokens() }
    }
    if json {
      let bytes = JSONWriter.encode { writer in
        writer.object { object in
          object.array("result", tokens) { writer, token in writer.object { $0.members(of: token) }
          }
        }
      }
      try Console.output(line: bytes)
    } else {
      try Console.output(Self.table(tokens))
    }
  }

  private static func table(_ tokens: [Token]) -> String {
    let rows =
      [["id", "type", "role", "created", "expires", "used", "revoked", "name"]]
      + tokens.map { token in
        [
          String(token.id), token.type.rawValue, token.role.rawValue, token.createdAt.rfc3339,
          token.expiresAt?.rfc3339 ?? "-", token.lastUsedAt?.rfc3339 ?? "-",
          token.revokedAt?.rfc3339 ?? "-", token.name,
        ]
      }
    return Console.table(rows)
  }
}

struct TokenRevokeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke",
    abstract:
      "Revoke a token, an invitation or a session: every server of the database refuses it from then "
      + "on.")

  @Argument(help: .named("id", "The token's id, as listed.")) var id: Int

  @OptionGroup var options: SettingsOptions

  func run() async throws {
    let settings = try await options.settings()
    let id = id
    let token = try await settings.withStore(createsFile: false) { store in
      try await Editor(store: store, clock: Clock.now).write(by: .program) { transaction in
        try transaction.revokeToken(id, by: transaction.actor)
      }
    }
    guard let token else {
      throw Failure("\(id): no such token; 'tanada token list' shows them all")
    }
    Console.message("token \(token.id), \(token.role.rawValue) \(token.name), is revoked")
  }
}
