extension KindChange {
  /// The old kind with those fields localised that are localised only from the change on, by their new rules; `nil`
  /// without such fields. Items may have translations in them of a time when they were localised.
  package var revealing: ContentKind? {
    guard let old else { return nil }
    var formerNames: [String: String] = [:]
    for case .rename(let from, let to) in steps { formerNames[to] = from }
    var fields = old.fields
    for field in new.fields where field.isLocalized {
      let name = formerNames[field.name] ?? field.name
      guard let place = old.place(of: name), !fields[place].isLocalized else { continue }
      fields[place] = ContentField(
        name, field.type, isNullable: field.isNullable, isLocalized: true)
    }
    guard fields != old.fields else { return nil }
    return ContentKind(
      name: old.name, title: old.title, fields: fields, roles: old.roles, layout: old.defaultLayout,
      cell: old.cell, headlineTemplate: old.headlineTemplate)
  }

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
