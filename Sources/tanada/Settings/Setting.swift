import ArgumentParser
import FeedStore
import FeedHTTP
import FeedModel
import FeedPhotos
import FeedPublisher
import FeedServer
import Foundation
import Logging

/// A setting: its name, default, range and flag, and where its value goes. Each is declared once, below.
struct Setting: Sendable {
  /// The name in a configuration file. The environment variable is `TANADA_` and the name in capitals.
  let name: String
  /// The value by default, as text.
  let defaultText: String
  /// The values it takes, for error messages.
  let expected: String
  /// Describes it in the help of its flag; empty for a setting without a flag.
  fileprivate let summary: String
  /// The name of a value in the help of its flag.
  fileprivate let valueName: String
  /// Whether its value is shown to nobody.
  fileprivate var isSecret = false
  /// Parses a text into the settings; `false` for a text that is not as expected.
  fileprivate let read: @Sendable (String, inout Settings) -> Bool
  /// Returns a text as it is shown, without what is secret.
  fileprivate var shown: @Sendable (String) -> String = { $0 }

  var environmentVariable: String { "TANADA_" + name.uppercased() }

  /// The help of its flag.
  var help: ArgumentHelp {
    ArgumentHelp(
      "\(summary) (\(environmentVariable); default: \(defaultText)).", valueName: valueName)
  }
}

extension Setting {
  static let store = Setting(
    "store", default: "auto", "auto, sqlite:FILE or postgresql://HOST,…/DATABASE", to: \.store,
    summary: "Where the content is: sqlite:FILE or postgresql://…; auto is the file of --database",
    valueName: "store"
  ) { text -> StoreAddress?? in text == "auto" ? .some(nil) : StoreAddress(text).map { .some($0) } }
  .showing { text in
    if let address = StoreAddress(text) { return address.file == nil ? "\(address)" : text }
    return text.replacing(/(:[^:@\/]*@|password=[^&]*)/, with: "…@")
  }
  static let database = Setting(
    "database", default: "tanada.sqlite", "a file name", to: \.database,
    summary: "The SQLite database file", valueName: "file", nonEmpty)
  static let host = Setting(
    "host", default: "127.0.0.1", "an address", to: \.host,
    summary: "The address to listen on", valueName: "address", nonEmpty)
  static let port = Setting(
    "port", default: 8080, in: 0...65_535, to: \.port,
    summary: "The port to listen on; 0 picks a free one", valueName: "port")
  static let timeZone = Setting(
    "time_zone", default: "Asia/Tokyo", "a time zone such as Asia/Tokyo", to: \.timeZone,
    summary: "The time zone of date_label", valueName: "zone"
  ) { TimeZone(identifier: $0) }
  static let locales = Setting(
    "locales", default: "ja", "language tags such as ja,en,en-GB, each once, separated by commas",
    to: \.locales, summary: "The locales of readers, the default one first", valueName: "tags"
  ) { text in
    let tags = text.split(separator: ",", omittingEmptySubsequences: false)
      .compactMap { LocaleTag($0.filter { $0 != " " }) }
    let isWhole = tags.count == text.count { $0 == "," } + 1
    return isWhole && Set(tags).count == tags.count && tags.count <= Locales.maximumCount
      ? Locales(tags) : nil
  }
  static let dateStyle = Setting(
    "date_style", default: "numeric", "numeric or locale", to: \.dateStyle,
    summary: "The form of date_label: numeric (2022.12.02), or that of the reader's locale",
    valueName: "style"
  ) { DateStyle(rawValue: $0) }
  static let logLevel = Setting(
    "log_level", default: "warning",
    "one of " + Logger.Level.allCases.map(\.rawValue).joined(separator: ", "), to: \.logLevel,
    summary:
      "The lowest level that is logged to standard error: trace, debug, info, notice, warning, "
      + "error or critical", valueName: "level"
  ) { Logger.Level(rawValue: $0) }
  static let accessLog = Setting(
    "access_log", default: "off", "on or off", to: \.logsAccess
  ) { ["on": true, "true": true, "off": false, "false": false][$0] }
  static let corsOrigins = Setting(
    "cors_origins", default: "none",
    "none, * or origins such as https://example.com, separated by commas", to: \.allowedOrigins,
    summary:
      "Origins whose pages may read responses in a browser: none, * or https://example.com,…",
    valueName: "origins"
  ) { $0 == "none" ? AllowedOrigins.none : AllowedOrigins($0) }
  static let trustedProxies = Setting(
    "trusted_proxies", default: "none",
    "none, or addresses and ranges such as 10.0.0.0/8, separated by commas", to: \.trustedProxies,
    summary: "Proxies whose X-Forwarded-For is trusted: none or 10.0.0.0/8,…",
    valueName: "addresses"
  ) { $0 == "none" ? AddressRanges.none : AddressRanges($0) }
  static let readRate = Setting(
    "read_rate", default: 600, in: 0...1_000_000, to: \.limits.readsPerSecond,
    summary: "Rate limit: reads per second from one address; 0 for no limit", valueName: "count")
  static let writeRate = Setting(
    "write_rate", default: 100, in: 0...1_000_000, to: \.limits.writesPerSecond,
    summary: "Rate limit: writes per second with one token; 0 for no limit", valueName: "count")
  static let photos = Setting(
    "photos", default: "auto", "auto or a folder", to: \.photos,
    summary: "The folder of the photos' files; auto is the name of the database with -photos",
    valueName: "folder", nonEmpty)
  static let photoStorage = Setting(
    "photo_storage", default: "folder", "folder, or a bucket such as s3://bucket/prefix",
    to: \.photoBucket, summary: "The storage of the photos' files: folder, or s3://bucket/prefix",
    valueName: "storage"
  ) { text -> BucketLocation?? in
    text == "folder" ? .some(nil) : BucketLocation(text).map { .some($0) }
  }
  static let docs = Setting(
    "docs", default: "auto", "auto, none or a folder", to: \.docs,
    summary: "The folder of the documentation that is served at /docs; auto is that of the package",
    valueName: "folder", nonEmpty)
  static let publicURL = Setting(
    "public_url", default: "none", "none or a URL such as https://feeds.example.com",
    to: \.publicURL,
    summary: "Where clients find the server, for the addresses of pictures: none or a URL",
    valueName: "url"
  ) { text in
    if text == "none" { return "" }
    return AbsoluteURL.isValid(text) ? String(text.reversed().drop { $0 == "/" }.reversed()) : nil
  }

