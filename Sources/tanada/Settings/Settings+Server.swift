import FeedHTTP
import FeedLayout
import FeedModel
import FeedPhotos
import FeedPublisher
import FeedServer
import FeedStore
import Foundation
import Logging

extension Settings {
  /// How the documents of `store` are made.
  ///
  /// - Parameter isChecked: whether layouts are checked, and which documents have moved is known.
  /// - Throws: ``StoreError``.
  func publishing(
    of store: any FeedStore, isChecked: Bool = true
  ) async throws -> FeedPublisher.Configuration {
    FeedPublisher.Configuration(
      items: try await itemPublishing(of: store),
      viewports: isChecked ? Viewport.common : [], pictureViewports: Viewport.withPictures)
  }

  /// The configuration of the server. Warns if the system grants fewer connections than are set.
  func serverConfiguration(
    cursorSecret: [UInt8], makeRequestID: @escaping @Sendable () -> String
  ) -> ServerConfiguration {
    var http = HTTPConfiguration(
      host: host, port: port, clock: Clock(), makeRequestID: makeRequestID)
    http.limits = limits
    http.limits.connections = OpenFiles.make(roomFor: limits.connections)
    if http.limits.connections < limits.connections {
      Console.message(
        "warning: max_connections is \(limits.connections), but the system grants "
          + "\(http.limits.connections); raise the limit on open files (ulimit -n)")
    }
    http.origins = allowedOrigins
    http.trustedProxies = trustedProxies
    if logsAccess {
      http.accessLog = AccessLog(clock: Clock(), write: Console.report)
    }
    var configuration = ServerConfiguration(
      http: http, cursorSecret: cursorSecret, randomBytes: [UInt8].random)
    configuration.maximumImportSize = maximumImportSize
    configuration.maximumExportCount = maximumExports
    configuration.exportTimeout = exportTimeout
    configuration.openPictureSizes = photoSizes
    let version = ProgramVersion.current
    configuration.build = (version.text, version.commit)
    configuration.metricsAccess = metricsAccess
    configuration.documentation = documentation
    configuration.databaseSize = { [database] in
      let files = [database, database + "-wal"]
      let sizes = files.compactMap { file in
        (try? FileManager.default.attributesOfItem(atPath: file))?[.size] as? Int
      }
      return sizes.isEmpty ? nil : sizes.reduce(0, +)
    }
    return configuration
  }
}

extension Settings {
  /// A server of `store` that listens to nobody and calls all its requests `requestID`, its pictures, and the clock of a
  /// store that is shared.
  ///
  /// - Throws: ``StoreError``, or why there are no photos.
  func localServer(
    of store: any FeedStore, requestID: String
  ) async throws -> (application: FeedApplication, photos: Renditions, storeClock: StoreClock?) {
    let logger = logger()
    let storeClock = try await storeClock(of: store)
    let cache = SharedCache(maximumByteCount: maximumCacheSize)
    let photos = try await photoServices(of: store, in: cache, logger: logger)
    let application = FeedApplication(
      serverConfiguration(
        cursorSecret: try await cursorSecret(of: store), makeRequestID: { requestID }),
      publishing: try await publishing(of: store), of: store, photos: photos, cache: cache,
      clock: storeClock ?? Clock(), logger: logger)
    return (application, photos, storeClock)
  }

  /// The warning of a server behind proxies that does not know at which address clients find it; `nil` for any other.
  var missingAddress: String? {
    guard publicURL.isEmpty, !trustedProxies.isEmpty else { return nil }
    return "warning: trusted_proxies is set, but public_url is not; set it to the address at which "
      + "clients find the server"
  }

  /// Warns if the server is behind proxies and does not know at which address clients find it.
  func warnOfMissingAddress() {
    if let missingAddress { Console.message(missingAddress) }
  }
}

extension Settings {
  /// The folder of the documentation; `nil` if there is none.
  private var documentation: String? {
    switch docs {
    case "none": nil
    // Packages and archives have it beside the program: bin/tanada and share/tanada/docs.
    case "auto":
      Program.folder.map { $0 + "/../share/tanada/docs" }
        .flatMap { FileManager.default.fileExists(atPath: $0 + "/index.html") ? $0 : nil }
    default: docs
    }
  }
}

extension Settings {
  /// The most edges that a server tells what has changed: each takes a connection and a thread.
  static let maximumEdgeCount = 64

  /// Tells the edges what has changed in `store`.
  func purgeSender(
    of store: any FeedStore, metrics: ServerMetrics, clock: any TimeSource, logger: Logger
  ) -> PurgeSender {
    func value(_ setting: String) -> String { setting == "none" ? "" : setting }
    let changes = ChangedKeys(of: store)
    var retries = RetryPolicy { .random(in: 0...1) }
    retries.firstDelay = .milliseconds(100)
    retries.longestDelay = .seconds(15)
    return PurgeSender(
      purgeURLs.map { url in
        let client = HTTPClient(connectTimeout: .seconds(1), timeout: .seconds(3), clock: clock)
        return EdgePurger(
          url: url, credentials: (value(purgeSecret), value(purgeToken)), changes: changes,
          retries: retries, clock: clock, metrics: metrics, logger: logger
        ) { try await client.send("POST", $1, fields: $0) }
      }, changes: changes, clock: clock)
  }
}
