import ArgumentParser
import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import Logging

extension ArgumentHelp {
  /// The help of an option or an argument whose value is called `name`.
  static func named(_ name: String, _ text: String) -> ArgumentHelp {
    ArgumentHelp(text, valueName: name)
  }
}

/// The options of every command that reads the settings.
struct SettingsOptions: ParsableArguments {
  @Option(help: Setting.store.help) var store: String?

  @Option(help: Setting.database.help) var database: String?

  @Option(
    name: .customLong("config"),
    help: .named(
      "file", "A JSON file of settings (TANADA_CONFIG; default: tanada.json, if it exists)."))
  var configurationFile: String?

  @Option(help: Setting.timeZone.help) var timeZone: String?

  @Option(help: Setting.logLevel.help) var logLevel: String?

  /// The settings in force with these flags and `more`; flags without a text were not given.
  func settings(_ more: [(Setting, String?)] = []) async throws -> Settings {
    let given =
      more + [
        // Of an empty name, the setting itself says what is wrong.
        (.store, store ?? database.flatMap { $0.isEmpty ? nil : "sqlite:\($0)" }),
        (.database, database), (.timeZone, timeZone), (.logLevel, logLevel),
      ]
    var flags: [String: String] = [:]
    for (setting, text) in given { flags[setting.name] = text }
    return try await SettingsReader(flags: flags, file: configurationFile).settings()
  }
}

/// The options of commands that use the files of photos.
struct PhotoOptions: ParsableArguments {
  @Option(help: Setting.photos.help) var photos: String?

  @Option(help: Setting.photoStorage.help) var photoStorage: String?

  /// The settings with their given texts, `nil` for those that are not given.
  var flags: [(Setting, String?)] { [(.photos, photos), (.photoStorage, photoStorage)] }
}

/// The client of commands that show documents.
struct VersionOption: ParsableArguments {
  @Option(help: .named("version", "The newest version of documents that the client draws."))
  var maxVersion = DocumentVersion.newest

  func validate() throws {
    guard maxVersion >= DocumentVersion.first else {
      throw ValidationError("--max-version: expected at least 1, found \(maxVersion)")
    }
  }
}

/// The viewport of commands that lay something out.
struct ViewportOptions: ParsableArguments {
  @Option(help: .named("points", "The viewport's width in points, 200 to 4096."))
  var width = Viewport.defaultWidth

  func validate() throws {
    _ = try viewport()
  }

  /// The viewport.
  ///
  /// - Throws: `ValidationError` for a width out of range.
  func viewport(height: Double? = nil) throws -> Viewport {
    do {
      return try Viewport(width: width, height: height)
    } catch {
      throw ValidationError(error.description)
    }
  }
}

extension String {
  /// The name of a file as an argument.
  static func fileName(_ text: String) throws -> String {
    guard !text.isEmpty else { throw ValidationError("expected the name of a file") }
    return text
  }
}

extension Timestamp {
  /// The moment written as an argument.
  static func argument(_ text: String) throws -> Timestamp {
    guard let moment = Timestamp(text) else {
      throw ValidationError("expected a time such as 2026-12-24T09:00:00Z")
    }
    return moment
  }
}

extension FeedStore {
  /// Indexes what a command has written. It has happened, whether it is indexed or not: what is left is indexed by a
  /// server.
  func indexWhatWasWritten() async {
    do { try await index() } catch {
      Console.message("warning: what was written is indexed later (\(error))")
    }
  }
}

/// `--locale`, of commands that show a feed.
struct LocaleOption: ParsableArguments {
  @Option(
    help: .named(
      "tag", "The locale of the reader, such as en-GB (default: the first of the setting locales)."),
    transform: Self.asked) var locale: AskedLocales?

  /// The reader in the nearest of the locales of `settings`.
  func reader(_ settings: Settings) -> ReaderLocale {
    settings.locales.reader(for: locale, dates: settings.dateStyle)
  }

  /// The locales that `argument` writes, in whatever way: `en_GB.UTF-8`. Whoever types what is no locale is told.
  private static func asked(by argument: String) throws -> AskedLocales? {
    let asked = AskedLocales(reading: argument)
    guard asked.areUnknown else { return asked }
    // The locale of C programs is none of readers.
    guard asked.hasUnreadable else { return nil }
    throw notTag(argument)
  }

  /// The tag that `argument` is, as editors write it.
  static func tag(of argument: String) throws -> LocaleTag {
    guard let tag = LocaleTag(argument) else { throw notTag(argument) }
    return tag
  }

  private static func notTag(_ argument: String) -> ValidationError {
    ValidationError("expected \(LocaleTag.form), found \(argument)")
  }
}
