import ArgumentParser
import FeedServer
import FeedModel
import FeedStore

struct TypesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "types",
    abstract: "Write the types of documents and of the kinds in force, for a client.",
    discussion: """
      The file has no dependencies. Layouts, cells, slots, kinds and choices that it does not know stay \
      readable. Without a database it has the six standard kinds.
      """)

  @Argument(help: "The language: typescript, swift or kotlin.") var language: ClientTypes

  @Option(help: .named("file", "The file to write; standard output by default."))
  var output: String?

  @OptionGroup var options: SettingsOptions

  func run() async throws {
    let settings = try await options.settings()
    let kinds = try await ContentKinds.inStore(of: settings)
    let text = language.file(for: kinds)
    try Console.write(Array(text.utf8), to: output)
  }
}

extension ClientTypes: ExpressibleByArgument {}
