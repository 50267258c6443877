package import StrictJSON

/// Lists of values of another type.
///
/// The rules of the elements stand beside those of the list:
/// `{"type":"list","of":"choice","choices":["wifi","terrace"],"max_items":8}`.
package struct ListField: FieldType {
  package static let name = "list"
  /// The most elements that a list can have.
  static let counts = 1...1_000

  /// The type of the elements.
  package let element: any FieldType
  /// The most elements.
  package let maximumCount: Int

  package init(of element: any FieldType, maximumCount: Int = Self.counts.upperBound) {
    self.element = element
    self.maximumCount = maximumCount
  }

  package init(readingRules definition: inout JSONFieldReader) {
    element =
      definition.fieldType("of", among: FieldTypes.ofElements)?.init(readingRules: &definition)
      ?? TextField()
    maximumCount =
      definition.hasValue("max_items")
      ? definition.integer("max_items", in: Self.counts) : Self.counts.upperBound
  }

  package func writeRules(to definition: inout JSONWriter) {
    definition.member("of", type(of: element).name)
    element.writeRules(to: &definition)
    if maximumCount < Self.counts.upperBound { definition.member("max_items", maximumCount) }
  }

  package static func == (left: ListField, right: ListField) -> Bool {
    left.maximumCount == right.maximumCount && left.element.isEqual(to: right.element)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(maximumCount)
    element.hash(into: &hasher)
  }

  package func includes(_ old: ListField) -> Bool {
    maximumCount >= old.maximumCount && element.includes(any: old.element)
  }

  package var expectation: DocumentProblem.Expectation {
    .words("an array of at most \(maximumCount) values")
  }

  package func value(of json: JSONTree) throws(FieldMistake) -> FieldValue {
    guard let elements = json.elements, elements.count <= maximumCount else {
      throw FieldMistake(
        expected: expectation,
        found: json.elements.map { .malformed("\($0.count) values") } ?? json.finding)
    }
    var values: [FieldValue] = []
    for (index, json) in elements.enumerated() {
      do throws(FieldMistake) {
        guard !json.isNull else {
          throw FieldMistake(expected: element.expectation, found: .null)
        }
        values.append(try element.value(of: json))
      } catch {
        throw FieldMistake(
          pointer: "/\(index)\(error.pointer)", expected: error.expected, found: error.found)
      }
    }
    return .list(values)
  }

  /// A JSON array, as tables have it. A filter compares one element: see ``compared``.
  package func value(of text: String) -> FieldValue? {
    guard let json = try? JSONTree(parsing: Array(text.utf8)) else { return nil }
    return try? value(of: json)
  }

  package func value(stored: FieldValue) -> FieldValue? {
    guard case .text(let text) = stored else { return nil }
    return JSONTree(json: text).flatMap { value(stored: $0) }
  }

  package func value(stored json: JSONTree) -> FieldValue? {
    guard let elements = json.elements, elements.count <= maximumCount else { return nil }
    let values = elements.compactMap { element.value(stored: $0) }
    return values.count == elements.count ? .list(values) : nil
  }

  package var example: FieldValue { .list([element.example]) }

  package var schema: Schema { .array(of: element.schema, count: 0...maximumCount) }

  package var storage: FieldStorage { .list }
  package var constraints: [FieldConstraint] { [.count(maximumCount)] }
  package var isSearchable: Bool { element.isSearchable }
  package var isOrdered: Bool { false }
  package var compared: any FieldType { element.compared }
  package var canBeLocalized: Bool { element is TextField }
}

extension FieldType {
  /// Whether `other` is the same type with the same rules.
  func isEqual(to other: any FieldType) -> Bool { (other as? Self) == self }

  /// Whether `old` is of the same type, and every value of it is also a value of this.
  func includes(any old: any FieldType) -> Bool { (old as? Self).map(includes) ?? false }
}

extension JSONFieldReader {
  /// Returns the one of `types` that the field names; notes a problem and returns `nil` if there is
  /// none.
  mutating func fieldType(
    _ name: String, among types: [any FieldType.Type]
  ) -> (any FieldType.Type)? {
    let type = tree(name)?.string.flatMap { text in types.first { $0.name == text } }
    if type == nil { refuse(name, expected: .oneOf(types.map { $0.name })) }
    return type
  }

  /// The texts of an array.
  mutating func plainTexts(_ name: String) -> [String] {
    guard let elements = tree(name)?.elements else {
      refuse(name, expected: .words("an array of texts"))
      return []
    }
    return elements.enumerated().compactMap { index, element in
      if let text = element.string { return text }
      problems.append(at: "/\(name)/\(index)", expected: .text, found: element.finding)
      return nil
    }
  }
}
