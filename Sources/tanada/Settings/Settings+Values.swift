import FeedServer
import Foundation
import Logging

extension Settings {
  /// The settings that `origins` say, each checked.
  ///
  /// - Throws: ``SettingsError`` for the first that cannot be.
  init(origins: [(key: SettingKey, value: String, origin: String)]) throws {
    let values = SettingValues(origins: origins)
    database = try values.text(.database, "a file name")
    host = try values.text(.host, "an address")
    port = try values.number(.port, in: 0...65_535)
    timeZone = try values.value(.timeZone, "a time zone such as Asia/Tokyo") {
      TimeZone(identifier: $0)
    }
    logLevel = try values.value(
      .logLevel, "one of " + Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
    ) { Logger.Level(rawValue: $0) }
    logsAccess = try values.flag(.accessLog)
    self.origins = origins
    allowedOrigins = try values.value(
      .corsOrigins, "none, * or origins such as https://example.com, separated by commas"
    ) { $0 == "none" ? AllowedOrigins.none : AllowedOrigins($0) }
    trustedProxies = try values.value(
      .trustedProxies, "none, or addresses and ranges such as 10.0.0.0/8, separated by commas"
    ) { $0 == "none" ? AddressRanges.none : AddressRanges($0) }

    var limits = ServerLimits()
    limits.readsPerSecond = try values.number(.readRate, in: 0...1_000_000)
    limits.writesPerSecond = try values.number(.writeRate, in: 0...1_000_000)
    limits.body.size = try values.number(.maximumBodySize, in: 1_024...1 << 30)
    // Deeper, the JSON decoder gives up itself.
    limits.body.depth = try values.number(.maximumBodyDepth, in: 1...512)
    limits.headerSize = try values.number(.maximumHeaderSize, in: 1_024...1 << 20)
    limits.connections = try values.number(.maximumConnections, in: 1...1_000_000)
    limits.requestTimeout = .seconds(try values.number(.requestTimeout, in: 1...3_600))
    limits.responseTimeout = .seconds(try values.number(.responseTimeout, in: 1...3_600))
    limits.stopTimeout = .seconds(try values.number(.stopTimeout, in: 1...3_600))
    limits.idleTimeout = .seconds(try values.number(.idleTimeout, in: 1...3_600))
    self.limits = limits

    maximumImportSize = try values.number(.maximumImportSize, in: 1_024...1 << 40)
    maximumExports = try values.number(.maximumExports, in: 1...1_000)
    exportTimeout = .seconds(try values.number(.exportTimeout, in: 1...86_400))
    maximumCacheSize = try values.number(.maximumCacheSize, in: 0...1 << 40)
    maximumPinnedSize = try values.number(.maximumPinnedSize, in: 0...1 << 40)
    events = EventBroadcaster.Configuration(
      heartbeat: .seconds(try values.number(.eventHeartbeat, in: 1...3_600)),
      maximumClientCount: try values.number(.maximumEventClients, in: 1...1_000_000))
  }
}

/// Texts of settings on their way to values.
private struct SettingValues {
  let origins: [(key: SettingKey, value: String, origin: String)]

  func value<Value>(
    _ key: SettingKey, _ expected: String, _ make: (String) -> Value?
  ) throws -> Value {
    let setting = origins.first { $0.key == key }
    let found = setting?.value ?? ""
    guard let value = make(found) else {
      throw SettingsError.invalid(
        key, origin: setting?.origin ?? "", expected: expected, found: "\"\(found)\"")
    }
    return value
  }

  func text(_ key: SettingKey, _ expected: String) throws -> String {
    try value(key, expected) { $0.isEmpty ? nil : $0 }
  }

  func number(_ key: SettingKey, in allowed: ClosedRange<Int>) throws -> Int {
    try value(key, "a whole number from \(allowed.lowerBound) to \(allowed.upperBound)") {
      Int($0).flatMap { allowed.contains($0) ? $0 : nil }
    }
  }

  func flag(_ key: SettingKey) throws -> Bool {
    try value(key, "on or off") { ["on": true, "true": true, "off": false, "false": false][$0] }
  }
}
