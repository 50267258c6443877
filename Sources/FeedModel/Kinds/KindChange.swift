package import StrictJSON

/// A change of a kind's definition: the old kind, the new one, and the steps that change its
/// fields.
package struct KindChange: Hashable, Sendable {
  /// A change of one field.
  package enum Step: Hashable, Sendable {
    /// A new field, which no item had before.
    case add(ContentField)
    /// A field is removed with its values.
    case remove(ContentField)
    /// A field is renamed.
    case rename(from: String, to: String)
    /// A field allows every value that it allowed before, and maybe others.
    case widen(ContentField)
    /// A field allows other values than before.
    case narrow(ContentField)
  }

  /// The kind before the change; `nil` for a new kind.
  package let old: ContentKind?
  package let new: ContentKind
  /// The steps, in the order in which they are done.
  package let steps: [Step]

  /// Creates the change from `old` to the kind that `proposal` defines.
  ///
  /// - Throws: the problems of renamed fields, and of fields whose stored form would change.
  package init(from old: ContentKind?, to proposal: KindProposal) throws(DocumentProblems) {
    self.old = old
    new = proposal.kind
    guard let old else {
      steps = []
      guard let name = proposal.renamedFields.keys.min() else { return }
      throw DocumentProblems([
        Self.problem(
          proposal.kind, name, "renamed_from", .words("no former name in a new kind"),
          found: proposal.renamedFields[name] ?? name)
      ])
    }
    var comparison = FieldComparison(old: old, proposal: proposal)
    for field in proposal.kind.fields { comparison.add(field) }
    guard comparison.problems.isEmpty else { throw DocumentProblems(comparison.problems) }
    steps = comparison.steps
  }

  fileprivate static func problem(
    _ kind: ContentKind, _ field: String, _ member: String,
    _ expected: DocumentProblem.Expectation, found: String
  ) -> DocumentProblem {
    let index = kind.place(of: field) ?? 0
    return DocumentProblem(
      pointer: "/fields/\(index)/\(member)", expected: expected, found: .text(found))
  }

  /// The former names of the fields that are renamed, by their new names.
  private var formerNames: [String: String] {
    steps.reduce(into: [:]) { names, step in
      if case .rename(let from, let to) = step { names[to] = from }
    }
  }

  /// Whether nothing is changed.
  package var isEmpty: Bool { old == new }
}

/// The fields of a proposed kind, compared with those of the old one.
private struct FieldComparison {
  let old: ContentKind
  let proposal: KindProposal
  private(set) var problems: [DocumentProblem] = []
  /// The names of the old fields that none of the compared ones continues.
  private var removed: Set<String>
  /// The former names of the renamed fields.
  private var renamed: Set<String> = []
  private var renamings: [KindChange.Step] = []
  private var others: [KindChange.Step] = []

  init(old: ContentKind, proposal: KindProposal) {
    self.old = old
    self.proposal = proposal
    removed = Set(old.fields.map(\.name))
  }

  /// The steps in the order in which they are done: names are free before others take them.
  var steps: [KindChange.Step] {
    old.fields.filter { removed.contains($0.name) }.map { .remove($0) } + renamings + others
  }

  /// Compares `field` with the old field that it continues, if there is one.
  mutating func add(_ field: ContentField) {
    // A renamed field stays as it is once it has its name.
    let renamedFrom = proposal.renamedFields[field.name].flatMap { name in
      old.field(field.name) == nil ? name : nil
    }
    let formerName = renamedFrom ?? field.name
    removed.remove(formerName)
    guard formerName != ContentField.identifier.name, let former = old.field(formerName) else {
      if renamedFrom != nil {
        refuse(
          field, "renamed_from", expecting: "the name of a field of \(old.name)",
          found: formerName)
      }
      others.append(.add(field))
      return
    }
    if renamedFrom != nil { rename(former, to: field) }
    change(former, to: field)
  }

  private mutating func rename(_ former: ContentField, to field: ContentField) {
    if proposal.kind.field(former.name) != nil || !renamed.insert(former.name).inserted {
      refuse(
        field, "renamed_from", expecting: "the name of a field that is no longer used",
        found: former.name)
    }
    renamings.append(.rename(from: former.name, to: field.name))
  }

