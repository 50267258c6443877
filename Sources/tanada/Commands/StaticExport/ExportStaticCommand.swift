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

/// `tanada export-static`
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

  @Argument(
    help: ArgumentHelp("A folder, or a bucket such as s3://bucket/prefix.", valueName: "target"))
  var target: String

  @OptionGroup var selection: ExportSelectionOptions

  @Option(
    help: ArgumentHelp(
      "How long pages and pictures are kept that no document names any more, such as 30m or 1d.",
      valueName: "duration"),
    transform: Self.duration)
  var keep = Duration.seconds(3_600)

  @Flag(help: "Go on after each new revision, until SIGTERM or SIGINT.")
  var follow = false

  @Option(
    help: ArgumentHelp(
      "The least time between two exports with --follow, in seconds.", valueName: "seconds"))
  var interval = 5

  @Flag(
    help: """
      Replace an export of another database or history, and one that cannot be read; write beside what no export has \
      written.
      """)
  var replace = false

  @Option(help: Setting.publicURL.help)
  var publicURL: String?

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
    let logger = settings.logger()
    let storeClock = try await settings.storeClock(of: store)
    let clock: any TimeSource = storeClock ?? Clock()
    // 1. A server that listens to nobody.
    let cache = SharedCache(maximumByteCount: settings.maximumCacheSize)
    let photos = try await settings.photoServices(of: store, in: cache, logger: logger)
    let application = FeedApplication(
      settings.serverConfiguration(
        cursorSecret: try await settings.cursorSecret(of: store), makeRequestID: { "export" }),
      publishing: try await settings.publishing(of: store), of: store, photos: photos,
      cache: cache, clock: clock, logger: logger)
    let publisher = application.publisher
    // 2. Its answers, to the target.
    let progress = ExportProgress()
    let exporter = StaticExporter(
      StaticExporter.Configuration(
        selection: selection.selection(with: settings),
        database: try await settings.exportIdentity(of: store),
        pictureVersion: Renditions.version, keeping: keep, width: Self.width),
      to: try settings.exportTarget(target, of: store), publisher: publisher, store: store,
      answers: application.exportAnswer, clock: clock,
      onProgress: progress.show)
    try await publisher.publishWhatIsDue()
    do {
      try exporter.requireFeeds()
      try report(await exporter.run(replaces: replace, besideOthers: replace), progress)
      if follow {
        try await followStore(store, publisher, exporter, progress, storeClock, clock, logger)
      }
    } catch {
      progress.finish()
      await photos.library.workers.stop()
      throw error
    }
    await photos.library.workers.stop()
  }

  /// How many objects are written at a time.
  private static let width = 8

  private func followStore(
    _ store: any FeedStore, _ publisher: FeedPublisher, _ exporter: StaticExporter,
    _ progress: ExportProgress, _ storeClock: StoreClock?, _ clock: any TimeSource, _ logger: Logger
  ) async throws {
    let follower = ExportFollower(
      store: store, publisher: publisher, exporter: exporter, isBesideOthers: replace,
      interval: .seconds(interval), clock: clock, logger: logger
    ) { try? report($0, progress) }
    var services: [any Service] = [follower]
    if let shared = store as? any SharedFeedStore, let storeClock {
      services.append(
        SharedStoreFollower(
          store: shared, clock: storeClock, logger: logger, look: follower.look))
    }
    try await ServiceGroup(
      services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger
    ).run()
  }

  /// Says what an export has done.
  private func report(_ summary: ExportSummary, _ progress: ExportProgress) throws {
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
