package import StrictJSON

/// Text for people, without NUL characters; it may be empty.
package struct TextField: FieldType {
  package static let name = "text"
  /// The longest `max_length`, in code points.
  static let lengths = 1...1_000_000

  /// The most code points; `nil` for any number.
  package let maximumLength: Int?

  package init(maximumLength: Int? = nil) {
    self.maximumLength = maximumLength
  }

  package init(readingRules definition: inout JSONFieldReader) {
    maximumLength =
      definition.hasValue("max_length") ? definition.integer("max_length", in: Self.lengths) : nil
  }

  package func writeRules(to definition: inout JSONWriter) {
    if let maximumLength { definition.member("max_length", maximumLength) }
  }

  package func includes(_ old: TextField) -> Bool {
    guard let maximumLength else { return true }
    return old.maximumLength.map { $0 <= maximumLength } ?? false
  }

  package var expectation: DocumentProblem.Expectation {
    maximumLength.map { .words("text of at most \($0) characters") } ?? .text
  }

  package func value(of json: JSONTree) throws(FieldMistake) -> FieldValue {
    guard let text = json.string else {
      throw FieldMistake(expected: expectation, found: json.finding)
    }
    // SQLite's text ends at NUL for many of its functions: refused rather than cut.
    guard !text.utf8.contains(0) else {
      throw FieldMistake(expected: .text, found: .textWithNUL)
    }
    guard accepts(text) else { throw FieldMistake(expected: expectation, found: .text(text)) }
    return .text(text)
  }

  package func value(of text: String) -> FieldValue? {
    !text.utf8.contains(0) && accepts(text) ? .text(text) : nil
  }

  package func value(stored: FieldValue) -> FieldValue? {
    if case .text(let text) = stored, accepts(text) { stored } else { nil }
  }

  private func accepts(_ text: String) -> Bool {
    guard let maximumLength else { return true }
    // Each code point has at least one byte.
    return text.utf8.count <= maximumLength || text.unicodeScalars.count <= maximumLength
  }

  package var example: FieldValue { .text(String("text".prefix(maximumLength ?? 4))) }

  package var schema: Schema {
    .text(pattern: "^[^\\u0000]*$", length: maximumLength.map { 0...$0 })
  }

  package var storage: FieldStorage { .text }
  package var constraints: [FieldConstraint] { maximumLength.map { [.length($0)] } ?? [] }
  package var isSearchable: Bool { true }
  package var canBeLocalized: Bool { true }
  package var compared: any FieldType { TextField() }
}

/// Absolute http and https URLs, and the paths of photos of the store, kept as they are written.
package struct URLField: FieldType {
  package static let name = "url"

  package init() {}
  package init(readingRules definition: inout JSONFieldReader) {}

  package var expectation: DocumentProblem.Expectation { .url }

  package func value(of text: String) -> FieldValue? {
    AbsoluteURL.isValid(text) || PhotoAddress.photo(atPath: text) != nil ? .text(text) : nil
  }

  /// Only writes are checked: stored addresses are read as they are.
  package func value(stored: FieldValue) -> FieldValue? {
    if case .text = stored { stored } else { nil }
  }

  package var example: FieldValue { .text("https://example.com/") }

  package var schema: Schema {
    .text(pattern: "\(AbsoluteURL.pattern)|^\(PhotoAddress.pattern)$", format: "uri-reference")
  }

  package var storage: FieldStorage { .text }
  package var canBeLocalized: Bool { true }
  package var compared: any FieldType { TextField() }
}

