/// The texts of a composition in the locales of readers.
extension Composition {
  /// Every locale in which it has a text.
  package var locales: Set<LocaleTag> {
    sections.reduce(into: []) { $0.formUnion($1.locales) }
  }
}

extension Composition.Section {
  /// Every locale in which it has a text.
  package var locales: Set<LocaleTag> {
    texts.reduce(into: []) { $0.formUnion($1.translations.keys) }
  }

  /// The texts that have translations.
  fileprivate var texts: [LocalizedText] {
    [
      title, header?.subtitle, header?.action?.title, header?.action?.deepLink,
      header?.action?.webURL, action?.deepLink, action?.webURL,
    ].compactMap { $0 }
  }

  /// Returns this section with the texts that a reader sees who looks them up in `tags`, the most specific one first.
  package func localized(by tags: [LocaleTag]) -> Composition.Section {
    guard texts.contains(where: { !$0.translations.isEmpty }) else { return self }
    return Composition.Section(
      id: id, kind: kind, title: title.localized(by: tags), limit: limit,
      header: header?.localized(by: tags), layout: layout, fallback: fallback, source: source,
      window: window,
      action: action.map {
        Composition.ActionTemplate(
          deepLink: $0.deepLink?.localized(by: tags), webURL: $0.webURL?.localized(by: tags))
      }, category: category, minSchemaVersion: minSchemaVersion)
  }
}

extension Composition.Header {
  fileprivate func localized(by tags: [LocaleTag]) -> Composition.Header {
    Composition.Header(
      height: height, subtitle: subtitle?.localized(by: tags),
      action: action.map {
        Composition.HeaderAction(
          title: $0.title.localized(by: tags), deepLink: $0.deepLink?.localized(by: tags),
          webURL: $0.webURL?.localized(by: tags))
      })
  }
}
