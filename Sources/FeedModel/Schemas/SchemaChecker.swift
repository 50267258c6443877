import Foundation
package import StrictJSON
import Synchronization

/// Compares values with schemas.
package struct SchemaChecker {
  /// The result of one schema for one value.
  package struct Outcome {
    package var mistakes: [Mistake] = []
    /// The places of the members that occurred. A member that may be null has two: `Photo/alt null` and `Photo/alt not null`.
    package fileprivate(set) var occurred: Set<String> = []
    /// The members of the value that are described.
    fileprivate var described: Set<String> = []
    /// Whether all members are described, as those of a map.
    fileprivate var describesAll = false

    fileprivate mutating func add(_ other: Outcome) {
      addInner(other)
      described.formUnion(other.described)
      describesAll = describesAll || other.describesAll
    }

    /// Adds what was found inside a value, whose members are not those of the value.
    fileprivate mutating func addInner(_ inner: Outcome) {
      mistakes += inner.mistakes
      occurred.formUnion(inner.occurred)
    }
  }

  /// A value that the schema does not describe.
  package struct Mistake: CustomStringConvertible, Sendable {
    /// A JSON Pointer to the value.
    package let pointer: String
    /// What was expected and what was found.
    package let text: String

    package var description: String { "\(pointer): \(text)" }
  }

  private let components: [String: Schema]
  private let isStrict: Bool

  /// - Parameters:
  ///   - components: The schemas that others refer to by name.
  ///   - isStrict: Whether members that no schema describes are mistakes in open objects as well.
  package init(components: [String: Schema] = [:], isStrict: Bool = false) {
    self.components = components
    self.isStrict = isStrict
  }

  /// Compares `value` with `schema`.
  ///
  /// - Parameters:
  ///   - pointer: The place of the value.
  ///   - place: The name of the schema in ``Outcome/occurred``.
  package func outcome(
    of value: JSONTree, _ schema: Schema, at pointer: String = "", in place: String = ""
  ) -> Outcome {
    var outcome = part(value, schema, at: pointer, in: place)
    guard isStrict, outcome.mistakes.isEmpty, !outcome.describesAll, let members = value.members
    else { return outcome }
    for member in members where !outcome.described.contains(member.name) {
      outcome.mistakes.append(
        Mistake(pointer: "\(pointer)/\(member.name)", text: "not described in \(place)"))
    }
    return outcome
  }

  /// Compares a value with one of possibly several schemas that describe it together.
  private func part(
    _ value: JSONTree, _ schema: Schema, at pointer: String, in place: String
  ) -> Outcome {
    switch schema.form {
    case .anything: return Outcome(describesAll: true)
    case .component(let name): return component(name, value, at: pointer)
    case .all(let schemas):
      return schemas.reduce(into: Outcome()) { $0.add(part(value, $1, at: pointer, in: place)) }
    case .any(let schemas): return any(value, schemas, schema, at: pointer, in: place)
    case .variants(let variants):
      let tag = value[variants.member]?.string
      let known = variants.known.first { $0.tag == tag }?.component
      return component(known ?? variants.other, value, at: pointer)
    case .object(let object): return members(of: value, object, at: pointer, in: place)
    case .map(let inner):
      guard let members = value.members else { break }
      return members.reduce(into: Outcome()) { outcome, member in
        outcome.described.insert(member.name)
        outcome.addInner(
          self.outcome(
            of: member.value, inner, at: "\(pointer)/\(member.name.escapedForPointer)", in: place))
      }
    case .array(let items, let count):
      guard let elements = value.elements, count?.contains(elements.count) ?? true else { break }
      return elements.enumerated().reduce(into: Outcome()) { outcome, element in
        outcome.addInner(
          self.outcome(of: element.element, items, at: "\(pointer)/\(element.offset)", in: place))
      }
    default: if schema.form.allows(value) { return Outcome() }
    }
    return Outcome(
      mistakes: [
        Mistake(pointer: pointer, text: "expected \(schema.expectation), found \(value.finding)")
      ])
  }

  private func component(_ name: String, _ value: JSONTree, at pointer: String) -> Outcome {
    guard let schema = components[name] else {
      return Outcome(mistakes: [Mistake(pointer: pointer, text: "there is no schema \(name)")])
    }
    return part(value, schema, at: pointer, in: name)
  }

  /// Every alternative that describes the value counts.
  private func any(
    _ value: JSONTree, _ schemas: [Schema], _ whole: Schema, at pointer: String, in place: String
  ) -> Outcome {
    let outcomes = schemas.map { part(value, $0, at: pointer, in: place) }
    let matching = outcomes.filter(\.mistakes.isEmpty)
    guard matching.isEmpty else { return matching.reduce(into: Outcome()) { $0.add($1) } }
    // The alternative that was meant is the one that goes wrong furthest inside.
    let meant = outcomes.max { $0.depth < $1.depth } ?? Outcome()
    guard meant.depth == pointer.depth else { return meant }
    return Outcome(
      mistakes: [
        Mistake(pointer: pointer, text: "expected \(whole.expectation), found \(value.finding)")
      ])
  }

  private func members(
    of value: JSONTree, _ object: Schema.Object, at pointer: String, in place: String
  ) -> Outcome {
    guard let members = value.members else {
      return Outcome(
        mistakes: [Mistake(pointer: pointer, text: "expected an object, found \(value.finding)")])
    }
    var outcome = Outcome()
    for member in members {
      let pointer = "\(pointer)/\(member.name.escapedForPointer)"
      guard let property = object.property(describing: member.name) else {
        if object.isClosed {
          let known = object.properties.map(\.name).joined(separator: ", ")
          let expected = known.isEmpty ? "nothing" : "some of \(known)"
          outcome.mistakes.append(Mistake(pointer: pointer, text: "unknown; expected \(expected)"))
        }
        continue
      }
      outcome.described.insert(member.name)
      let place = "\(place)/\(property.name)"
      let inner = self.outcome(of: member.value, property.schema, at: pointer, in: place)
      outcome.addInner(inner)
      if inner.mistakes.isEmpty {
        let suffix = property.schema.isNullable ? value[member.name].nullSuffix : ""
        outcome.occurred.insert(place + suffix)
      }
    }
    for property in object.properties where property.isRequired && value[property.name] == nil {
      outcome.mistakes.append(
        Mistake(
          pointer: "\(pointer)/\(property.name)",
          text: "expected \(property.schema.expectation), found nothing"))
    }
    return outcome
  }
}

