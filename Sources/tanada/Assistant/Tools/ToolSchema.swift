import FeedModel
import StrictJSON

/// The form of a value, which a tool publishes as JSON Schema (2020-12) and by which its arguments are checked.
indirect enum ToolSchema: Sendable {
  case text(length: ClosedRange<Int>)
  case choice([String])
  case integer(ClosedRange<Int>)
  case number(ClosedRange<Double>)
  case flag
  /// A text, a number or a flag.
  case scalar
  case array(of: ToolSchema, count: ClosedRange<Int>)
  /// An object with these members and no others.
  case object([Property])
  /// An object with any members of this form.
  case map(of: ToolSchema)
  /// An object of which no more is said than the members that it has for sure.
  case document([Property])
  case orNull(ToolSchema)
  /// Any value.
  case any

  /// A member of an object.
  struct Property: Sendable {
    let name: String
    let schema: ToolSchema
    /// For those who choose a value.
    let help: String?
    let isRequired: Bool

    static func required(_ name: String, _ schema: ToolSchema, _ help: String? = nil) -> Self {
      Property(name: name, schema: schema, help: help, isRequired: true)
    }

    static func optional(_ name: String, _ schema: ToolSchema, _ help: String? = nil) -> Self {
      Property(name: name, schema: schema, help: help, isRequired: false)
    }
  }
}

extension ToolSchema {
  /// A text that says something, of a usual length.
  static let line = ToolSchema.text(length: 1...200)
  /// Any text, as answers have them.
  static let anyText = ToolSchema.text(length: 0...Int.max)
  /// A number that counts from 1.
  static let number1 = ToolSchema.integer(SafeInteger.identifiers)
  /// How many there are.
  static let count = ToolSchema.integer(0...Int.max)

  static func list(of schema: ToolSchema) -> ToolSchema { .array(of: schema, count: 0...Int.max) }
}

// MARK: - Publishing

extension ToolSchema {
  /// Writes the schema.
  func write(to writer: inout JSONWriter) { write(to: &writer, help: nil) }

  private func write(to writer: inout JSONWriter, help: String?) {
    writer.object { object in
      switch self {
      case .text(let length):
        object.member("type", "string")
        object.range(length, "minLength", "maxLength")
      case .choice(let choices):
        object.member("type", "string")
        object.array("enum", choices) { $0.value($1) }
      case .integer(let range):
        object.member("type", "integer")
        object.range(range, "minimum", "maximum")
      case .number(let range):
        object.member("type", "number")
        object.member("minimum", range.lowerBound)
        object.member("maximum", range.upperBound)
      case .flag: object.member("type", "boolean")
      case .scalar: object.array("type", ["string", "number", "boolean"]) { $0.value($1) }
      case .array(let element, let count):
        object.member("type", "array")
        object.key("items")
        element.write(to: &object)
        object.range(count, "minItems", "maxItems")
      case .object(let properties):
        object.properties(properties)
        object.member("additionalProperties", false)
      case .document(let properties): object.properties(properties)
      case .map(let value):
        object.member("type", "object")
        object.key("additionalProperties")
        value.write(to: &object)
      case .orNull(let schema):
        object.array("anyOf", [schema, nil]) { writer, schema in
          guard let schema else { return writer.object { $0.member("type", "null") } }
          schema.write(to: &writer)
        }
      case .any: break
      }
      if let help { object.member("description", help) }
    }
  }

  fileprivate static func write(_ property: Property, to writer: inout JSONWriter) {
    property.schema.write(to: &writer, help: property.help)
  }
}

extension JSONWriter {
  /// The members of an object with `properties`.
  fileprivate mutating func properties(_ properties: [ToolSchema.Property]) {
    member("type", "object")
    guard !properties.isEmpty else { return }
    object("properties") { object in
      for property in properties {
        object.key(property.name)
        ToolSchema.write(property, to: &object)
      }
    }
    let required = properties.filter(\.isRequired)
    if !required.isEmpty { array("required", required) { $0.value($1.name) } }
  }

  /// The bounds that say something.
  fileprivate mutating func range(
    _ range: ClosedRange<Int>, _ lowest: String, _ highest: String
  ) {
    if range.lowerBound != 0 || lowest == "minimum" { member(lowest, range.lowerBound) }
    if range.upperBound != Int.max { member(highest, range.upperBound) }
  }
}

// MARK: - Reading

