import ArgumentParser
import FeedModel
import FeedPublisher
import FeedStore
import FeedStoreSQLite
import StrictJSON

/// `tanada feed`
struct FeedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feed", abstract: "Show a feed as it is served, or publish what is due.",
    subcommands: [FeedShowCommand.self, FeedPublishCommand.self])
}

/// `tanada feed show [FEED]`
struct FeedShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print a feed's document, byte for byte as it is served.")

  @Argument(help: ArgumentHelp("The feed (default: home).", valueName: "feed"))
  var feed = Composition.home.feed

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
    abstract: "Make the revision that shows what is due now, and say which one it is.",
    discussion: """
      A running server does so by itself at every boundary; this is for a database that none serves, \
      and for those who do not want to wait.
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
