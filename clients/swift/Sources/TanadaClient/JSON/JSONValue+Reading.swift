public import Foundation
public import StrictJSON

extension JSONValue {
  /// The value that `data` has as its text, in UTF-8, read as strictly as the server reads.
  ///
  /// Foundation is not asked: before iOS 17 it reads some numbers into a double that is not the nearest one.
  ///
  /// - Throws: the place where the text ceases to be JSON; the first value that no `Double` and no text holds; or each
  ///   name that an object uses twice.
  public init(data: Data) throws(DocumentProblems) {
    try self.init(JSONTree(parsing: data), at: "")
  }

  private init(_ tree: JSONTree, at pointer: String) throws(DocumentProblems) {
    if let members = tree.members {
      var values = [String: JSONValue](minimumCapacity: members.count)
      for member in members {
        values[member.name] = try JSONValue(
          member.value, at: pointer + "/" + member.name.escapedForPointer)
      }
      self = .object(values)
    } else if let elements = tree.elements {
      var values: [JSONValue] = []
      values.reserveCapacity(elements.count)
      for (index, element) in elements.enumerated() {
        values.append(try JSONValue(element, at: "\(pointer)/\(index)"))
      }
      self = .array(values)
    } else if let text = tree.string {
      self = .string(text)
    } else if let integer = tree.integer {
      self.init(integer)
    } else if let number = tree.number {
      self = .number(number)
    } else if let flag = tree.flag {
      self = .bool(flag)
    } else if tree.isNull {
      self = .null
    } else {
      throw DocumentProblems([
        DocumentProblem(
          pointer: pointer, expected: .words("a text or a number that can be held"),
          found: tree.finding)
      ])
    }
  }
}
