import ArgumentParser
import FeedEditing
import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore

struct HistoryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Shorten the history, the versions of content that were replaced.",
    subcommands: [HistoryPruneCommand.self])
}

struct HistoryPruneCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune",
    abstract: "Remove versions that were replaced before a time, and record that in the audit.",
    discussion: """
      Revisions from that time on can still be shown and restored; earlier ones answer 410. Versions \
      are removed a thousand at a time, so that writers do not wait long. The next run continues an \
      interrupted one. Photos that only removed versions showed can be removed by 'tanada photo sweep'.
      """)

  @OptionGroup var age: AgeOptions
  @OptionGroup var options: SettingsOptions

  func run() async throws {
    let settings = try await options.settings()
    let now = Clock.now()
    let (removed, first) = try await settings.withStore(createsFile: false) { store in
      let publisher = FeedPublisher(
        store: store, configuration: try await settings.publishing(of: store),
        logger: settings.logger(), clock: Clock())
      return try await store.pruneHistory(
        before: age.cutoff(at: now), at: now,
        completing: { try await publisher.completeDocumentRevisions() })
    }
    try Console.output(
      "rows removed: \(removed), the history begins with revision \(max(first, 1))\n")
  }
}

/// The age at which data is removed: before a time, or older than a duration.
struct AgeOptions: ParsableArguments {
  @Option(
    help: .named("time", "Remove what is from before this time."), transform: Timestamp.argument)
  var before: Timestamp?

  @Option(
    help: .named("duration", "Remove what is older than this, such as 12h, 90d or 52w."),
    transform: Self.duration) var olderThan: Int?

  func validate() throws {
    guard (before == nil) != (olderThan == nil) else {
      throw ValidationError("expected either --before or --older-than")
    }
    if let before, before.millisecondsSince1970 > Clock.now().millisecondsSince1970 {
      throw ValidationError("--before: expected a time in the past, found \(before.text)")
    }
  }

  /// The time before which data is removed, at `now`.
  func cutoff(at now: Timestamp) -> Timestamp {
    before ?? Timestamp(millisecondsSince1970: now.millisecondsSince1970 - (olderThan ?? 0))
  }

  private static func duration(_ text: String) throws -> Int {
    guard let milliseconds = TimeSpan.milliseconds(text) else {
      throw ValidationError("expected a duration such as 12h, 90d or 52w")
    }
    return milliseconds
  }
}