extension ToolSchema {
  /// `value` as its sender has meant it. Models, and clients on the way, write numbers and flags as texts, numbers where texts
  /// are expected, structures as JSON in a text, and null for what they leave out.
  func read(_ value: JSONTree) -> JSONTree {
    switch self {
    case .object(let properties), .document(let properties):
      return (value.written(as: \.isObject) ?? value).mappingMembers { member in
        guard let property = properties.first(where: { $0.name == member.name }) else {
          return member.value
        }
        let isLeftOut = member.value.isNull && !property.isRequired && !property.schema.hasNull
        return isLeftOut ? nil : property.schema.read(member.value)
      }
    case .map(let schema):
      return (value.written(as: \.isObject) ?? value).mappingMembers { schema.read($0.value) }
    case .array(let schema, _):
      let array = value.written { $0.elements != nil } ?? value
      return array.elements.map { JSONTree(elements: $0.map(schema.read)) } ?? value
    case .integer, .number: return value.written { $0.number != nil } ?? value
    case .flag: return value.written { $0.flag != nil } ?? value
    case .text:
      return value.number == nil ? value : .text(String(decoding: value.bytes, as: UTF8.self))
    case .orNull(let schema): return value.isNull ? value : schema.read(value)
    case .choice, .scalar, .any: return value
    }
  }

  /// Whether null is one of the values.
  private var hasNull: Bool {
    switch self {
    case .orNull, .any: true
    default: false
    }
  }
}

extension JSONTree {
  /// The value that this text is the JSON of, if it is as expected.
  fileprivate func written(as isExpected: (JSONTree) -> Bool) -> JSONTree? {
    guard let text = string,
      JSONDepth.firstPlace(deeperThan: IncomingLine.maximumDepth, in: Array(text.utf8)) == nil,
      let tree = try? JSONTree(parsing: text.utf8), isExpected(tree)
    else { return nil }
    return tree
  }

  fileprivate static func text(_ text: String) -> JSONTree {
    JSONTree(json: String(decoding: JSONWriter.encode { $0.value(text) }, as: UTF8.self)) ?? .null
  }
}

// MARK: - Checking

extension ToolSchema {
  /// What is wrong with `value`, a line for each problem, with JSON Pointers that begin with `pointer`.
  func problems(with value: JSONTree, at pointer: String = "") -> [String] {
    switch self {
    case .object(let properties):
      return Self.problems(with: value, of: properties, isClosed: true, at: pointer)
    case .document(let properties):
      return Self.problems(with: value, of: properties, isClosed: false, at: pointer)
    case .map(let schema):
      guard let members = value.members else { break }
      return members.flatMap {
        schema.problems(with: $0.value, at: "\(pointer)/\($0.name.escapedForPointer)")
      }
    case .array(let schema, let count):
      guard let elements = value.elements, count.contains(elements.count) else { break }
      return elements.enumerated().flatMap { schema.problems(with: $1, at: "\(pointer)/\($0)") }
    case .orNull(let schema): return value.isNull ? [] : schema.problems(with: value, at: pointer)
    case .text(let length):
      if let text = value.string, length.contains(text.unicodeScalars.count) { return [] }
    case .choice(let choices): if value.string.map(choices.contains) == true { return [] }
    case .integer(let range): if value.integer.map(range.contains) == true { return [] }
    case .number(let range): if value.number.map(range.contains) == true { return [] }
    case .flag: if value.flag != nil { return [] }
    case .scalar: if value.string != nil || value.number != nil || value.flag != nil { return [] }
    case .any: return []
    }
    return ["\(pointer): expected \(expectation), found \(value.finding)"]
  }

  private static func problems(
    with value: JSONTree, of properties: [Property], isClosed: Bool, at pointer: String
  ) -> [String] {
    guard let members = value.members else {
      return ["\(pointer): expected an object, found \(value.finding)"]
    }
    var problems: [String] = []
    for member in members {
      let place = "\(pointer)/\(member.name.escapedForPointer)"
      if let property = properties.first(where: { $0.name == member.name }) {
        problems += property.schema.problems(with: member.value, at: place)
      } else if isClosed {
        let known = properties.map(\.name).joined(separator: ", ")
        problems.append(
          "\(place): unknown; expected \(known.isEmpty ? "nothing" : "some of \(known)")"
        )
      }
    }
    for property in properties where property.isRequired && value[property.name] == nil {
      problems.append(
        "\(pointer)/\(property.name): expected \(property.schema.expectation), found nothing")
    }
    return problems
  }

  /// The form in words.
  private var expectation: String {
    switch self {
    case .text(let length):
      length.upperBound == Int.max
        ? "a text" : "a text of \(length.lowerBound) to \(length.upperBound) characters"
    case .choice(let choices): "one of \(choices.joined(separator: ", "))"
    case .integer(let range):
      range.upperBound == Int.max
        ? "a whole number from \(range.lowerBound)"
        : "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .number(let range):
      "a number from \(NumberText.shortest(range.lowerBound)) to "
        + NumberText.shortest(range.upperBound)
    case .flag: "true or false"
    case .scalar: "a text, a number, true or false"
    case .array(_, let count):
      count.upperBound == Int.max
        ? "an array" : "an array of \(count.lowerBound) to \(count.upperBound)"
    case .object, .map, .document: "an object"
    case .orNull(let schema): "\(schema.expectation), or null"
    case .any: "a value"
    }
  }
}
