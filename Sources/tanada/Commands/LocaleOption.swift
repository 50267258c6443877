import ArgumentParser
import FeedModel
import FeedPublisher

/// `--locale`, of commands that show a feed.
struct LocaleOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The locale of the reader, such as en-GB (default: the first of the setting locales).",
      valueName: "tag"),
    transform: Self.asked)
  var locale: AskedLocales?

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