  private mutating func change(_ former: ContentField, to field: ContentField) {
    guard field.type.storage == former.type.storage,
      field.type.referent == former.type.referent
    else {
      refuse(
        field, "type", expecting: "\(former.typeName), as before, or another name for a new field",
        found: field.typeName)
      return
    }
    guard field != former.renamed(field.name) else { return }
    others.append(field.includes(former) ? .widen(field) : .narrow(field))
  }

  private mutating func refuse(
    _ field: ContentField, _ member: String, expecting words: String, found: String
  ) {
    problems.append(
      KindChange.problem(proposal.kind, field.name, member, .words(words), found: found))
  }
}

extension ContentField {
  /// Whether every value that `old` allows is allowed, and every item has one.
  fileprivate func includes(_ old: ContentField) -> Bool {
    type.includes(any: old.type) && (isNullable || !old.isNullable)
  }

  /// Whether items can have `value`, which another type allowed.
  fileprivate func allows(_ value: FieldValue) -> Bool {
    // A choice that is only written in another way stays in the table as it is: it is not the same value.
    value.isNull ? isNullable : type.value(of: value.plainText) == value
  }

  /// Returns this field with another name.
  fileprivate func renamed(_ name: String) -> ContentField {
    ContentField(
      name, type, isNullable: isNullable, defaultValue: defaultValue, isLocalized: isLocalized)
  }
}

// MARK: - Conflicts with stored items

extension KindChange {
  /// A value of a stored item that a change does not allow.
  package struct Conflict: Hashable, Sendable {
    package let id: Int
    /// The field by its former name.
    package let field: String
    package let expected: String
    package let value: FieldValue
    /// The JSON Pointer of the place in the definition that does not allow the value.
    package let pointer: String
  }

  /// Whether stored items can conflict with the change.
  package var concernsItems: Bool {
    old != nil
      && steps.contains {
        switch $0 {
        case .remove, .narrow: true
        case .add(let field): field.missingValue == nil
        case .rename, .widen: false
        }
      }
  }

  /// Returns the conflicts of `item`, which is of the old kind, with the change.
  ///
  /// - Parameter discarded: the fields whose values may be lost.
  package func conflicts(of item: ContentItem, discarding discarded: Set<String>) -> [Conflict] {
    let formerNames = formerNames
    return steps.compactMap { step in
      switch step {
      case .rename, .widen: return nil
      case .add(let field):
        guard field.missingValue == nil else { return nil }
        return Conflict(
          id: item.id, field: field.name,
          expected: "required:false or a default, because there are items without the field",
          value: .null, pointer: pointer(of: field))
      case .remove(let field):
        guard !discarded.contains(field.name),
          let (name, value) = item.valuesInAllLocales(of: field.name).first(where: {
            !$0.value.isNull
          })
        else { return nil }
        return Conflict(
          id: item.id, field: name, expected: "no value, because the field is removed",
          value: value, pointer: "/fields")
      case .narrow(let field):
        let name = formerNames[field.name] ?? field.name
        guard
          let (name, value) = item.valuesInAllLocales(of: name).first(where: {
            !field.allows($0.value)
          })
        else { return nil }
        return Conflict(
          id: item.id, field: name, expected: field.type.expectation.phrase, value: value,
          pointer: pointer(of: field))
      }
    }
  }

  private func pointer(of field: ContentField) -> String {
    new.place(of: field.name).map { "/fields/\($0)" } ?? "/fields"
  }
}

extension FieldValue {
  /// The value as a column holds it: an integer, a number, text or nothing.
  package var stored: FieldValue {
    switch self {
    case .boolean(let value): .integer(value ? 1 : 0)
    case .date, .list: .text(plainText)
    case .null, .integer, .number, .text: self
    }
  }
}

extension KindChange {
  /// The old kind with those fields localised that are localised only from the change on, by their new rules; `nil`
  /// without such fields. Items may have translations in them of a time when they were localised.
  package var revealing: ContentKind? {
    guard let old else { return nil }
    let formerNames = formerNames
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
    let formerNames = formerNames
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
