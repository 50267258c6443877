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
      let locale = locale(parts.locale, of: member) { translations[$0] != nil }
      guard let locale, hasValue(member) else { continue }
      translations[locale] = read(&self, member)
    }
    return translations
  }

  /// The locale in the name of `member`; `nil` and a problem for a text that is none, and for one that `isKnown` already.
  private mutating func locale(
    _ text: Substring, of member: String, isKnown: (LocaleTag) -> Bool
  ) -> LocaleTag? {
    let locale = LocaleTag(text)
    if let locale, !isKnown(locale) { return locale }
    _ = tree(member)
    refuse(
      member,
      expected: .words(
        locale == nil
          ? "the name of a field with \(LocaleTag.form) behind the @" : "each locale once"),
      found: .text(member))
    return nil
  }
}

/// The value of a localised field in another locale than the default one.
package struct Translation: Hashable, Sendable {
  /// The place of the field among those of the kind.
  package let place: Int
  package let locale: LocaleTag
  package let value: FieldValue

  package init(place: Int, locale: LocaleTag, value: FieldValue) {
    self.place = place
    self.locale = locale
    self.value = value
  }
}

/// The names of members that hold translations: `title@en`.
package enum TranslatedName {
  /// The character between the name of a field and a locale.
  package static let separator: Character = "@"
  /// The most locales, beside the default one, in which an item or a composition has texts.
  package static let maximumLocaleCount = Locales.maximumCount
  /// The limit of locales, in words.
  package static let limit = DocumentProblem.Expectation.words(
    "texts in at most \(maximumLocaleCount) other locales")

  /// The name of the member with the value of the field `name` in `locale`.
  package static func text(_ name: String, _ locale: LocaleTag) -> String {
    "\(name)\(separator)\(locale)"
  }

  /// The parts of the name of a member; `nil` for a name without a locale.
  package static func parts(of name: String) -> (field: Substring, locale: Substring)? {
    name.firstIndex(of: separator).map { (name[..<$0], name[name.index(after: $0)...]) }
  }
}

/// The translations of an item as somebody wrote them. A value that is null removes the translation.
package struct WrittenTranslations: Hashable, Sendable {
  /// By the places of their fields, then by their locales.
  package private(set) var all: [Translation] = []

  package init(_ all: [Translation] = []) { self.all = all }

  package mutating func append(_ translation: Translation) { all.append(translation) }

  /// Returns these in the order of an item.
  package var sorted: [Translation] { all.sorted { $0.precedes($1) } }

  /// Returns `translations` with these in place of those in the same fields and locales, in the order of an item.
  package func merged(into translations: [Translation]) -> [Translation] {
    let others = translations.filter { known in
      !all.contains { $0.place == known.place && $0.locale == known.locale }
    }
    return (others + values).sorted { $0.precedes($1) }
  }

  /// The values that are there.
  package var values: [Translation] { sorted.filter { !$0.value.isNull } }
}

extension Translation {
  /// Whether it stands before `other` in an item.
  package func precedes(_ other: Translation) -> Bool {
    (place, locale) < (other.place, other.locale)
  }
}

extension JSONFieldReader {
  /// The names of the members with translations of the fields that `isIncluded`, in alphabetical order. With too many
  /// locales the first member beyond them is refused, and none is read.
  mutating func translatedNames(where isIncluded: (Substring) -> Bool) -> [String] {
    let names = otherNames(with: TranslatedName.separator).filter {
      TranslatedName.parts(of: $0).map { isIncluded($0.field) } ?? false
    }
    return refuseExcess(of: names) ? [] : names
  }

  /// Refuses the first of `names` that is of a locale beyond those that a document may have.
  ///
  /// - Returns: whether there is one; then they count as read.
  private mutating func refuseExcess(of names: [String]) -> Bool {
    var (locales, excess): (Set<LocaleTag>, String?) = ([], nil)
    for name in names.count > TranslatedName.maximumLocaleCount ? names : [] {
      guard let locale = TranslatedName.parts(of: name).flatMap({ LocaleTag($0.locale) }),
        locales.insert(locale).inserted, locales.count > TranslatedName.maximumLocaleCount
      else { continue }
      excess = excess ?? name
    }
    guard let excess else { return false }
    skip(names)
    refuse(excess, expected: TranslatedName.limit, found: .number("\(locales.count)"))
    return true
  }

  /// The translations of an item of `kind` that has those of `stored`, with those that are read in their place and
  /// without those called `removed`; what is wrong with them is noted.
  package mutating func translations(
    of kind: ContentKind, patching stored: [Translation], removing removed: Set<String>
  ) -> [Translation] {
    var written = translations(of: kind)
    for name in removed {
      guard let parts = TranslatedName.parts(of: name), let locale = LocaleTag(parts.locale),
        let place = kind.place(of: String(parts.field)), kind.fields[place].isLocalized,
        !written.all.contains(where: { $0.place == place && $0.locale == locale })
      else { continue }
      written.append(Translation(place: place, locale: locale, value: .null))
    }
    let merged = written.merged(into: stored)
    _ = refuseExcess(
      of: merged.map { TranslatedName.text(kind.fields[$0.place].name, $0.locale) }.sorted())
    return merged
  }

  /// The translations of the localised fields of `kind`; what is wrong with them is noted.
  package mutating func translations(of kind: ContentKind) -> WrittenTranslations {
    var written = WrittenTranslations()
    guard kind.hasLocalizedFields, hasOtherMembers else { return written }
    for name in translatedNames(where: { kind.field(String($0))?.isLocalized ?? false }) {
      guard let parts = TranslatedName.parts(of: name),
        let place = kind.place(of: String(parts.field))
      else { continue }
      guard let json = tree(name) else { continue }
      let locale = locale(parts.locale, of: name) { locale in
        written.all.contains { $0.place == place && $0.locale == locale }
      }
      guard let locale else { continue }
      guard let value = value(json, called: name, of: kind.fields[place]) else { continue }
      written.append(Translation(place: place, locale: locale, value: value))
    }
    return written
  }

  private mutating func value(
    _ json: JSONTree, called name: String, of field: ContentField
  ) -> FieldValue? {
    guard !json.isNull else { return .null }
    do throws(FieldMistake) {
      return try field.type.value(of: json)
    } catch {
      problems.append(
        at: "/\(name.escapedForPointer)\(error.pointer)", expected: error.expected,
        found: error.found)
      return nil
    }
  }
}

extension LocaleTag {
  /// The locales that the names of members in a JSON document have, such as `title@en`.
  package static func named(in document: String) -> Set<LocaleTag> {
    guard document.contains(TranslatedName.separator),
      let tree = try? JSONTree(parsing: Array(document.utf8))
    else { return [] }
    var locales: Set<LocaleTag> = []
    var rest = [tree]
    while let next = rest.popLast() {
      for member in next.members ?? [] {
        if let tag = TranslatedName.parts(of: member.name).flatMap({ LocaleTag($0.locale) }) {
          locales.insert(tag)
        }
        rest.append(member.value)
      }
      rest += next.elements ?? []
    }
    return locales
  }
}
