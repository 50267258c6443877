import ArgumentParser
import FeedModel
import FeedPublisher
import FeedServer
import FeedStore
import FeedStoreSQLite
import StrictJSON

/// `tanada token list`
struct TokenListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the tokens, without their secrets.")

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var options: SettingsOptions

  func run() async throws {
    let settings = try await options.settings()
    let store = try SQLiteFeedStore(path: settings.database, createsFile: false)
    let tokens = try await store.read { try $0.tokens() }
    try store.close()
    if json {
      let bytes = JSONWriter.encode { writer in
        writer.object { object in
          object.array("result", tokens) { writer, token in
            writer.object { $0.members(of: token) }
          }
        }
      }
      Console.output(line: bytes)
    } else {
      Console.output(Self.table(tokens))
    }
  }

  private static func table(_ tokens: [Token]) -> String {
    let rows =
      [["id", "role", "created", "expires", "revoked", "name"]]
      + tokens.map { token in
        [
          String(token.id), token.role.rawValue, token.createdAt.rfc3339,
          token.expiresAt?.rfc3339 ?? "-", token.revokedAt?.rfc3339 ?? "-", token.name,
        ]
      }
    // The name comes last: how wide a person's name is, no count of characters tells.
    let widths = (0..<5).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).map { text, width in
        text + String(repeating: " ", count: width - text.count) + "  "
      }.joined() + row[5] + "\n"
    }.joined()
  }
}
