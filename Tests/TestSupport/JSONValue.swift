import StrictJSON

/// Any JSON value, to compare documents by their content.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// Reads a document.
  package static func parse(_ document: some Sequence<UInt8>) throws -> JSONValue {
    JSONValue(try JSONTree(parsing: document))
  }

  private init(_ tree: JSONTree) {
    if let members = tree.members {
      self = .object(
        Dictionary(members.map { ($0.name, JSONValue($0.value)) }, uniquingKeysWith: { $1 }))
    } else if let elements = tree.elements {
      self = .array(elements.map(JSONValue.init))
    } else if let text = tree.string {
      self = .text(text)
    } else if let number = tree.number {
      self = .number(number)
    } else if let flag = tree.flag {
      self = .bool(flag)
    } else {
      self = .null
    }
  }

  /// The member called `name`; null if there is none.
  package subscript(name: String) -> JSONValue {
    if case .object(let members) = self { members[name] ?? .null } else { .null }
  }

  /// The members of an object, in the order of their names; none of anything else.
  package var members: [(name: String, value: JSONValue)] {
    guard case .object(let members) = self else { return [] }
    return members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The elements of an array; none of anything else.
  package var elements: [JSONValue] {
    if case .array(let elements) = self { elements } else { [] }
  }

  /// The number, if it is one.
  package var number: Double? {
    if case .number(let number) = self { number } else { nil }
  }

  /// The text, if it is one.
  package var text: String? {
    if case .text(let text) = self { text } else { nil }
  }
}

extension JSONValue: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

extension JSONValue {
  /// Members that hold whole numbers: ids and positions, which are equal or wrong.
  private static let wholeNumbers: Set = [
    "column", "columns", "id", "index", "item_ids", "row", "slot",
  ]

  /// How far two lengths may be apart, relative to the expected one: sine and cosine may differ in
  /// their last bit from one platform to another.
  private static let tolerance = 1e-9

  /// Where this differs from `expected`, one line for each place.
  package func differences(
    from expected: JSONValue, at pointer: String = "", isWhole: Bool = false
  ) -> [String] {
    switch (self, expected) {
    case (.number(let found), .number(let wanted)):
      // Around zero there is nothing to be relative to: a point is the measure there.
      let allowed = isWhole ? 0 : Self.tolerance * max(1, abs(wanted))
      return abs(found - wanted) <= allowed
        ? [] : ["\(pointer): expected \(wanted), found \(found)"]
    case (.array(let found), .array(let wanted)) where found.count == wanted.count:
      return zip(found, wanted).enumerated().flatMap { index, pair in
        pair.0.differences(from: pair.1, at: "\(pointer)/\(index)", isWhole: isWhole)
      }
    case (.object(let found), .object(let wanted)):
      return Set(found.keys).union(wanted.keys).sorted().flatMap { name in
        guard let value = found[name] else { return ["\(pointer)/\(name): missing"] }
        guard let other = wanted[name] else { return ["\(pointer)/\(name): not expected"] }
        return value.differences(
          from: other, at: "\(pointer)/\(name)", isWhole: Self.wholeNumbers.contains(name))
      }
    default:
      return self == expected ? [] : ["\(pointer): expected \(expected), found \(self)"]
    }
  }
}