/// A text from a fixed list of choices.
///
/// Two ways to write the same letters are one choice within a definition, which cannot have both, and in what is
/// written and asked for, which takes the spelling of the definition. From one definition to the next they are two: items
/// have the former spelling, so that it stands in the way of the change like any choice that is removed.
package struct ChoiceField: FieldType {
  package static let name = "choice"
  /// The most choices of a field.
  static let maximumCount = 200
  /// The longest choice, in code points.
  static let maximumLength = 100

  /// The choices: at least one, each of them different.
  package let choices: [String]
  /// Whether a choice may be written as texts are compared: for filters.
  private var isCompared = false

  package init(_ choices: [String]) {
    self.choices = choices
  }

  package init(readingRules definition: inout JSONFieldReader) {
    let choices = definition.plainTexts("choices")
    self.choices = choices
    guard definition.problems.isEmpty else { return }
    if choices.isEmpty || choices.count > Self.maximumCount {
      definition.refuse(
        "choices", expected: .words("1 to \(Self.maximumCount) texts"),
        found: .number("\(choices.count)"))
    }
    var seen: Set<String> = []
    for (index, choice) in choices.enumerated() {
      let isValid =
        !choice.isEmpty && choice.unicodeScalars.count <= Self.maximumLength
        && !choice.unicodeScalars.contains { $0.properties.generalCategory == .control }
      if !isValid {
        definition.problems.append(
          at: "/choices/\(index)",
          expected: .words("1 to \(Self.maximumLength) characters"), found: .text(choice))
      } else if !seen.insert(choice).inserted {
        definition.problems.append(
          at: "/choices/\(index)", expected: .words("each choice once"),
          found: .text(choice))
      }
    }
  }

  package func writeRules(to definition: inout JSONWriter) {
    definition.array("choices", choices) { $0.value($1) }
  }

  package static func == (left: ChoiceField, right: ChoiceField) -> Bool {
    left.isCompared == right.isCompared
      && left.choices.map(\.exact) == right.choices.map(\.exact)
  }

  package func includes(_ old: ChoiceField) -> Bool {
    Set(choices.map(\.exact)).isSuperset(of: old.choices.map(\.exact))
  }

  package var expectation: DocumentProblem.Expectation { .oneOf(choices) }

  /// The choice as the definition writes it: `text` may write the same letters with other characters.
  package func value(of text: String) -> FieldValue? {
    if let choice = choices.first(where: { $0 == text }) { return .text(choice) }
    guard isCompared else { return nil }
    let folded = TextFolding.fold(text)
    let alike = choices.filter { TextFolding.fold($0) == folded }
    return alike.count == 1 ? .text(alike[0]) : nil
  }

  package var example: FieldValue { .text(choices.first ?? "") }

  package var schema: Schema { .oneText(of: choices) }

  package var storage: FieldStorage { .text }
  package var constraints: [FieldConstraint] { [.oneOf(choices)] }
  package var compared: any FieldType {
    var type = self
    type.isCompared = true
    return type
  }
}

/// Dates and times with their zones.
package struct DateField: FieldType {
  package static let name = "date"

  package init() {}
  package init(readingRules definition: inout JSONFieldReader) {}

  package var expectation: DocumentProblem.Expectation { .date }

  package func value(of text: String) -> FieldValue? { Timestamp(text).map { .date($0) } }

  package var example: FieldValue { .date(Timestamp(millisecondsSince1970: 0)) }

  package var schema: Schema { .moment }

  package var storage: FieldStorage { .date }
}

/// Photos of the store, by their ids.
package struct PhotoField: FieldType {
  package static let name = "photo"

  package init() {}
  package init(readingRules definition: inout JSONFieldReader) {}

  package var expectation: DocumentProblem.Expectation { .words("the id of a photo") }

  package func value(of text: String) -> FieldValue? {
    PhotoID(text).map { .text($0.description) }
  }

  package var example: FieldValue { .text(String(repeating: "0", count: PhotoID.length)) }

  package var schema: Schema { .photoID.described("The id of a photo.") }

  package var storage: FieldStorage { .text }
  package var isOrdered: Bool { false }
  package var constraints: [FieldConstraint] { [.length(PhotoID.length)] }
  package var referent: FieldReferent? { .photo }
  package var canBeLocalized: Bool { true }
}
