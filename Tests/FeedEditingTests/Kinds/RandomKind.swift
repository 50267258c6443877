import FeedModel
import Foundation
import StrictJSON
import TestSupport

/// A kind whose definition and items change at random, as a test believes them to be.
struct RandomKind {
  /// A field in the words of a definition.
  struct Field {
    var name: String
    var type: String
    var isNullable = false
    var defaultValue: JSONText?
    var minimum = 0
    var maximum = 100
    var maximumLength: Int?
    var choices: [String] = []
    var elementType = "text"
    var maximumCount = 8
    var formerName: String?
  }

  /// A JSON value as it is written.
  typealias JSONText = String

  let name: String
  var fields: [Field]
  /// The values of the items by field, as JSON.
  var items: [Int: [String: JSONText]] = [:]
  var random: SeededGenerator
  private var nextName = 0

  init(name: String, seed: UInt64) {
    self.name = name
    random = SeededGenerator(seed: seed)
    fields = []
    for _ in 0..<Int.random(in: 1...5, using: &random) { fields.append(newField(isRequired: true)) }
  }

  /// The definition as JSON.
  var definition: JSONTree {
    get throws {
      let members = fields.map { field in
        var text = "{\"name\":\"\(field.name)\",\"type\":\"\(field.type)\""
        switch field.type {
        case "integer", "number":
          text += ",\"minimum\":\(field.minimum),\"maximum\":\(field.maximum)"
        case "text": if let length = field.maximumLength { text += ",\"max_length\":\(length)" }
        case "choice": text += ",\"choices\":[\(Self.list(field.choices))]"
        case "list":
          text += ",\"of\":\"\(field.elementType)\",\"max_items\":\(field.maximumCount)"
        default: break
        }
        if field.isNullable { text += ",\"required\":false" }
        if let value = field.defaultValue { text += ",\"default\":\(value)" }
        if let name = field.formerName { text += ",\"renamed_from\":\"\(name)\"" }
        return text + "}"
      }
      return try JSONTree(
        parsing: Array(
          "{\"kind\":\"\(name)\",\"fields\":[\(members.joined(separator: ","))]}".utf8))
    }
  }

  /// An item as JSON.
  func json(_ id: Int) -> JSONText {
    let members = fields.map { "\"\($0.name)\":\(items[id]?[$0.name] ?? "null")" }
    return "{\"id\":\(id)\(members.map { "," + $0 }.joined())}"
  }

  // MARK: Items

  /// A new item or new values for an old one.
  mutating func writeItem() -> Int {
    let id = Int.random(in: 1...40, using: &random)
    var values: [String: JSONText] = [:]
    for field in fields { values[field.name] = value(of: field) }
    items[id] = values
    return id
  }

  /// A value that `field` allows, as tanada writes it.
  private mutating func value(of field: Field) -> JSONText {
    if field.isNullable, Int.random(in: 0..<3, using: &random) == 0 { return "null" }
    switch field.type {
    case "integer": return "\(Int.random(in: field.minimum...field.maximum, using: &random))"
    case "number":
      let whole = Int.random(in: field.minimum * 4...field.maximum * 4, using: &random)
      return NumberText.shortest(Double(whole) / 4)
    case "boolean": return Bool.random(using: &random) ? "true" : "false"
    case "text": return "\"\(text(atMost: field.maximumLength ?? 30))\""
    case "url": return "\"https://example.com/\(Int.random(in: 0..<9, using: &random))\""
    case "date":
      let day = Int.random(in: 10...28, using: &random)
      return "\"2026-0\(Int.random(in: 1...9, using: &random))-\(day)T12:30:00.000+0900\""
    case "choice": return "\"\(field.choices.randomElement(using: &random) ?? "")\""
    default:
      let count = Int.random(in: 0...field.maximumCount, using: &random)
      var element = Field(name: "", type: field.elementType)
      element.maximumLength = 6
      var elements: [JSONText] = []
      for _ in 0..<count { elements.append(value(of: element)) }
      return "[\(elements.joined(separator: ","))]"
    }
  }

