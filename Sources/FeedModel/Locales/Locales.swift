/// The locales that readers are served in; the first is the default one.
public struct Locales: Hashable, Sendable {
  /// The locales, each once; the default one first.
  public let all: [LocaleTag]
  private let matcher: LocaleMatcher

  /// The locale of a server that was given none: Japanese.
  public static let standard = Locales([LocaleTag("ja")].compactMap { $0 })

  /// The most locales.
  public static let maximumCount = 100

  /// - Parameter all: one locale at least, the default one first.
  public init(_ all: [LocaleTag]) {
    precondition(!all.isEmpty, "a server has a default locale")
    self.all = all
    matcher = LocaleMatcher(all)
  }

  /// The locale of readers who name none, or none of these.
  public var `default`: LocaleTag { all[0] }

  /// The locales in which values are looked up for readers in `tag`, the most specific one first. They end before the
  /// default one, whose values are those without a locale.
  package func lookup(for tag: LocaleTag) -> [LocaleTag] {
    Array(tag.lookup.prefix { $0 != self.default })
  }

  /// The locale in which a reader is served who asks for `tag`: the nearest of these, or the default one if none is near.
  public func locale(for tag: LocaleTag) -> LocaleTag { locale(for: [tag]) }

  /// The locale in which a reader is served who asks for one of `tags`, the most wanted first.
  package func locale(for tags: [LocaleTag]) -> LocaleTag { nearest(to: tags) ?? self.default }

  /// The nearest of these to one of `tags`, the most wanted first; `nil` if none is near.
  package func nearest(to tags: [LocaleTag]) -> LocaleTag? { matcher.best(for: tags) }
}
