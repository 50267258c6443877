import ArgumentParser
import FeedEditing
import FeedLayout
import FeedModel
import FeedServer
import FeedPublisher
import FeedStore
import StrictJSON

struct KindCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kind", abstract: "Define kinds of content, list, show and remove them.",
    subcommands: [
      KindApplyCommand.self, KindListCommand.self, KindShowCommand.self, KindRemoveCommand.self,
    ])
}

struct KindApplyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply",
    abstract: "Define kinds, or change their definitions: all of them or none.",
    discussion: """
      A file has one definition or a list, {"kinds":[…]}. A running server uses the new definitions \
      at once. If stored items or compositions stand against a change, they are listed, and nothing \
      is changed.
      """)

  @Argument(help: .named("file", "The files, or - for standard input.")) var files: [String]

  @Flag(help: "Check the definitions and print what would change, but change nothing.")
  var dryRun = false

  @Option(
    parsing: .singleValue,
    help: .named(
      "field", "A field that may be removed although items have values in it; can be repeated."))
  var discard: [String] = []

  @OptionGroup var options: SettingsOptions

  func run() async throws {
    let settings = try await options.settings()
    let proposals = try readProposals()
    let (outcomes, revision) = try await settings.withStore { store in
      let editor = Editor(store: store, clock: Clock.now)
      let (outcomes, revision) = try await Self.explain {
        try await editor.apply(
          proposals, discarding: Set(discard), isDryRun: dryRun, by: .program,
          checking: LayoutChecks(for: Viewport.common))
      }
      await store.indexWhatWasWritten()
      return (outcomes, revision)
    }
    for outcome in outcomes { try Console.output(Self.text(outcome)) }
    try Console.output(
      dryRun
        ? "dry run, nothing changed\n"
        : outcomes.contains { $0.change != .unchanged }
          ? "revision \(revision)\n" : "nothing changed\n")
  }

  private func readProposals() throws -> [KindProposal] {
    var proposals: [KindProposal] = []
    for file in files {
      let contents = try Console.read(file)
      do throws(DocumentProblems) {
        proposals += try KindProposal.list(try JSONTree(parsing: contents))
      } catch {
        throw InvalidFile(path: file, problems: error)
      }
    }
    return proposals
  }

  /// `inserted`, `updated` or `unchanged`, and the changes of the fields.
  private static func text(_ outcome: KindOutcome) -> String {
    var text = "\(outcome.kind.name)  \(outcome.change.rawValue)\n"
    for step in outcome.steps {
      let (change, field, formerName) = step.summary
      text += "  \(change) \(formerName.map { "\($0) to " } ?? "")\(field)"
      if let count = outcome.discarded[field] { text += ", \(count) values discarded" }
      text += "\n"
    }
    return text
  }
}

struct KindListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the kinds and how many items they have.")

  @OptionGroup var options: SettingsOptions

  func run() async throws {
    let settings = try await options.settings()
    let rows = try await settings.withStore(createsFile: false) { store in
      try await store.read { reader in
        try reader.kinds().all.map { kind in
          [kind.name, "\(try reader.count(of: kind, matching: .all, visibility: nil))", kind.title]
        }
      }
    }
    try Console.output(Console.table(rows, right: [1]))
  }
}

struct KindShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print the definition of a kind.")

  @Argument(help: .named("kind", "The kind.")) var kind: String

  @OptionGroup var options: SettingsOptions

  func run() async throws {
    let settings = try await options.settings()
    let kinds = try await settings.withStore(createsFile: false) { try await $0.kinds() }
    try Console.output(line: kinds.argument(kind).json)
  }
}

struct KindRemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a kind that no composition and no other kind uses.")

  @Argument(help: .named("kind", "The kind.")) var kind: String

  @Flag(help: "Remove the items of the kind as well.") var discardItems = false

  @Flag(help: "Check whether the kind can be removed, but change nothing.") var dryRun = false

  @OptionGroup var options: SettingsOptions

  func run() async throws {
    let settings = try await options.settings()
    let (count, revision) = try await settings.withStore(createsFile: false) { store in
      let editor = Editor(store: store, clock: Clock.now)
      _ = try await store.kinds().argument(kind)
      return try await Self.explain {
        try await editor.removeKind(
          kind, discardsItems: discardItems, isDryRun: dryRun, by: .program)
      }
    }
    try Console.output("\(kind)  \(count) items\n")
    try Console.output(dryRun ? "dry run, nothing changed\n" : "removed, revision \(revision)\n")
  }
}

extension AsyncParsableCommand {
  /// Runs `body`, and throws a ``Failure`` with a line for each reason why a definition is refused.
  fileprivate static func explain<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch EditingError.kindInUse(let obstacles) {
      throw Failure(obstacles.sentences.map(\.text))
    } catch let problems as DocumentProblems {
      throw Failure(problems.listed.map(\.description))
    }
  }
}
