import FeedPublisher
import FeedServer
import Foundation
import Logging

/// What can be set, by the name it has in a configuration file. As an environment variable it is
/// `TANADA_` and the name in capitals.
enum SettingKey: String, CaseIterable {
  case database
  case host
  case port
  case timeZone = "time_zone"
  case logLevel = "log_level"
  case accessLog = "access_log"
  case corsOrigins = "cors_origins"
  case trustedProxies = "trusted_proxies"
  case readRate = "read_rate"
  case writeRate = "write_rate"
  case maximumBodySize = "max_body_size"
  case maximumBodyDepth = "max_body_depth"
  case maximumHeaderSize = "max_header_size"
  case maximumConnections = "max_connections"
  case requestTimeout = "request_timeout"
  case responseTimeout = "response_timeout"
  case stopTimeout = "stop_timeout"
  case idleTimeout = "idle_timeout"
  case maximumImportSize = "max_import_size"
  case maximumExports = "max_exports"
  case exportTimeout = "export_timeout"
  case maximumCacheSize = "max_cache_size"
  case maximumPinnedSize = "max_pinned_size"
  case maximumEventClients = "max_event_clients"
  case eventHeartbeat = "event_heartbeat"

  var environmentVariable: String { "TANADA_" + rawValue.uppercased() }

  /// What it is when nobody sets it.
  var defaultText: String {
    switch self {
    case .database: "tanada.sqlite"
    case .host: "127.0.0.1"
    case .port: "8080"
    case .timeZone: "Asia/Tokyo"
    case .logLevel: "warning"
    case .accessLog: "off"
    case .corsOrigins, .trustedProxies: "none"
    case .readRate: "600"
    case .writeRate: "100"
    case .maximumBodySize: "8388608"
    case .maximumBodyDepth: "64"
    case .maximumHeaderSize: "32768"
    case .maximumConnections: "4096"
    case .requestTimeout: "20"
    case .responseTimeout: "60"
    case .stopTimeout: "30"
    case .idleTimeout: "60"
    case .maximumImportSize: "1073741824"
    case .maximumExports: "16"
    case .exportTimeout: "900"
    case .maximumCacheSize: "\(DocumentCache.defaultByteCount)"
    case .maximumPinnedSize: "\(PinnedSections.defaultByteCount)"
    case .maximumEventClients: "1000"
    case .eventHeartbeat: "15"
    }
  }
}

/// The settings in force, and where each comes from.
struct Settings {
  /// The SQLite file.
  let database: String
  /// The address to listen on.
  let host: String
  /// The port to listen on; 0 picks a free one.
  let port: Int
  /// Where the clock shows the day of `date_label`.
  let timeZone: TimeZone
  /// What is logged to standard error.
  let logLevel: Logger.Level
  /// Whether each request is noted on standard error.
  let logsAccess: Bool
  /// Whose pages may read answers in a browser.
  let allowedOrigins: AllowedOrigins
  /// Whose word on where a request comes from is taken.
  let trustedProxies: AddressRanges
  /// What one client may ask of the server.
  let limits: ServerLimits
  /// The largest document that is imported, in bytes.
  let maximumImportSize: Int
  /// How many large exports there may be at once.
  let maximumExports: Int
  /// The longest that one of them may take.
  let exportTimeout: Duration
  /// How many bytes of documents that were made on demand are kept.
  let maximumCacheSize: Int
  /// How many bytes of former revisions are kept for cursors that are out.
  let maximumPinnedSize: Int
  /// How events are sent.
  let events: EventBroadcaster.Configuration

  /// Each setting as text, and who says so.
  let origins: [(key: SettingKey, value: String, origin: String)]
}

/// Why the settings cannot be used.
enum SettingsError: Error {
  case unreadable(path: String, reason: String)
  case unknown(name: String, path: String)
  case invalid(SettingKey, origin: String, expected: String, found: String)
}

extension SettingsError: CustomStringConvertible {
  var description: String {
    let names = SettingKey.allCases.map(\.rawValue).joined(separator: ", ")
    return switch self {
    case .unreadable(let path, let reason): "\(path): \(reason)"
    case .unknown(let name, let path):
      "\(path)#/\(name): no such setting; expected some of \(names)"
    case .invalid(let key, let origin, let expected, let found):
      "\(key.rawValue) (\(origin)): expected \(expected), found \(found)"
    }
  }
}
