package import FeedModel

/// The locales, other than the default one, in which there are texts, or have been.
package struct KnownLocales: Hashable, Sendable {
  /// The locales of the items of each kind, by its name; those of compositions by an empty one.
  private var kinds: [String: Set<LocaleTag>] = [:]

  /// The most locales of a store: each has an edition of every feed.
  package static let maximumCount = 2 * Locales.maximumCount

  package init() {}

  /// Whether all that `other` knows is known here.
  package func includes(_ other: KnownLocales) -> Bool {
    other.kinds.allSatisfy { kind, locales in kinds[kind]?.isSuperset(of: locales) ?? false }
  }

  /// Adds `locale` to those of the items of `kind`, or of compositions for an empty name.
  package mutating func insert(_ locale: LocaleTag, of kind: String) {
    kinds[kind, default: []].insert(locale)
  }

  /// All of them.
  package var all: Set<LocaleTag> { kinds.values.reduce(into: []) { $0.formUnion($1) } }

  /// Those in which items of the kind called `kind` may have a text.
  package func all(of kind: String) -> Set<LocaleTag> { kinds[kind] ?? [] }

  /// Whether items of the kind called `kind` may have a text in any of them.
  package func hasAny(of kind: String) -> Bool { kinds[kind] != nil }

  /// Whether items of the kind called `kind` may have a text in `locale`.
  package func includes(_ locale: LocaleTag, of kind: String) -> Bool {
    kinds[kind]?.contains(locale) ?? false
  }
}
