import FeedHTTP
import FeedLayout
import FeedPublisher
import FeedServer
import FeedStore
import Foundation

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
      http: http, cursorSecret: cursorSecret, randomBytes: Randomness.bytes)
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
  /// The warning of a server behind proxies that does not know at which address clients find it; `nil` for any other.
  var missingAddress: String? {
    guard publicURL.isEmpty, !trustedProxies.isEmpty else { return nil }
    return
      "warning: trusted_proxies is set, but public_url is not; set it to the address at which "
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
