import FeedModel
import StrictJSON

extension Schema {
  /// A text that says something, of a usual length.
  static let line = Schema.text(length: 1...200)
  /// A number that counts from 1.
  static let number1 = Schema.integer(SafeInteger.identifiers)
  static let count = Schema.integer(0...Int.max)
  /// A text, a number or a flag.
  static let scalar = Schema.any(of: [.text(), .number(), .boolean])

  /// `value` as its sender meant it. Models, and clients on the way, write numbers and flags as texts, numbers where texts
  /// are expected, structures as JSON in a text, and null for what they leave out.
  func read(_ value: JSONTree) -> JSONTree {
    switch form {
    case .object(let object):
      return (value.written(as: \.isObject) ?? value).mappingMembers { member in
        guard let property = object.properties.first(where: { $0.name == member.name }) else {
          return member.value
        }
        let isLeftOut = member.value.isNull && !property.isRequired && !property.schema.allowsNull
        return isLeftOut ? nil : property.schema.read(member.value)
      }
    case .map(let schema):
      return (value.written(as: \.isObject) ?? value).mappingMembers { schema.read($0.value) }
    case .array(let schema, _):
      let array = value.written { $0.elements != nil } ?? value
      return array.elements.map { JSONTree(elements: $0.map(schema.read)) } ?? value
    case .integer, .number: return value.written { $0.number != nil } ?? value
    case .boolean: return value.written { $0.flag != nil } ?? value
    case .text:
      return value.number == nil ? value : .text(String(decoding: value.bytes, as: UTF8.self))
    case .any(let schemas) where isNullable && schemas.count == 2:
      return value.isNull ? value : schemas[0].read(value)
    default: return value
    }
  }

  private var allowsNull: Bool { isNullable || self == .anything }
}

extension JSONTree {
  /// The value that this text is the JSON of, if it is as expected.
  fileprivate func written(as isExpected: (JSONTree) -> Bool) -> JSONTree? {
    guard let text = string,
      JSONDepth.firstPlace(deeperThan: IncomingMessage.maximumDepth, in: Array(text.utf8)) == nil,
      let tree = try? JSONTree(parsing: text.utf8), isExpected(tree)
    else { return nil }
    return tree
  }

  fileprivate static func text(_ text: String) -> JSONTree {
    JSONTree(json: String(decoding: JSONWriter.encode { $0.value(text) }, as: UTF8.self)) ?? .null
  }
}
