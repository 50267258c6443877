import ArgumentParser
import FeedStore
import FeedHTTP
import FeedLayout
import FeedModel
import FeedPhotos
import FeedPublisher
import FeedServer
import Logging
import ServiceLifecycle
import UnixSignals

struct ExportStaticCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export-static",
    abstract: "Write published documents and pictures for when no server answers.",
    discussion: """
      Writes screens, the pages behind them and the pictures that they name into a folder or a bucket, with the bytes \
      and tags that the server answers with, at names that follow from the addresses. Only what has changed is \
      written, and what nothing names any more is removed. In a folder, 'current' leads to one revision, whole, at any \
      moment; in a bucket, each document is replaced as a whole, after what it names. The settings, such as public_url, \
      have to be those of the servers.
      """)

  @Argument(help: .named("target", "A folder, or a bucket such as s3://bucket/prefix."))
  var target: String

  @Option(
    help: .named("feeds", "The feeds, separated by commas (all)."),
    transform: { try Self.list($0, of: PlainName.form) { PlainName.isValid($0) ? $0 : nil } })
  var feeds: [String]?

  @Option(
    help: .named(
      "widths", "The widths of screens in points, separated by commas (those of common devices)."),
    transform: { text in
      try Self.list(text, of: "widths from 200 to 4096") { part in
        Double(part).flatMap { try? Viewport(width: $0) }?.width
      }
    })
  var widths: [Double]?

  @Option(
    help: .named(
      "locales", "The locales of readers, separated by commas (those of the setting locales)."),
    transform: { try Self.list($0, of: LocaleTag.form) { LocaleTag($0) } })
  var locales: [LocaleTag]?

  @Option(
    name: .customLong("variants"), parsing: .singleValue,
    help: .named(
      "client",
      "Also the variant of clients such as platform=ios&audience=members; may be repeated (none)."))
  var clients: [String] = []

  @Option(
    help: .named("count", "How many pages behind the first screen are written of each section."))
  var pages = 2

  @Option(
    help: .named(
      "duration",
      "How long pages and pictures are kept that no document names any more, such as 30m or 1d."),
    transform: Self.duration) var keep = Duration.seconds(3_600)

  @Flag(help: "Go on after each new revision, until SIGTERM or SIGINT.") var follow = false

  @Option(help: .named("seconds", "The least time between two exports with --follow, in seconds."))
  var interval = 5

  @Flag(
    help: """
      Replace an export of another database or history, and one that cannot be read; write beside what no export has \
      written.
      """)
  var replace = false

  @Option(help: Setting.publicURL.help) var publicURL: String?

  @OptionGroup var photos: PhotoOptions
  @OptionGroup var options: SettingsOptions

  private static func duration(_ text: String) throws -> Duration {
    if text == "0" { return .zero }
    guard let milliseconds = TimeSpan.milliseconds(text) else {
      throw ValidationError("expected a duration such as 30m or 1d, or 0")
    }
    return .milliseconds(milliseconds)
  }

  func validate() throws {
    guard (0...1_000).contains(pages) else {
      throw ValidationError("--pages: expected 0 to 1000, found \(pages)")
    }
    for client in clients {
      // Beyond these, the server says what is wrong.
      guard client.wholeMatch(of: /[A-Za-z0-9_.,~%=&-]+/) != nil else {
        throw ValidationError(
          "--variants: expected a query such as platform=ios&audience=members, found \(client)")
      }
    }
    guard !target.hasPrefix("s3://") || BucketLocation(target) != nil else {
      throw ValidationError("expected a bucket such as s3://bucket/prefix, found \(target)")
    }
    guard (1...86_400).contains(interval) else {
      throw ValidationError("--interval: expected 1 to 86400, found \(interval)")
    }
  }

  func run() async throws {
    let settings = try await options.settings([(.publicURL, publicURL)] + photos.flags)
    try await settings.withStore(createsFile: false) { try await run(settings, $0) }
  }

  private func run(_ settings: Settings, _ store: any FeedStore) async throws {
    // 1. A server that listens to nobody.
    let (application, photos, storeClock) = try await settings.localServer(
      of: store, requestID: "export")
    let clock: any TimeSource = storeClock ?? Clock()
    let publisher = application.publisher
    // 2. Its answers, to the target.
    let progress = ProgressLine()
    let exporter = StaticExporter(
      StaticExporter.Configuration(
        selection: selection(with: settings),
        database: try await settings.exportIdentity(of: store),
        pictureVersion: Renditions.version, keeping: keep, width: Self.width),
      to: try settings.exportTarget(target, of: store), publisher: publisher, store: store,
      answers: application.exportAnswer, clock: clock,
      onProgress: { progress.show($0, of: $1, $2) })
    try await publisher.publishWhatIsDue()
    do {
      try exporter.requireFeeds()
      try report(await exporter.run(replaces: replace, besideOthers: replace), progress)
      if follow {
        try await followStore(
          store, publisher, exporter, progress, storeClock, clock, settings.logger())
      }
    } catch {
      progress.finish()
      await photos.library.workers.stop()
      throw error
    }
    await photos.library.workers.stop()
  }

  /// The choice, with the settings for what was not chosen.
  private func selection(with settings: Settings) -> ExportSelection {
    ExportSelection(
      feeds: feeds, widths: widths ?? Viewport.common.map(\.width),
      locales: locales ?? settings.locales.all, clients: clients, pageCount: pages,
      defaultWidth: Viewport.defaultWidth, server: settings.publicURL)
  }

  /// The values of a list with commas.
  ///
  /// - Parameter form: the form of its values, in words.
  private static func list<Value>(
    _ text: String, of form: String, _ read: (String) -> Value?
  ) throws -> [Value] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      guard let value = read(String(part)) else {
        throw ValidationError("expected \(form), found '\(part)'")
      }
      return value
    }
  }

  /// How many objects are written at a time.
  private static let width = 8

  private func followStore(
    _ store: any FeedStore, _ publisher: FeedPublisher, _ exporter: StaticExporter,
    _ progress: ProgressLine, _ storeClock: StoreClock?, _ clock: any TimeSource, _ logger: Logger
  ) async throws {
    let follower = ExportFollower(
      store: store, publisher: publisher, exporter: exporter, isBesideOthers: replace,
      interval: .seconds(interval), clock: clock, logger: logger
    ) { try? report($0, progress) }
    var services: [any Service] = [follower]
    if let shared = store as? any SharedFeedStore, let storeClock {
      services.append(
        BackgroundService.following(shared, clock: storeClock, logger: logger, look: follower.look))
    }
    try await ServiceGroup(
      services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger
    ).run()
  }

  /// Says what an export has done.
  private func report(_ summary: ExportSummary, _ progress: ProgressLine) throws {
    progress.finish()
    guard !summary.isNewerThere else {
      return try Console.output("\(target): has a later revision than \(summary.revision)\n")
    }
    for path in summary.left {
      Console.message("warning: \(path): has something that no export has written, and was left")
    }
    for address in summary.missingPictures {
      Console.message("warning: \(address): this picture cannot be made, and was left out")
    }
    let kept = summary.keptCount > 0 ? ", \(summary.keptCount) kept" : ""
    try Console.output(
      "\(target): revision \(summary.revision), \(summary.writtenCount) written "
        + "(\(summary.writtenByteCount) bytes), \(summary.unchangedCount) unchanged\(kept), "
        + "\(summary.removedCount) removed\n")
    if let moment = summary.expiresAt, !follow {
      Console.message(
        "something appears or disappears at \(moment.rfc3339): export again then, or use --follow")
    }
  }
}