  private mutating func text(atMost length: Int) -> String {
    let words = ["海", "'; DROP TABLE kinds; --", "coffee", "猫", "null", "a", "%_"]
    var text = ""
    while text.unicodeScalars.count < length, Int.random(in: 0..<4, using: &random) > 0 {
      text += words.randomElement(using: &random) ?? ""
    }
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(length)))
  }

  // MARK: Changes of the definition

  /// A change and what it means to the items that are there, if it is accepted.
  struct Change {
    var kind: RandomKind
    /// The fields whose values are lost.
    var removed: [String] = []
    /// The items that stand against it.
    var conflicts: Set<Int> = []
  }

  /// Some change of the definition.
  mutating func change() -> Change {
    var change = Change(kind: self)
    guard let index = fields.indices.randomElement(using: &random) else { return change }
    let field = fields[index]
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      let isRequired = Int.random(in: 0..<4, using: &random) == 0
      let field = newField(isRequired: isRequired)
      change.kind.fields.insert(field, at: index)
      for id in items.keys { change.kind.items[id]?[field.name] = field.defaultValue ?? "null" }
      if field.defaultValue == nil, !field.isNullable { change.conflicts = Set(items.keys) }
    case 1:
      change.kind.fields[index] = widened(field)
    case 2:
      let narrow = narrowed(field)
      change.kind.fields[index] = narrow
      change.conflicts = Set(
        items.filter { !Self.allows($0.value[field.name] ?? "null", narrow) }.keys)
    case 3:
      change.kind.nextName += 1
      let name = "renamed_\(change.kind.nextName)"
      change.kind.fields[index].name = name
      change.kind.fields[index].formerName = field.name
      for id in items.keys {
        change.kind.items[id]?[name] = items[id]?[field.name]
        change.kind.items[id]?[field.name] = nil
      }
    case 4 where fields.count > 1:
      change.kind.fields.remove(at: index)
      change.removed = [field.name]
      change.conflicts = Set(items.filter { $0.value[field.name] != "null" }.keys)
      for id in items.keys { change.kind.items[id]?[field.name] = nil }
    default:
      change.kind.fields.shuffle(using: &random)
    }
    change.kind.random = random
    change.kind.nextName = max(nextName, change.kind.nextName)
    return change
  }

  private mutating func newField(isRequired: Bool) -> Field {
    nextName += 1
    let types = ["integer", "number", "boolean", "text", "url", "date", "choice", "list"]
    let type = types.randomElement(using: &random) ?? "text"
    var field = Field(name: "field_\(nextName)", type: type)
    if type == "text" { field.maximumLength = Bool.random(using: &random) ? 20 : nil }
    if type == "choice" { field.choices = ["it's", "b\\\"c", "選択"] }
    if type == "list" {
      field.elementType = ["text", "integer", "boolean"].randomElement(using: &random) ?? "text"
    }
    guard !isRequired else { return field }
    if Bool.random(using: &random) {
      field.defaultValue = value(of: field)
    } else {
      field.isNullable = true
    }
    return field
  }

  private mutating func widened(_ field: Field) -> Field {
    var field = field
    field.maximum += Int.random(in: 0...50, using: &random)
    field.minimum -= Int.random(in: 0...50, using: &random)
    field.maximumLength = field.maximumLength.map { $0 + 5 }
    if field.type == "choice" { field.choices.append("choice \(field.choices.count)") }
    field.maximumCount += 1
    if Bool.random(using: &random) { field.isNullable = true }
    return field
  }

  private mutating func narrowed(_ field: Field) -> Field {
    var field = field
    let middle = (field.minimum + field.maximum) / 2
    field.maximum = Int.random(in: middle...field.maximum, using: &random)
    field.maximumLength = Int.random(in: 1...30, using: &random)
    if field.choices.count > 1 { field.choices.removeLast() }
    if field.maximumCount > 1 { field.maximumCount -= 1 }
    if Bool.random(using: &random) { field.isNullable = false }
    // A default has to keep its own rule.
    field.defaultValue = nil
    return field
  }

  /// Whether `field` allows a value that another form of it allowed: an independent reading of the rules.
  private static func allows(_ value: JSONText, _ field: Field) -> Bool {
    guard value != "null" else { return field.isNullable }
    guard let tree = try? JSONTree(parsing: Array(value.utf8)) else { return false }
    switch field.type {
    case "integer", "number":
      let number = tree.number ?? .infinity
      return Double(field.minimum) <= number && number <= Double(field.maximum)
    case "text":
      return (tree.string ?? "").unicodeScalars.count <= field.maximumLength ?? .max
    case "choice":
      return list(field.choices).contains(value)
    case "list": return (tree.elements ?? []).count <= field.maximumCount
    default: return true
    }
  }

  private static func list(_ texts: [String]) -> String {
    texts.map { "\"\($0)\"" }.joined(separator: ",")
  }
}
