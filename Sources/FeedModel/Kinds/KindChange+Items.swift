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
    return ContentItem(
      kind: new, id: item.id,
      values: new.fields.map { field in
        let former = added.contains(field.name) ? nil : item[formerNames[field.name] ?? field.name]
        return former ?? field.missingValue ?? .null
      })
  }
}
