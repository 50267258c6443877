import ArgumentParser
import FeedLayout
import FeedPublisher
import FeedServer
import FeedStore
import FeedStoreSQLite
import Foundation

/// `tanada serve`
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve the feed over HTTP.",
    discussion: """
      Prints the address once it accepts connections. SIGTERM and SIGINT stop it after the \
      requests in flight. Content that another tanada writes to the same database is served \
      within about a second.
      """)

  @Option(
    help: ArgumentHelp(
      "The address to listen on (TANADA_HOST; default: 127.0.0.1).", valueName: "address"))
  var host: String?

  @Option(
    help: ArgumentHelp(
      "The port to listen on; 0 picks a free one (TANADA_PORT; default: 8080).",
      valueName: "port"))
  var port: String?

  @Option(
    name: .customLong("get"),
    help: ArgumentHelp(
      "Answer one GET request on standard output instead of listening.", valueName: "path"))
  var singlePath: String?

  @OptionGroup var transport: TransportOptions
  @OptionGroup var options: SettingsOptions

  func validate() throws {
    if let singlePath, !singlePath.hasPrefix("/") {
      throw ValidationError("--get: expected a path such as /v1/feeds/home, found \(singlePath)")
    }
  }

  func run() async throws {
    let settings = try await options.settings(
      transport.flags.merging([.host: host, .port: port]) { $1 })
    let logger = settings.logger()
    let store = try SQLiteFeedStore(path: settings.database)
    let viewports =
      singlePath == nil ? try PublishedWidths.all.map { try Viewport(width: $0) } : []
    let metrics = ServerMetrics()
    let events = EventBroadcaster(
      store: store, configuration: settings.events, logger: logger)
    let publisher = FeedPublisher(
      store: store,
      configuration: FeedPublisher.Configuration(
        timeZone: settings.timeZone, viewports: viewports),
      cache: DocumentCache(maximumByteCount: settings.maximumCacheSize),
      pinned: PinnedSections(maximumByteCount: settings.maximumPinnedSize),
      logger: logger, clock: Clock.now,
      onPublication: {
        metrics.notePublication(in: $0.publishedIn, commitToServed: $0.commitToServed)
        events.announce($0.revision)
      })
    if singlePath == nil {
      try await publisher.publishWhatIsDue()
    } else {
      try await publisher.publish()
    }

    let application = FeedApplication(
      configuration: settings.serverConfiguration(
        cursorSecret: try await store.secret("cursor", at: Clock.now()) { Randomness.bytes(32) },
        makeRequestID: { UUID().uuidString.lowercased() }),
      publisher: publisher, store: store, events: events, logger: logger, metrics: metrics)
    if let singlePath {
      let response = try await application.get(singlePath)
      Console.output(response.body + [UInt8(ascii: "\n")])
      if response.status >= 400 { throw ExitCode.failure }
    } else {
      let host = settings.host
      let revision = publisher.current?.revision ?? 0
      try await application.run { port in
        Console.output("http://\(host):\(port)\n")
        Console.message("serving revision \(revision) of \(settings.database)")
      }
    }
    try store.close()
  }
}

/// The options of `tanada serve` that say what clients may do.
struct TransportOptions: ParsableArguments {
  @Flag(
    help: "Write a line of JSON for each request to standard error (TANADA_ACCESS_LOG=on).")
  var accessLog = false

  @Option(
    help: ArgumentHelp(
      "Whose pages may read answers in a browser: none, * or https://example.com,… "
        + "(TANADA_CORS_ORIGINS; default: none).", valueName: "origins"))
  var corsOrigins: String?

  @Option(
    help: ArgumentHelp(
      "Proxies whose X-Forwarded-For is believed: none or 10.0.0.0/8,… "
        + "(TANADA_TRUSTED_PROXIES; default: none).", valueName: "addresses"))
  var trustedProxies: String?

  @Option(
    help: ArgumentHelp(
      "Reads in a second from one address; 0 for any number (TANADA_READ_RATE; default: 600).",
      valueName: "count"))
  var readRate: String?

  @Option(
    help: ArgumentHelp(
      "Writes in a second with one token; 0 for any number (TANADA_WRITE_RATE; default: 100).",
      valueName: "count"))
  var writeRate: String?

  /// What they say, `nil` where they say nothing.
  var flags: [SettingKey: String?] {
    [
      .accessLog: accessLog ? "on" : nil, .corsOrigins: corsOrigins,
      .trustedProxies: trustedProxies, .readRate: readRate, .writeRate: writeRate,
    ]
  }
}