extension SchemaChecker.Outcome {
  fileprivate var depth: Int { mistakes.map(\.pointer.depth).max() ?? 0 }
}

extension String {
  fileprivate var depth: Int { utf8.count { $0 == UInt8(ascii: "/") } }
}

extension JSONTree? {
  fileprivate var nullSuffix: String { self?.isNull == true ? " null" : " not null" }
}

extension Schema.Object {
  /// The member called `name`, or the one that it is a translation of.
  fileprivate func property(describing name: String) -> Schema.Property? {
    if let property = properties.first(where: { $0.name == name }) { return property }
    guard let end = name.firstIndex(of: "@") else { return nil }
    return localized.first {
      $0.name == name[..<end] && LocaleTag(String(name[end...].dropFirst())) != nil
    }
    .map { .optional(name, $0.schema.orNull) }
  }
}

extension Schema {
  /// Whether null is one of several values.
  package var isNullable: Bool {
    if case .any(let schemas) = form { schemas.contains(.null) } else { false }
  }

  /// The places of the members that it describes, those of components left out, as ``SchemaChecker/Outcome/occurred`` has
  /// them.
  package func members(in place: String) -> Set<String> {
    switch form {
    case .object(let object):
      object.properties.reduce(into: []) { places, property in
        let place = "\(place)/\(property.name)"
        places.formUnion(
          property.schema.isNullable ? ["\(place) null", "\(place) not null"] : [place])
        places.formUnion(property.schema.members(in: place))
      }
    case .array(let inner, _), .map(let inner): inner.members(in: place)
    case .any(let schemas), .all(let schemas):
      schemas.reduce(into: []) { $0.formUnion($1.members(in: place)) }
    default: []
    }
  }

  /// The values in words: `a whole number from 1 to 100`.
  package var expectation: String {
    switch form {
    case .anything: "a value"
    case .null: "null"
    case .boolean: "true or false"
    case .text(let text):
      text.length.map { "a text of \($0.lowerBound) to \($0.upperBound) characters" } ?? "a text"
    case .names(let names, _): "one of \(names.joined(separator: ", "))"
    case .textOther(let names): "a text other than \(names.joined(separator: ", "))"
    case .constant(let text): text
    case .integer(let range): range.expectation
    case .number(let range): "a number\(range?.phrase ?? "")"
    case .array(_, let count):
      count.map { "an array of \($0.lowerBound) to \($0.upperBound)" } ?? "an array"
    case .object, .map, .variants, .component: "an object"
    case .any(let schemas) where isNullable && schemas.count == 2:
      "\(schemas[0].expectation), or null"
    case .any(let schemas), .all(let schemas):
      schemas.map(\.expectation).joined(separator: ", ")
    }
  }
}

extension Schema.Form {
  /// Whether `value` is one of these, which have nothing inside.
  fileprivate func allows(_ value: JSONTree) -> Bool {
    switch self {
    case .null: value.isNull
    case .boolean: value.flag != nil
    case .text(let text): value.string.map(text.allows) ?? false
    case .names(let names, let isOpen): value.string.map { isOpen || names.contains($0) } ?? false
    case .textOther(let names): value.string.map { !names.contains($0) } ?? false
    case .constant(let text): value.string == text
    case .integer(let range): value.integer.map(range.contains) ?? false
    case .number(let range): value.number.map { range?.contains($0) ?? true } ?? false
    default: false
    }
  }
}

extension Schema.Text {
  private static let expressions = Mutex<[String: NSRegularExpression]>([:])

  fileprivate func allows(_ text: String) -> Bool {
    guard length?.contains(text.unicodeScalars.count) ?? true else { return false }
    guard let pattern else { return true }
    guard let expression = Self.expression(pattern) else { return false }
    return expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
  }

  private static func expression(_ pattern: String) -> NSRegularExpression? {
    expressions.withLock { known in
      if known[pattern] == nil { known[pattern] = try? NSRegularExpression(pattern: pattern) }
      return known[pattern]
    }
  }
}

extension ClosedRange<Int> {
  /// The numbers in words: `a whole number from 1 to 100`.
  package var expectation: String {
    self == SafeInteger.range
      ? "a whole number" : "a whole number from \(lowerBound) to \(upperBound)"
  }
}

extension ClosedRange<Double> {
  fileprivate var phrase: String {
    upperBound < .greatestFiniteMagnitude
      ? " from \(NumberText.shortest(lowerBound)) to \(NumberText.shortest(upperBound))" : ""
  }
}
