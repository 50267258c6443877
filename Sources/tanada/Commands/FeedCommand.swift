import ArgumentParser
import FeedModel
import FeedPublisher
import FeedStore
import FeedStoreSQLite
import StrictJSON

/// `tanada feed`
struct FeedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feed",
    abstract: "Show a feed as it is served, or publish scheduled content that is due.",
    subcommands: [FeedShowCommand.self, FeedPublishCommand.self])
}

/// `tanada feed show [FEED]`
struct FeedShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print a feed's document, byte for byte as it is served.")

  @Argument(help: ArgumentHelp("The feed (default: home).", valueName: "feed"))
  var feed = Composition.homeFeed

  @OptionGroup var viewport: ViewportOptions
  @OptionGroup var options: SettingsOptions

  func run() async throws {
    let settings = try await options.settings()
    let store = try SQLiteFeedStore(path: settings.database, createsFile: false)
    let content = try await store.feed(named: feed, settings)
    let (document, failures) = content.document(for: try viewport.viewport())
    for failure in content.failures + failures {
      Console.message("warning: \(failure.section): \(failure.reason)")
    }
    Console.output(line: JSONWriter.encode { document.write(to: &$0) })
    try store.close()
  }
}

/// `tanada feed publish`
struct FeedPublishCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "publish",
    abstract: "Publish scheduled content that is due, and print the new revision.",
    discussion: """
      A running server does this automatically at every boundary. Use this command for a database \
      without a running server, or to publish without waiting.
      """)

  @OptionGroup var options: SettingsOptions

  func run() async throws {
    let settings = try await options.settings()
    let store = try SQLiteFeedStore(path: settings.database, createsFile: false)
    let made = try await store.applyBoundaries(at: Clock.now())
    let latest = try await store.latestRevision()?.number ?? 0
    Console.output(
      made.map { "revision \($0.number)\n" } ?? "nothing was due, revision \(latest)\n")
    try store.close()
  }
}

extension FeedStore {
  /// The feed called `name` as it is at `moment` or, without one, at the newest revision.
  ///
  /// - Throws: ``Failure`` for a feed that does not exist, `InvalidFile` for a stored composition
  ///   that is not valid, and ``StoreError``.
  func feed(
    named name: String, at moment: Timestamp? = nil, includesDrafts: Bool = false,
    _ settings: Settings
  ) async throws -> PreparedFeed {
    do {
      let feed = try await preparedFeed(
        name, at: moment, includesDrafts: includesDrafts, timeZone: settings.timeZone,
        now: Clock.now())
      if let feed { return feed }
    } catch let problems as DocumentProblems {
      throw InvalidFile(path: "the composition of \(name)", problems: problems)
    }
    throw Failure.unknownFeed(name, known: try await read { try $0.feedNames() })
  }
}
