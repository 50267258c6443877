import Foundation
import StrictJSON

/// Compares values with schemas, strictly: a member that is not described is a mistake.
struct SchemaValidator {
  let components: [String: JSONSchema]
  /// Whether to note which members occurred.
  let notesMembers: Bool

  /// The result of one schema for one value.
  struct Outcome {
    /// The mistakes, each with its JSON Pointer.
    var mistakes: [Mistake] = []
    /// The members of the value that are described.
    var described: Set<String> = []
    /// Whether all of them are.
    var describesAll = false
    /// The places of the members that occurred, see ``SchemaValidator/occurrences(of:)``.
    var occurred: Set<String> = []

    mutating func add(_ other: Outcome) {
      mistakes += other.mistakes
      described.formUnion(other.described)
      describesAll = describesAll || other.describesAll
      occurred.formUnion(other.occurred)
    }
  }

  struct Mistake {
    let pointer: String
    let text: String
  }

  /// Compares a value with the schema that describes it, and looks for members that no part of the schema describes.
  func whole(_ value: JSONTree, _ schema: JSONSchema, at pointer: String = "") -> Outcome {
    var outcome = part(value, schema, at: pointer)
    guard outcome.mistakes.isEmpty, !outcome.describesAll, let members = value.members else {
      return outcome
    }
    for member in members where !outcome.described.contains(member.name) {
      outcome.mistakes.append(
        Mistake(pointer: "\(pointer)/\(member.name)", text: "not described in \(schema.place)"))
    }
    return outcome
  }

  /// Compares a value with one of possibly several schemas that describe it together.
  private func part(_ value: JSONTree, _ schema: JSONSchema, at pointer: String) -> Outcome {
    var outcome = Outcome()
    if schema.isAnything { outcome.describesAll = true }
    if let text = mistake(value, schema) {
      outcome.mistakes.append(Mistake(pointer: pointer, text: "\(text) (\(schema.place))"))
      return outcome
    }
    if let name = schema.reference {
      guard let component = components[name] else {
        outcome.mistakes.append(Mistake(pointer: pointer, text: "there is no schema \(name)"))
        return outcome
      }
      outcome.add(part(value, component, at: pointer))
    }
    addMembers(of: value, schema, at: pointer, to: &outcome)
    if let items = schema.items {
      for (index, element) in (value.elements ?? []).enumerated() {
        addInner(whole(element, items, at: "\(pointer)/\(index)"), to: &outcome)
      }
    }
    for schema in schema.allOf { outcome.add(part(value, schema, at: pointer)) }
    if !schema.anyOf.isEmpty { outcome.add(any(value, schema.anyOf, at: pointer)) }
    if !schema.oneOf.isEmpty { outcome.add(one(value, schema, at: pointer)) }
    return outcome
  }

  private func addMembers(
    of value: JSONTree, _ schema: JSONSchema, at pointer: String, to outcome: inout Outcome
  ) {
    guard !schema.properties.isEmpty || !schema.patterns.isEmpty || schema.additional != nil,
      let members = value.members
    else { return }
    for member in members {
      guard
        let inner = schema.properties[member.name]
          ?? schema.patterns.first(where: { $0.name.matches(member.name) })?.schema
          ?? schema.additional
      else { continue }
      outcome.described.insert(member.name)
      let found = whole(member.value, inner, at: "\(pointer)/\(member.name)")
      if notesMembers, found.mistakes.isEmpty {
        outcome.occurred.insert(
          inner.isNullable
            ? "\(inner.place) \(member.value.isNull ? "null" : "not null")" : inner.place)
      }
      addInner(found, to: &outcome)
    }
  }

  /// Adds what was found inside a value, whose members are not those of the value.
  private func addInner(_ inner: Outcome, to outcome: inout Outcome) {
    outcome.mistakes += inner.mistakes
    outcome.occurred.formUnion(inner.occurred)
  }

  /// Every alternative that describes the value counts.
  private func any(_ value: JSONTree, _ schemas: [JSONSchema], at pointer: String) -> Outcome {
    var whole = Outcome()
    var failures: [Outcome] = []
    for schema in schemas {
      let outcome = part(value, schema, at: pointer)
      if outcome.mistakes.isEmpty { whole.add(outcome) } else { failures.append(outcome) }
    }
    guard failures.count == schemas.count else { return whole }
    // The alternative that was meant is the one that goes wrong furthest inside.
    return failures.max { Self.depth(of: $0) < Self.depth(of: $1) } ?? whole
  }

  private static func depth(of outcome: Outcome) -> Int {
    outcome.mistakes.map { $0.pointer.count { $0 == "/" } }.max() ?? 0
  }

  private func one(_ value: JSONTree, _ schema: JSONSchema, at pointer: String) -> Outcome {
    guard let (member, mapping) = schema.discriminator,
      let name = value[member]?.string.flatMap({ mapping[$0] }), let meant = components[name]
    else {
      return Outcome(mistakes: [Mistake(pointer: pointer, text: "none of \(schema.place)")])
    }
    return part(value, meant, at: pointer)
  }

  /// The mistake of the value itself, whatever is inside it; `nil` for none.
  private func mistake(_ value: JSONTree, _ schema: JSONSchema) -> String? {
    if let kind = schema.kind, !value.isOf(kind) { return "expected \(kind.rawValue)" }
    if let text = value.string {
      if let constant = schema.constant, text != constant { return "expected \(constant)" }
      if let names = schema.names, !names.contains(text) { return "\(text) is not among the names" }
      if let pattern = schema.pattern, !pattern.matches(text) { return "\(text) has another form" }
      if !schema.lengths.contains(text.unicodeScalars.count) { return "too long or too short" }
      if let excluded = schema.excluded, mistake(value, excluded) == nil {
        return "\(text) is known"
      }
    }
    if let number = value.number, !schema.numbers.contains(number) {
      return "\(number) is out of range"
    }
    if let elements = value.elements, !schema.counts.contains(elements.count) {
      return "\(elements.count) elements"
    }
    if value.isObject {
      for name in schema.required where value[name] == nil { return "\(name) is missing" }
      if schema.isClosed {
        for member in value.members ?? []
        where schema.properties[member.name] == nil
          && !schema.patterns.contains(where: { $0.name.matches(member.name) })
        {
          return "\(member.name) is not allowed"
        }
      }
    }
    return nil
  }
}

extension JSONTree {
  fileprivate func isOf(_ kind: JSONSchema.Kind) -> Bool {
    switch kind {
    case .null: isNull
    case .boolean: flag != nil
    case .integer: integer != nil
    case .number: number != nil
    case .string: string != nil
    case .array: elements != nil
    case .object: isObject
    }
  }
}

extension NSRegularExpression {
  fileprivate func matches(_ text: String) -> Bool {
    firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
  }
}
