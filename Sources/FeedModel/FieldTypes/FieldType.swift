package import StrictJSON

/// The type of a field with its rules: which values it may hold.
///
/// Everything that is done with a field follows from here: definitions, JSON, CSV, stored columns,
/// filters and OpenAPI. A new type is a file in this folder and a line in ``FieldTypes``.
package protocol FieldType: Hashable, Sendable {
  /// The `type` in definitions.
  static var name: String { get }

  // MARK: Definitions

  /// Takes the rules from a field's definition; what is wrong with them is noted there.
  init(readingRules definition: inout JSONFieldReader)
  /// Writes the rules as members of a field's definition.
  func writeRules(to definition: inout JSONWriter)
  /// Whether every value of `old` is also a value of this type.
  func includes(_ old: Self) -> Bool

  // MARK: Values

  /// The description of the values in a problem that expects one.
  var expectation: DocumentProblem.Expectation { get }
  /// The value that `json`, which is not null, has.
  func value(of json: JSONTree) throws(FieldMistake) -> FieldValue
  /// The value that `text`, which ``FieldValue/plainText`` or a filter writes, has; `nil` for none.
  func value(of text: String) -> FieldValue?
  /// The value that `text`, a cell of a table as a spreadsheet writes it, has.
  func value(ofCell text: String) throws(FieldMistake) -> FieldValue
  /// The value that `json`, an element of a stored list or a stored default, has; `nil` if it breaks the rules.
  func value(stored json: JSONTree) -> FieldValue?
  /// The value of a column, which holds integers, numbers and text; `nil` if it breaks the rules.
  func value(stored: FieldValue) -> FieldValue?
  /// A value that a placeholder item has.
  var example: FieldValue { get }
  /// The schema of the values as they are written.
  var schema: Schema { get }

  // MARK: Stores

  /// How values are stored and compared.
  var storage: FieldStorage { get }
  /// The constraints that stores check of each value.
  var constraints: [FieldConstraint] { get }
  /// The referent of the values, which has to exist; `nil` for values that stand for themselves.
  var referent: FieldReferent? { get }
  /// Whether the values are texts that are searched.
  var isSearchable: Bool { get }
  /// Whether filters ask which of two values is less. Otherwise they ask whether a value is equal to theirs, or a list
  /// contains theirs.
  var isOrdered: Bool { get }
  /// Whether fields of the type may hold a value for each locale.
  var canBeLocalized: Bool { get }
  /// The type of the values that filters compare with: this type without its rules.
  var compared: any FieldType { get }
}

extension FieldType {
  package var referent: FieldReferent? { nil }
  package var isSearchable: Bool { false }
  package var isOrdered: Bool { true }
  package var compared: any FieldType { self }
  package var canBeLocalized: Bool { false }
  package var constraints: [FieldConstraint] { [] }
  // A type without rules of its own.
  package func writeRules(to definition: inout JSONWriter) {}
  package func includes(_ old: Self) -> Bool { true }

  /// The value of a text, for types whose values are written as texts.
  package func value(of json: JSONTree) throws(FieldMistake) -> FieldValue {
    guard let value = json.string.flatMap({ value(of: $0) }) else {
      throw FieldMistake(expected: expectation, found: json.finding)
    }
    return value
  }

  package func value(stored json: JSONTree) -> FieldValue? { try? value(of: json) }

  package func value(stored: FieldValue) -> FieldValue? {
    if case .text(let text) = stored { value(of: text) } else { nil }
  }

  package func value(ofCell text: String) throws(FieldMistake) -> FieldValue {
    guard let value = value(of: text) else {
      throw FieldMistake(expected: expectation, foundInCell: text)
    }
    return value
  }

  /// The kind whose items the values refer to; `nil` for other values.
  package var referencedKind: String? {
    if case .item(let kind)? = referent { kind } else { nil }
  }
}

/// The referent of a field whose values are ids.
package enum FieldReferent: Hashable, Sendable {
  /// Items of a kind.
  case item(kind: String)
  case photo
}

/// How stores keep a value.
package enum FieldStorage: Hashable, Sendable {
  /// Whole numbers; true is 1, false 0.
  case integer
  case number
  case text
  /// Moments as they are written, compared as moments.
  case date
  /// Lists as JSON arrays.
  case list
}

/// A rule that a store can check without knowing types.
package enum FieldConstraint: Hashable, Sendable {
  /// Numbers from one bound to another.
  case range(minimum: FieldValue?, maximum: FieldValue?)
  /// Text of at most so many code points.
  case length(Int)
  /// One of these texts.
  case oneOf([String])
  /// Lists of at most so many elements.
  case count(Int)
}

/// Why JSON is not a value of a field.
package struct FieldMistake: Error {
  /// The place below the field: `/3` in a list.
  package var pointer = ""
  package let expected: DocumentProblem.Expectation
  package let found: DocumentProblem.Finding

  package init(
    pointer: String = "", expected: DocumentProblem.Expectation, found: DocumentProblem.Finding
  ) {
    self.pointer = pointer
    self.expected = expected
    self.found = found
  }

  /// The mistake of a cell with `text`.
  init(expected: DocumentProblem.Expectation, foundInCell text: String) {
    self.init(
      expected: expected,
      found: text.utf8.contains(0)
        ? .textWithNUL : text.allSatisfy(\.isWhitespace) ? .nothing : .text(text))
  }
}

/// All types, by the names that definitions use.
package enum FieldTypes {
  package static let all: [any FieldType.Type] = [
    IntegerField.self, NumberField.self, BooleanField.self, TextField.self, URLField.self,
    DateField.self, ChoiceField.self, ListField.self, ReferenceField.self, PhotoField.self,
  ]

  /// The types that the elements of a list can have.
  package static let ofElements: [any FieldType.Type] = all.filter {
    $0 != ListField.self && $0 != ReferenceField.self && $0 != PhotoField.self
  }
}
