import ArgumentParser
import FeedStore
import FeedHTTP
import FeedLayout
import FeedModel
import FeedPhotos
import FeedPublisher
import FeedServer
import Foundation

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Serve the feed over HTTP.",
    discussion: """
      Prints the address once it accepts connections. SIGTERM and SIGINT stop it after the \
      requests in flight. Content that another tanada writes to the same database is served \
      within about a second.
      """)

  @Option(help: Setting.host.help) var host: String?

  @Option(help: Setting.port.help) var port: String?

  @OptionGroup var photos: PhotoOptions

  @Option(help: Setting.publicURL.help) var publicURL: String?

  @Option(help: Setting.docs.help) var docs: String?

  @Option(
    name: .customLong("get"),
    help: .named("path", "Answer one GET request on standard output instead of listening."))
  var singlePath: String?

  @Flag(help: "Write a line of JSON for each request to standard error (TANADA_ACCESS_LOG=on).")
  var accessLog = false

  @Option(help: Setting.corsOrigins.help) var corsOrigins: String?

  @Option(help: Setting.trustedProxies.help) var trustedProxies: String?

  @Option(help: Setting.readRate.help) var readRate: String?

  @Option(help: Setting.writeRate.help) var writeRate: String?

  @OptionGroup var options: SettingsOptions

  func validate() throws {
    if let singlePath, !singlePath.hasPrefix("/") {
      throw ValidationError("--get: expected a path such as /v1/feeds/home, found \(singlePath)")
    }
  }

  /// How many threads the server needs beside those that it has begun with.
  private static let threadCount = 16

  func run() async throws {
    if singlePath == nil {
      // Later, a thread or a descriptor that is missing would end the server without a word.
      try OwnThread.require(Self.threadCount)
      try OpenFiles.require()
    }
    let settings = try await options.settings(
      [
        (.host, host), (.port, port), (.publicURL, publicURL), (.docs, docs),
        (.accessLog, accessLog ? "on" : nil), (.corsOrigins, corsOrigins),
        (.trustedProxies, trustedProxies), (.readRate, readRate), (.writeRate, writeRate),
      ] + photos.flags)
    let logger = settings.logger()
    settings.warnOfVisiblePassword()
    if singlePath == nil { settings.warnOfMissingAddress() }
    let isNew = settings.lacksDatabase
    try await settings.withStore { store in
      if isNew { settings.noteNewDatabase(to: logger) }
      await settings.warnOfFewConnections(to: store)
      let storeClock = try await settings.storeClock(of: store)
      let clock: any TimeSource = storeClock ?? Clock()
      let metrics = ServerMetrics()
      let purges = settings.purgeSender(of: store, metrics: metrics, clock: clock, logger: logger)
      let cache = SharedCache(maximumByteCount: settings.maximumCacheSize)
      let photos = try await settings.photoServices(of: store, in: cache, logger: logger)
      let warmer = PictureWarmer(photos, workerCount: settings.photoWorkers)
      var configuration = settings.serverConfiguration(
        cursorSecret: try await settings.cursorSecret(of: store),
        makeRequestID: RequestIDs.random(bytes: [UInt8].random))
      configuration.storeClockOffset = { storeClock?.offset }
      let application = FeedApplication(
        configuration,
        publishing: try await settings.publishing(of: store, isChecked: singlePath == nil),
        of: store, photos: photos, cache: cache, events: settings.events, clock: clock,
        pictures: warmer.prepare, metrics: metrics, logger: logger,
        onPublication: { purges.announce($0.committed, changing: $0.changes) })
      let publisher = application.publisher
      if let singlePath {
        try await publisher.publish()
        let response = try await application.get(singlePath)
        try Console.output(response.body + [UInt8(ascii: "\n")])
        if response.status >= 400 { throw ExitCode.failure }
      } else {
        try await publisher.publishWhatIsDue()
        let host = settings.host
        let revision = publisher.current?.revision ?? 0
        let services = BackgroundService.all(
          of: application, store, library: photos.library, warmer: warmer, purges: purges,
          clock: clock, storeClock: storeClock, logger: logger)
        let manager = ServiceManager(environment: ProcessInfo.processInfo.environment)
        let watchdogs = manager.map { [$0.watchdog(by: clock)] } ?? []
        try await application.run(services: services + watchdogs) { port in
          manager?.noteReady("Serving revision \(revision) of \(settings.storeAddress)")
          // It serves whether its address is read or not.
          try? Console.output("http://\(host):\(port)\n")
          Console.message("serving revision \(revision) of \(settings.storeAddress)")
        }
        await photos.library.workers.stop()
        await publisher.noteDocumentRevisionsNow()
        await application.tokenUses.record(in: store, at: clock.now, logger: logger)
      }
    }
  }
}