  /// Every setting, in the order in which they are listed.
  static let all: [Setting] = [
    store, database, host, port, timeZone, locales, dateStyle, logLevel, accessLog, corsOrigins,
    trustedProxies, readRate, writeRate, photos, photoStorage, publicURL, docs,
    Setting("max_body_size", default: 8 << 20, in: 1_024...1 << 30, to: \.limits.body.size),
    // The JSON decoder itself refuses greater depths.
    Setting("max_body_depth", default: 64, in: 1...512, to: \.limits.body.depth),
    Setting("max_header_size", default: 32 << 10, in: 1_024...1 << 20, to: \.limits.headerSize),
    Setting("max_connections", default: 4_096, in: 1...1_000_000, to: \.limits.connections),
    Setting(
      "max_connections_per_address", default: 512, in: 1...1_000_000,
      to: \.limits.connectionsPerAddress),
    Setting(
      "max_client_memory", default: 256 << 20, in: 1 << 20...1 << 40, to: \.limits.clientMemory),
    Setting("request_timeout", default: 20, secondsIn: 1...3_600, to: \.limits.requestTimeout),
    Setting("body_timeout", default: 1_800, secondsIn: 1...86_400, to: \.limits.bodyTimeout),
    Setting("response_timeout", default: 60, secondsIn: 1...3_600, to: \.limits.responseTimeout),
    Setting("drain_delay", default: 0, secondsIn: 0...3_600, to: \.limits.drainDelay),
    Setting("stop_timeout", default: 30, secondsIn: 1...3_600, to: \.limits.stopTimeout),
    Setting("idle_timeout", default: 60, secondsIn: 1...3_600, to: \.limits.idleTimeout),
    Setting("max_work", default: 2, in: 1...64, to: \.limits.work.running),
    Setting("max_waiting_work", default: 256, in: 1...1_000_000, to: \.limits.work.waiting),
    Setting("work_timeout", default: 10, secondsIn: 1...3_600, to: \.limits.work.timeout),
    Setting("max_layout_items", default: 20_000, in: 1...1_000_000, to: \.limits.layoutItems),
    Setting(
      "max_scanned_texts", default: 150_000, in: 1...1_000_000_000, to: \.limits.scannedTexts),
    Setting("max_import_size", default: 1 << 30, in: 1_024...1 << 40, to: \.maximumImportSize),
    Setting("max_exports", default: 16, in: 1...1_000, to: \.maximumExports),
    Setting("export_timeout", default: 900, secondsIn: 1...86_400, to: \.exportTimeout),
    Setting(
      "max_cache_size", default: SharedCache.defaultByteCount, in: 0...1 << 40,
      to: \.maximumCacheSize),
    Setting(
      "max_event_clients", default: 1_000, in: 1...1_000_000, to: \.events.maximumClientCount),
    Setting("event_heartbeat", default: 15, secondsIn: 1...3_600, to: \.events.heartbeat),
    Setting(
      "metrics_access", default: MetricsAccess.local.rawValue,
      "one of " + MetricsAccess.allCases.map(\.rawValue).joined(separator: ", "),
      to: \.metricsAccess
    ) { MetricsAccess(rawValue: $0) },
    Setting("photo_workers", default: 2, in: 1...64, to: \.photoWorkers),
    Setting("photo_timeout", default: 20, secondsIn: 1...600, to: \.photoTimeout),
    Setting("photo_memory", default: 1 << 30, in: 512 << 20...1 << 40, to: \.photoMemory),
    Setting(
      "photo_sizes", default: "320x320,640x640,1280x1280",
      "none, or sizes such as 320x240, separated by commas", to: \.photoSizes
    ) { text in
      if text == "none" { return [] }
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      let sizes = parts.compactMap { Rendition.Box($0) }
      return sizes.count == parts.count ? sizes : nil
    },
    Setting("store_connections", default: 8, in: 1...1_000, to: \.storeConnections),
    secret("store_password", to: \.storePassword),
    Setting("max_renditions_size", default: 1 << 30, in: 0...1 << 40, to: \.maximumRenditionsSize),
    Setting("max_originals_size", default: 1 << 30, in: 0...1 << 40, to: \.maximumOriginalsSize),
    Setting(
      "photo_endpoint", default: "auto", "auto, or an origin such as https://s3.example.com",
      to: \.photoEndpoint
    ) { text -> ServiceEndpoint?? in
      text == "auto" ? .some(nil) : ServiceEndpoint(text).map { .some($0) }
    },
    Setting("photo_region", default: "auto", "auto or a region", to: \.photoRegion) { text in
      isRegion(text) ? text : nil
    },
    Setting("photo_addressing", default: "auto", "auto, path or host", to: \.photoAddressing) {
      BucketAddressing(rawValue: $0)
    },
    Setting(
      "photo_access_key_id", default: "none", "none or an id of visible characters of ASCII",
      to: \.photoAccessKeyID, sendable),
    secret("photo_secret_access_key", to: \.photoSecretAccessKey),
    sentSecret("photo_session_token", to: \.photoSessionToken),
    Setting(
      "purge_urls", default: "none",
      "none, or URLs such as http://edge1:6081/tanada/purge, separated by commas", to: \.purgeURLs
    ) { text in
      if text == "none" { return [] }
      let urls = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      let isValid = urls.allSatisfy { AbsoluteURL.isValid($0) } && Set(urls).count == urls.count
      return isValid && urls.count <= Settings.maximumEdgeCount ? urls : nil
    }.showing { $0.replacing(/\/\/[^\/,]*@/, with: "//…@") },
    secret("purge_secret", to: \.purgeSecret), sentSecret("purge_token", to: \.purgeToken),
  ]

