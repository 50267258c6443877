/// The values of an item in the locales of readers.
extension ContentItem {
  /// Returns this item as a reader sees it who looks values up in `tags`, the most specific one first: each field has
  /// the first of its translations, or the value of the default locale.
  package func localized(by tags: [LocaleTag]) -> ContentItem {
    guard !translations.isEmpty else { return self }
    var item = self
    item.translations = []
    var found: [Int: Int] = [:]
    for translation in translations {
      guard let rank = tags.firstIndex(of: translation.locale),
        rank < found[translation.place] ?? tags.count
      else { continue }
      found[translation.place] = rank
      item.values[translation.place] = translation.value
    }
    if let place = kind.place(of: .image), item.values[place] != values[place] {
      item.hasTranslatedPicture = true
    }
    return item
  }

  /// The translations of the field called `name`.
  package func translations(of name: String) -> [Translation] {
    guard let place = kind.place(of: name) else { return [] }
    return translations.filter { $0.place == place }
  }

  /// The value of the field called `name` and its translations, with the names of their members.
  package func valuesInAllLocales(of name: String) -> [(name: String, value: FieldValue)] {
    guard let value = self[name] else { return [] }
    return [(name, value)]
      + translations(of: name).map { (TranslatedName.text(name, $0.locale), $0.value) }
  }
}
