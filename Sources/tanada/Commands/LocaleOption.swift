import ArgumentParser
import FeedModel
import FeedPublisher

/// `--locale`, of commands that show a feed.
struct LocaleOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The locale of the reader, such as en-GB (default: the first of the setting locales).",
      valueName: "tag"),
    transform: Self.tag(of:))
  var locale: LocaleTag?

  /// The reader in one of the locales of `settings`.
  func reader(_ settings: Settings) -> ReaderLocale {
    settings.locales.reader(for: locale, dates: settings.dateStyle)
  }

  static func tag(of argument: String) throws -> LocaleTag {
    guard let tag = LocaleTag(argument) else {
      throw ValidationError("expected \(LocaleTag.form), found \(argument)")
    }
    return tag
  }
}
