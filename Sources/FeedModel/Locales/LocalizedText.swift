package import StrictJSON

/// A text of a composition with its translations.
public struct LocalizedText: Hashable, Sendable {
  /// The text in the default locale.
  public let text: String
  /// The text in other locales.
  public let translations: [LocaleTag: String]

  public init(_ text: String, translations: [LocaleTag: String] = [:]) {
    self.text = text
    self.translations = translations
  }

  public static func == (left: LocalizedText, right: LocalizedText) -> Bool {
    left.text.exact == right.text.exact
      && left.translations.mapValues(\.exact) == right.translations.mapValues(\.exact)
  }

  /// The text for a reader who looks it up in `tags`, the most specific one first.
  public func text(in tags: [LocaleTag]) -> String {
    guard !translations.isEmpty else { return text }
    return tags.lazy.compactMap { translations[$0] }.first ?? text
  }

  /// Returns the text alone that a reader sees who looks it up in `tags`.
  package func localized(by tags: [LocaleTag]) -> LocalizedText { LocalizedText(text(in: tags)) }

  /// The text with each of its translations, and the members that hold them.
  package func members(of name: String) -> [(name: String, text: String)] {
    [(name, text)]
      + translations.sorted { $0.key < $1.key }.map { (TranslatedName.text(name, $0), $1) }
  }
}

extension LocalizedText: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self.init(text) }
}

extension JSONWriter {
  /// A text and its translations as members of an object.
  package mutating func members(_ name: String, _ text: LocalizedText) {
    for (name, text) in text.members(of: name) { member(name, text) }
  }
}

extension JSONFieldReader {
  /// The text of the field `name`, with the translations beside it.
  package mutating func localizedText(_ name: String) -> LocalizedText {
    LocalizedText(text(name), translations: translations(of: name) { $0.text($1) })
  }

  /// The translations of the field `name`: those of its members that are not null.
  ///
  /// - Parameter read: reads the text of a member and notes what is wrong with it; `nil` for one that is refused.
  package mutating func translations(
    of name: String, _ read: (inout JSONFieldReader, _ member: String) -> String?
  ) -> [LocaleTag: String] {
    var translations: [LocaleTag: String] = [:]
    for member in translatedNames(where: { $0 == name }) {
      guard let parts = TranslatedName.parts(of: member) else { continue }
      guard let locale = LocaleTag(parts.locale) else {
        _ = tree(member)
        refuse(
          member, expected: .words("the name of a field with \(LocaleTag.form) behind the @"),
          found: .text(member))
        continue
      }
      guard translations[locale] == nil else {
        _ = tree(member)
        refuse(member, expected: .words("each locale once"), found: .text(member))
        continue
      }
      guard hasValue(member) else { continue }
      translations[locale] = read(&self, member)
    }
    return translations
  }
}