  /// The setting called `name`, if there is one.
  static func named(_ name: String) -> Setting? { all.first { $0.name == name } }
}

extension Setting {
  private typealias Property<Value> = WritableKeyPath<Settings, Value> & Sendable

  /// A setting whose texts `parse` reads into `property`.
  private init<Value>(
    _ name: String, default text: String, _ expected: String, to property: any Property<Value>,
    summary: String = "", valueName: String = "", _ parse: @escaping @Sendable (String) -> Value?
  ) {
    self.name = name
    self.defaultText = text
    self.expected = expected
    self.summary = summary
    self.valueName = valueName
    read = { text, settings in
      guard let value = parse(text) else { return false }
      settings[keyPath: property] = value
      return true
    }
  }

  /// A whole number in `range`.
  private init(
    _ name: String, default number: Int, in range: ClosedRange<Int>, to property: any Property<Int>,
    summary: String = "", valueName: String = ""
  ) {
    self.init(
      name, default: "\(number)", Self.expectation(range), to: property, summary: summary,
      valueName: valueName
    ) { Self.number($0, in: range) }
  }

  /// A whole number of seconds in `range`.
  private init(
    _ name: String, default number: Int, secondsIn range: ClosedRange<Int>,
    to property: any Property<Duration>
  ) {
    self.init(name, default: "\(number)", Self.expectation(range), to: property) {
      Self.number($0, in: range).map { .seconds($0) }
    }
  }

