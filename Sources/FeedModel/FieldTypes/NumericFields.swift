package import StrictJSON

/// Whole numbers, of which new values are within ``SafeInteger``.
package struct IntegerField: FieldType {
  package static let name = "integer"

  /// The bounds, both included.
  package let range: ClosedRange<Int>

  /// The bounds of new values; `nil` for a field of a former version that has none.
  var bounds: ClosedRange<Int>? {
    range.overlaps(SafeInteger.range) ? range.clamped(to: SafeInteger.range) : nil
  }

  package init(_ range: ClosedRange<Int> = .min ... .max) {
    self.range = range
  }

  package init(readingRules definition: inout JSONFieldReader) {
    let minimum = definition.hasValue("minimum") ? definition.integer("minimum") : .min
    let maximum = definition.hasValue("maximum") ? definition.integer("maximum") : .max
    range = definition.range(minimum, maximum)
  }

  package func writeRules(to definition: inout JSONWriter) {
    if range.lowerBound > .min { definition.member("minimum", range.lowerBound) }
    if range.upperBound < .max { definition.member("maximum", range.upperBound) }
  }

  package func includes(_ old: IntegerField) -> Bool {
    range.lowerBound <= old.range.lowerBound && old.range.upperBound <= range.upperBound
  }

  package var expectation: DocumentProblem.Expectation {
    switch (range.lowerBound, range.upperBound) {
    case (.min, .max): .integer
    case (1, .max): .positiveInteger
    case (let lower, .max): .words("a whole number of at least \(lower)")
    case (.min, let upper): .words("a whole number of at most \(upper)")
    case (let lower, let upper): .wholeNumber(in: lower...upper)
    }
  }

  package func value(of json: JSONTree) throws(FieldMistake) -> FieldValue {
    guard let value = bounds.flatMap({ json.integer(in: $0) }) else {
      throw FieldMistake(
        expected: json.expectation(in: bounds ?? SafeInteger.range, expectation),
        found: json.finding)
    }
    return .integer(value)
  }

  package func value(of text: String) -> FieldValue? {
    Int(text).flatMap { range.contains($0) ? .integer($0) : nil }
  }

  package func value(stored json: JSONTree) -> FieldValue? {
    json.integer(in: range).map { .integer($0) }
  }

  package func value(stored: FieldValue) -> FieldValue? {
    if case .integer(let value) = stored, range.contains(value) { stored } else { nil }
  }

  package var example: FieldValue { .integer(min(max(1, range.lowerBound), range.upperBound)) }

  package var schema: Schema { .integer(bounds ?? SafeInteger.range) }

  package var storage: FieldStorage { .integer }
  package var compared: any FieldType { IntegerField() }

  package var constraints: [FieldConstraint] {
    guard range != .min ... .max else { return [] }
    return [
      .range(
        minimum: range.lowerBound > .min ? .integer(range.lowerBound) : nil,
        maximum: range.upperBound < .max ? .integer(range.upperBound) : nil)
    ]
  }
}

/// Numbers, whole or not.
package struct NumberField: FieldType {
  package static let name = "number"

  /// The bounds, both included.
  package let range: ClosedRange<Double>
  private static let finite =
    -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude

  package init(_ range: ClosedRange<Double>? = nil) {
    self.range = range ?? Self.finite
  }

  package init(readingRules definition: inout JSONFieldReader) {
    let minimum =
      definition.hasValue("minimum") ? definition.number("minimum") : Self.finite.lowerBound
    let maximum =
      definition.hasValue("maximum") ? definition.number("maximum") : Self.finite.upperBound
    range = definition.range(minimum, maximum)
  }

  package func writeRules(to definition: inout JSONWriter) {
    if let minimum { definition.member("minimum", minimum) }
    if let maximum { definition.member("maximum", maximum) }
  }

  private var minimum: Double? {
    range.lowerBound > Self.finite.lowerBound ? range.lowerBound : nil
  }
  private var maximum: Double? {
    range.upperBound < Self.finite.upperBound ? range.upperBound : nil
  }

  package func includes(_ old: NumberField) -> Bool {
    range.lowerBound <= old.range.lowerBound && old.range.upperBound <= range.upperBound
  }

  package var expectation: DocumentProblem.Expectation {
    switch (minimum, maximum) {
    case (nil, nil): .number
    case (let lower?, nil): .words("a number of at least \(NumberText.shortest(lower))")
    case (nil, let upper?): .words("a number of at most \(NumberText.shortest(upper))")
    case (let lower?, let upper?):
      .words("a number from \(NumberText.shortest(lower)) to \(NumberText.shortest(upper))")
    }
  }

  package func value(of json: JSONTree) throws(FieldMistake) -> FieldValue {
    guard let value = json.number, range.contains(value) else {
      throw FieldMistake(expected: expectation, found: json.finding)
    }
    return .number(value)
  }

  /// Without what Swift reads beside plain numbers, such as nan and 0x1p1, and what is too small to be told from 0.
  package func value(of text: String) -> FieldValue? {
    guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }),
      let value = Double(text), value.isFinite, range.contains(value)
    else { return nil }
    let digits = text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }
    if value == 0, digits.contains(where: { $0 > UInt8(ascii: "0") }) { return nil }
    return .number(value)
  }

  package func value(stored: FieldValue) -> FieldValue? {
    guard let value = stored.double, range.contains(value) else { return nil }
    return .number(value)
  }

  package var example: FieldValue { .number(min(max(0, range.lowerBound), range.upperBound)) }

  package var schema: Schema { .number(minimum == nil && maximum == nil ? nil : range) }

  package var storage: FieldStorage { .number }
  package var compared: any FieldType { NumberField() }

  package var constraints: [FieldConstraint] {
    guard minimum != nil || maximum != nil else { return [] }
    return [.range(minimum: minimum.map { .number($0) }, maximum: maximum.map { .number($0) })]
  }
}

