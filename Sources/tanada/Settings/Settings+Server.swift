import FeedHTTP
import FeedServer
import Foundation

extension Settings {
  /// The configuration of the server. Warns if the system grants fewer connections than are set.
  func serverConfiguration(
    cursorSecret: [UInt8], makeRequestID: @escaping @Sendable () -> String
  ) -> ServerConfiguration {
    var configuration = ServerConfiguration(
      host: host, port: port, cursorSecret: cursorSecret, clock: Clock(),
      randomBytes: Randomness.bytes,
      makeRequestID: makeRequestID)
    configuration.maximumImportSize = maximumImportSize
    configuration.maximumExportCount = maximumExports
    configuration.exportTimeout = exportTimeout
    configuration.limits = limits
    configuration.limits.connections = OpenFiles.make(roomFor: limits.connections)
    if configuration.limits.connections < limits.connections {
      Console.message(
        "warning: max_connections is \(limits.connections), but the system grants "
          + "\(configuration.limits.connections); raise the limit on open files (ulimit -n)")
    }
    configuration.openPictureSizes = photoSizes
    configuration.origins = allowedOrigins
    configuration.trustedProxies = trustedProxies
    if logsAccess {
      configuration.accessLog = AccessLog(clock: Clock()) { line in
        FileHandle.standardError.write(Data(line))
      }
    }
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