  /// This setting, whose texts are shown as `shown` returns them.
  private func showing(_ shown: @escaping @Sendable (String) -> String) -> Setting {
    var setting = self
    setting.shown = shown
    return setting
  }

  private static func expectation(_ range: ClosedRange<Int>) -> String {
    "a whole number from \(range.lowerBound) to \(range.upperBound)"
  }

  private static func number(_ text: String, in range: ClosedRange<Int>) -> Int? {
    Int(text).flatMap { range.contains($0) ? $0 : nil }
  }

  /// A text that is shown to nobody; `none` for none.
  private static func secret(_ name: String, to property: any Property<String>) -> Setting {
    var setting = Setting(name, default: "none", "none or a secret", to: property, nonEmpty)
    setting.isSecret = true
    return setting
  }

  /// A secret that is sent in a header field.
  private static func sentSecret(_ name: String, to property: any Property<String>) -> Setting {
    var setting = Setting(
      name, default: "none", "none or a secret of visible characters of ASCII", to: property,
      sendable)
    setting.isSecret = true
    return setting
  }

  @Sendable private static func nonEmpty(_ text: String) -> String? { text.isEmpty ? nil : text }

  /// Whether `text` has the form of a region, which is a part of a host and of a header field.
  @Sendable static func isRegion(_ text: String) -> Bool {
    text.wholeMatch(of: /[A-Za-z0-9-]{1,64}/) != nil
  }

  /// A text that can be a part of a header field: it ends none, and begins no other one.
  @Sendable static func sendable(_ text: String) -> String? {
    !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? text : nil
  }
}

extension Settings {
  /// Sets the value of `setting` to `text`, which comes from `origin`.
  ///
  /// - Throws: ``Failure`` for a text that is not as expected.
  mutating func set(_ setting: Setting, to text: String, from origin: String) throws {
    guard setting.read(text, &self) else {
      throw Failure.setting(
        setting.name, from: origin, expected: setting.expected,
        found: setting.isSecret ? "another text" : "\"\(setting.shown(text))\"")
    }
    let isHidden = setting.isSecret && text != setting.defaultText
    origins.append((setting.name, isHidden ? "(hidden)" : setting.shown(text), origin))
  }
}