/// True or false.
package struct BooleanField: FieldType {
  package static let name = "boolean"

  package init() {}
  package init(readingRules definition: inout JSONFieldReader) {}

  package var expectation: DocumentProblem.Expectation { .flag }

  package func value(of json: JSONTree) throws(FieldMistake) -> FieldValue {
    guard let flag = json.flag else {
      throw FieldMistake(expected: expectation, found: json.finding)
    }
    return .boolean(flag)
  }

  package func value(of text: String) -> FieldValue? { Bool(text).map { .boolean($0) } }

  package func value(stored: FieldValue) -> FieldValue? {
    switch stored {
    case .integer(0): .boolean(false)
    case .integer(1): .boolean(true)
    default: nil
    }
  }

  package var example: FieldValue { .boolean(false) }
  package var schema: Schema { .boolean }
  package var storage: FieldStorage { .integer }
  package var constraints: [FieldConstraint] {
    [.range(minimum: .integer(0), maximum: .integer(1))]
  }
  package var isOrdered: Bool { false }
}

/// The items of another kind, by their ids.
package struct ReferenceField: FieldType {
  package static let name = "reference"

  /// The kind of the items.
  package let kind: String

  package init(_ kind: String) {
    self.kind = kind
  }

  package init(readingRules definition: inout JSONFieldReader) {
    kind = definition.text("kind")
  }

  package func writeRules(to definition: inout JSONWriter) { definition.member("kind", kind) }
  package func includes(_ old: ReferenceField) -> Bool { kind == old.kind }

  static let ids = IntegerField(1...Int.max)

  package var expectation: DocumentProblem.Expectation { .words("the id of an item of \(kind)") }

  package func value(of json: JSONTree) throws(FieldMistake) -> FieldValue {
    do throws(FieldMistake) {
      return try Self.ids.value(of: json)
    } catch {
      throw inWords(error)
    }
  }

  /// `mistake` of an id in the words of this field, unless it says the bounds.
  func inWords(_ mistake: FieldMistake) -> FieldMistake {
    FieldMistake(
      expected: mistake.expected == Self.ids.expectation ? expectation : mistake.expected,
      found: mistake.found)
  }

  package func value(of text: String) -> FieldValue? { Self.ids.value(of: text) }
  package func value(stored: FieldValue) -> FieldValue? { Self.ids.value(stored: stored) }
  package var example: FieldValue { .integer(1) }
  package var schema: Schema { Self.ids.schema.described("The id of an item of \(kind).") }
  package var storage: FieldStorage { .integer }
  package var constraints: [FieldConstraint] { Self.ids.constraints }
  package var referent: FieldReferent? { .item(kind: kind) }
}

extension JSONFieldReader {
  /// The range between two bounds; one that is empty is refused.
  fileprivate mutating func range<Bound: Comparable>(
    _ minimum: Bound, _ maximum: Bound
  ) -> ClosedRange<Bound> {
    guard minimum <= maximum else {
      refuse("maximum", expected: .words("at least the minimum"))
      return minimum...minimum
    }
    return minimum...maximum
  }
}
