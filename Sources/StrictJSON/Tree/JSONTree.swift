/// A JSON value as it was written: numbers and texts keep their bytes, objects the order of their
/// members.
package indirect enum JSONTree: Hashable, Sendable {
  /// A name and a value of an object.
  package struct Member: Hashable, Sendable {
    /// The name, without quotation marks and escapes.
    package let name: String
    package var value: JSONTree
    /// The name as it is written, with quotation marks.
    let writtenName: [UInt8]

    /// The member called `name`, which needs no escapes.
    package init(plain name: String, _ value: JSONTree) {
      self.init(name: name, writtenName: Array("\"\(name)\"".utf8), value: value)
    }

    init(name: String, writtenName: [UInt8], value: JSONTree) {
      self.name = name
      self.writtenName = writtenName
      self.value = value
    }
  }

  case object([Member])
  case array([JSONTree])
  /// Anything else, as it is written.
  case scalar([UInt8])

  /// JSON's null.
  package static let null = scalar(Array("null".utf8))

  /// A whole number.
  package static func integer(_ value: Int) -> JSONTree { scalar(Array(String(value).utf8)) }

  /// The value of an object's member `name`, if it has one.
  package subscript(name: String) -> JSONTree? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The elements, if this is an array.
  package var elements: [JSONTree]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The same object with `member` at its end. Anything else stays as it is.
  package func adding(_ member: Member) -> JSONTree {
    if case .object(let members) = self { .object(members + [member]) } else { self }
  }

  /// The value as JSON without white space.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .scalar(let written): bytes += written
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        element.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        bytes += member.writtenName
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }
}
