import ArgumentParser
import Dispatch
import FeedStore
import Foundation
import UnixSignals

struct McpCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Let an assistant read content and prepare releases (Model Context Protocol).",
    discussion: """
      A client such as an editor or a chat application starts it, and speaks with it over standard input and output. \
      Its tools read kinds, content and screens, draw previews, and write into releases. None of them publishes.
      """)

  @Option(
    help: .named(
      "name", "The person that it works for, as the audit has it (default: the name of the user)."))
  var author: String?

  @Flag(help: "Offer no tools that write.") var readOnly = false

  @OptionGroup var photos: PhotoOptions
  @OptionGroup var options: SettingsOptions

  func validate() throws {
    guard author == nil || author.flatMap(Token.acceptableName) != nil else {
      throw ValidationError("--author: expected a line of 1 to \(Token.nameLength) characters")
    }
  }

  /// How long it takes to end after a signal, at most, in seconds.
  private static let patience = 5.0

  func run() async throws {
    let settings = try await options.settings(photos.flags)
    let author = Token.acceptableName(author ?? NSUserName()) ?? "unknown"
    try await settings.withStore(createsFile: false) { store in
      let desk = try await AssistantDesk(of: store, settings, for: author)
      let tools = readOnly ? AssistantTool.reading : AssistantTool.all
      await converse(AssistantMethods(tools: tools, desk: desk, logger: settings.logger()))
      await desk.close()
    }
  }

  /// Answers requests until the input ends, or a signal comes.
  private func converse(_ methods: AssistantMethods) async {
    let streams = StandardStreams()
    let session = AssistantSession(methods) { streams.write($0) }
    let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for await _ in signals {
          streams.end()
          // A client that reads no more holds up what is being written, and everything behind it.
          DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) { Self.exit() }
          await session.cancel()
        }
      }
      await streams.forEachLine(upTo: AssistantSession.maximumLineLength, session.handle)
      await session.finish()
      group.cancelAll()
    }
  }
}
