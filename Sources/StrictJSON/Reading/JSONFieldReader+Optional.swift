/// Fields that may be missing, and fields whose text means something.
extension JSONFieldReader {
  /// Yes or no; `standIn` where the field is missing.
  package mutating func flag(_ name: String, or standIn: Bool) -> Bool {
    contains(name) ? flag(name) : standIn
  }

  /// What `accept` makes of the text of a field; `nil` and a problem if that is nothing.
  package mutating func value<Value>(
    _ name: String, expected: ContentProblem.Expectation, _ accept: (String) -> Value?
  ) -> Value? {
    let problemCount = problems.count
    let text = text(name)
    guard problems.count == problemCount else { return nil }
    let value = accept(text)
    if value == nil { refuse(name, expected: expected, found: .text(text)) }
    return value
  }
}
