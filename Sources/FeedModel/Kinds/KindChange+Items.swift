extension KindChange {
  /// Returns `item`, which is of the old kind and fits the new one, with the values that it has once the change is
  /// made.
  package func converted(_ item: ContentItem) -> ContentItem {
    var formerNames: [String: String] = [:]
    for case .rename(let from, let to) in steps { formerNames[to] = from }
    let added = Set(
      steps.compactMap { step in
        if case .add(let field) = step { field.name } else { nil }
      })
    var values: [FieldValue] = []
    var translations: [Translation] = []
    for (place, field) in new.fields.enumerated() {
      let former = added.contains(field.name) ? nil : formerNames[field.name] ?? field.name
      values.append(former.flatMap { item[$0] } ?? field.missingValue ?? .null)
      guard field.isLocalized, let former else { continue }
      translations += item.translations(of: former).map {
        Translation(place: place, locale: $0.locale, value: $0.value)
      }
    }
    return ContentItem(kind: new, id: item.id, values: values, translations: translations)
  }
}
