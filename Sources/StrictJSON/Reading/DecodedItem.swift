/// What came of decoding one item of a list: a value, or what is wrong with it.
package protocol DecodedItem: Decodable {
  associatedtype Value: Sendable
  /// The value, if it has no problem.
  var value: Value? { get }
  /// The item's id, as far as it could be read.
  var id: Int? { get }
  /// What is wrong, with pointers relative to the item.
  var problems: [ContentProblem] { get }
  /// The names of fields that mean nothing here.
  var unknownFields: [String] { get }
}
