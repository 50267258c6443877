import ArgumentParser
import FeedEditing
import FeedModel
import FeedStore

struct StudioCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "studio",
    abstract: "Invite people to the studio, in which editors change content in a browser.",
    subcommands: [StudioInviteCommand.self])
}

struct StudioInviteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "invite", abstract: "Print an address that signs a person in to the studio.",
    discussion: """
      The address works once, within 15 minutes, and begins a session of 12 hours. A viewer reads \
      drafts, a contributor also prepares releases, an editor also writes content, compositions and \
      releases, an admin also writes kinds and tokens and removes feeds.
      """)

  @Option(help: .named("name", "The person, as the audit and other editors see it."))
  var name: String

  @Option(help: .named("role", "viewer, contributor, editor or admin.")) var role: TokenRole

  @Option(
    help: .named(
      "url",
      "The server as browsers reach it, such as https://feeds.example.com (default: the setting "
        + "public_url, or from host and port).")) var address: String?

  @OptionGroup var options: SettingsOptions

  func validate() throws {
    guard Token.acceptableName(name) != nil else {
      throw ValidationError(
        "--name: expected a line of 1 to \(Token.nameLength) characters, found \"\(name)\"")
    }
    if let address, ServerAddress(address) == nil {
      throw ValidationError(
        "--address: expected an address such as https://feeds.example.com, found \"\(address)\"")
    }
  }

  func run() async throws {
    let settings = try await options.settings()
    let now = Clock.now()
    let (name, role) = (Token.acceptableName(name) ?? name, role)
    let server = settings.browserAddress(given: address)
    let secret = TokenSecret(randomBytes: [UInt8].random(TokenSecret.byteCount))
    let invitation = try await settings.withStore { store in
      try await Editor(store: store, clock: { now }).write(by: .program) { transaction in
        try transaction.invite(name: name, role: role, secret: secret, by: transaction.actor)
      }
    }
    try Console.output(server + StudioAddress.invitation(secret) + "\n")
    let end = invitation.expiresAt?.rfc3339 ?? ""
    Console.message(
      "invitation \(invitation.id), \(role.rawValue) \(invitation.name), works once until \(end)")
  }
}

extension Settings {
  /// The server as browsers reach it, without a slash at the end.
  ///
  /// - Parameter address: as it was given on the command line; `nil` if it was not.
  func browserAddress(given address: String?) -> String {
    if let given = address.flatMap(ServerAddress.init) { return given.text }
    return publicURL.isEmpty ? ServerAddress(host: host, port: port).text : publicURL
  }
}

/// The beginning of a server's addresses: `https://feeds.example.com:8443`.
struct ServerAddress {
  /// Without a slash at the end.
  let text: String

  /// Reads an address without a path; `nil` for any other text.
  init?(_ text: String) {
    let form = /(?i)https?:\/\/([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?\/?/
    guard text.wholeMatch(of: form) != nil else { return nil }
    self.text = text.hasSuffix("/") ? String(text.dropLast()) : text
  }

  /// The address of a server that listens on `host`, for a browser beside it: one that listens everywhere listens there.
  init(host: String, port: Int) {
    let name = ["0.0.0.0", "::"].contains(host) ? "127.0.0.1" : host
    text = "http://\(name.contains(":") ? "[\(name)]" : name):\(port)"
  }
}
