import ArgumentParser
import FeedLayout
import FeedModel
import FeedPublisher
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

/// The viewport of commands that lay something out.
struct ViewportOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The viewport's width in points, 200 to 4096.", valueName: "points"))
  var width = Viewport.defaultWidth

  func validate() throws {
    _ = try viewport()
  }

  /// The viewport; wrong usage if there is no such one.
  func viewport(height: Double? = nil) throws -> Viewport {
    do {
      return try Viewport(width: width, height: height)
    } catch {
      throw ValidationError(error.description)
    }
  }
}

extension Timestamp {
  /// The moment that an argument says.
  static func argument(_ text: String) throws -> Timestamp {
    guard let moment = Timestamp(text) else {
      throw ValidationError("expected a moment such as 2026-12-24T09:00:00Z")
    }
    return moment
  }
}
