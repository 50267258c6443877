import ArgumentParser
import Logging

/// The options every command that needs content has.
struct SettingsOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The SQLite file (TANADA_DATABASE; default: tanada.sqlite).", valueName: "file"))
  var database: String?

  @Option(
    name: .customLong("config"),
    help: ArgumentHelp(
      "A JSON file of settings (TANADA_CONFIG; default: tanada.json, if there is one).",
      valueName: "file"))
  var configurationFile: String?

  @Option(
    help: ArgumentHelp(
      "Where the clock shows the day of date_label (TANADA_TIME_ZONE; default: Asia/Tokyo).",
      valueName: "zone"))
  var timeZone: String?

  @Option(
    help: ArgumentHelp(
      "What is logged to standard error: trace, debug, info, notice, warning, error or critical "
        + "(TANADA_LOG_LEVEL; default: warning).", valueName: "level"))
  var logLevel: String?

  /// The settings in force with these flags and `more`.
  func settings(_ more: [SettingKey: String?] = [:]) async throws -> Settings {
    var flags = more.compactMapValues { $0 }
    flags[.database] = database
    flags[.timeZone] = timeZone
    flags[.logLevel] = logLevel
    return try await SettingsReader(flags: flags, file: configurationFile).settings()
  }
}

extension Settings {
  /// A logger to standard error.
  func logger() -> Logger {
    var logger = Logger(label: "tanada", factory: { StreamLogHandler.standardError(label: $0) })
    logger.logLevel = logLevel
    return logger
  }
}
