import ArgumentParser
import FeedEditing
import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import StrictJSON

struct FeedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feed",
    abstract: "List, show, restore and remove feeds, or publish scheduled content that is due.",
    subcommands: [
      FeedListCommand.self, FeedShowCommand.self, FeedRestoreCommand.self, FeedRemoveCommand.self,
      FeedPublishCommand.self,
    ])
}

struct FeedListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the feeds and how many sections their compositions have.",
    discussion: """
      All sections count, also drafts, those whose window is not open, and those that only some \
      clients are shown. "default" marks a home feed without a composition of its own, "damaged" a feed whose stored \
      composition cannot be read.
      """)

  @OptionGroup var options: SettingsOptions

  func run() async throws {
    let settings = try await options.settings()
    let feeds = try await settings.withStore(createsFile: false) { store in
      try await store.read { try FeedSummary.all(in: $0) }
    }
    let rows = feeds.map { feed in
      [feed.name, feed.sectionCount.map(String.init) ?? "-"]
        + (feed.sectionCount == nil ? ["damaged"] : feed.isDefault ? ["default"] : [])
    }
    try Console.output(Console.table(rows, right: [1]))
  }
}

struct FeedRemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a feed with its composition, but no content.",
    discussion: """
      A running server stops serving the feed within a second. The home feed cannot be removed.
      """)

  @Argument(help: .named("feed", "The feed.")) var feed: String

  @OptionGroup var options: SettingsOptions

  func run() async throws {
    let settings = try await options.settings()
    let revision = try await settings.withStore(createsFile: false) { store in
      let editor = Editor(store: store, clock: Clock.now)
      do {
        return try await editor.removeFeed(feed, if: Precondition(matching: []), by: .program)
      } catch EditingError.feedPermanent(let name) {
        throw Failure("\(name): this feed cannot be removed")
      } catch EditingError.noSuchFeed(let name) {
        throw try await Failure.unknownFeed(name, in: store)
      }
    }
    try Console.output("\(feed)  removed, revision \(revision)\n")
  }
}

struct FeedShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print a feed's document, byte for byte as it is served.")

  @Argument(help: .named("feed", "The feed.")) var feed = Composition.homeFeed

  @Option(help: .named("number", "The content of this former revision.")) var revision: Int?

  @OptionGroup var viewport: ViewportOptions
  @OptionGroup var locale: LocaleOption
  @OptionGroup var version: VersionOption
  @OptionGroup var client: ClientOptions
  @OptionGroup var options: SettingsOptions

  func run() async throws {
    let settings = try await options.settings()
    try await settings.withStore(createsFile: false) { store in
      let content = try await store.feed(
        named: feed, revision: revision, client: client.client, settings)
      let reader = locale.reader(settings)
      let traits = ScreenTraits(
        try viewport.viewport(), direction: content.locale(for: reader).direction,
        version: version.maxVersion)
      let (document, failures) = content.document(for: traits, in: reader)
      for failure in content.failures + failures {
        Console.message("warning: \(failure.section): \(failure.reason)")
      }
      for error in document.errors { Console.message("warning: \(error)") }
      try Console.output(line: JSONWriter.encode { document.write(to: &$0) })
    }
  }
}

struct FeedRestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Put a feed back as it was at a revision: its composition and what it showed.",
    discussion: """
      This makes a new revision, and keeps the present one in the history. Items that are newer and \
      that the feed would show as well become drafts.
      """)

  @Argument(help: .named("feed", "The feed.")) var feed = Composition.homeFeed

  @Option(help: .named("number", "The revision.")) var revision: Int

  @Flag(help: "Show what would change, and change nothing.") var dryRun = false

  @OptionGroup var options: SettingsOptions

  func run() async throws {
    let settings = try await options.settings()
    try await settings.withStore(createsFile: false) { store in
      let editor = Editor(store: store, clock: Clock.now)
      do {
        let (outcomes, number) = try await editor.restore(
          Restoration(revision: revision, subjects: [.feed(feed)]), isDryRun: dryRun, by: .program
        ) { try $0.check(for: Viewport.common, in: $1) }
        let changes = outcomes.filter { $0.change != .unchanged }
        for outcome in changes {
          try Console.output("\(outcome.subject)  \(outcome.change.rawValue)\n")
        }
        let end = dryRun ? "nothing changed: this was a dry run" : "revision \(number)"
        try Console.output("\(changes.isEmpty ? "nothing differs" : end)\n")
      } catch let failures as RestorationFailures {
        if case EditingError.noSuchFeed(let name)? = failures.failures.first?.reason {
          throw try await Failure.unknownFeed(name, in: store)
        }
        throw Failure(failures.sentences)
      }
    }
  }
}

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
    try await settings.withStore(createsFile: false) { store in
      let schedule = ReleaseSchedule(
        editor: Editor(store: store, clock: Clock.now)
      ) { try $0.check(for: Viewport.common, in: $1) }
      var made = try await store.applyBoundaries(at: Clock.now())
      for event in try await schedule.run().events {
        if case .failed(let release, let reason) = event {
          Console.message("warning: release \(release.id): \(reason)")
        } else {
          made = try await store.latestRevision()
        }
      }
      let latest = try await store.latestRevision()?.number ?? 0
      try Console.output(
        made.map { "revision \($0.number)\n" } ?? "nothing was due, revision \(latest)\n")
    }
  }
}

extension FeedStore {
  /// The feed called `name` as it is at `moment` or, without one, at a revision, by default the newest one.
  ///
  /// - Throws: ``Failure`` for a feed that does not exist, `InvalidFile` for a stored composition
  ///   that is not valid, and ``StoreError``.
  func feed(
    named name: String, at moment: Timestamp? = nil, revision: Int? = nil,
    includesDrafts: Bool = false, client: ClientFacts? = nil, _ settings: Settings
  ) async throws -> Feed {
    do {
      let feed = try await preparedFeed(
        name, at: moment, revision: revision, includesDrafts: includesDrafts,
        client: client, publishing: try await settings.itemPublishing(of: self), now: Clock.now())
      if let feed { return feed }
    } catch let problems as DocumentProblems {
      throw InvalidFile(path: "the composition of \(name)", problems: problems)
    }
    throw try await Failure.unknownFeed(name, in: self)
  }

  /// The feed called `name` as if a release were published, at `moment` or when that is due.
  ///
  /// - Throws: ``Failure``, `InvalidFile` for a stored composition that is not valid, and ``StoreError``.
  func feed(
    named name: String, withRelease release: Int, at moment: Timestamp?, includesDrafts: Bool,
    client: ClientFacts? = nil, _ settings: Settings
  ) async throws -> Feed {
    let publishing = try await settings.itemPublishing(of: self)
    let now = Clock.now()
    let editor = Editor(store: self, clock: { now })
    do {
      let feed = try await editor.preview(
        release, checking: { try $0.check(for: Viewport.common, in: $1) }
      ) { preview in
        try preview.operations.content.previewedFeed(
          name, at: moment ?? preview.moment(now: now), over: preview.operations.before,
          includesDrafts: includesDrafts, client: client, publishing: publishing)
      }
      if let feed { return feed }
    } catch let error as EditingError {
      throw Failure(error.sentences)
    } catch let problems as DocumentProblems {
      throw InvalidFile(path: "the composition of \(name)", problems: problems)
    }
    throw try await Failure.unknownFeed(name, in: self)
  }
}
