/// Where an entity's fields come from: a JSON object, or a row of a database.
///
/// A reader always answers, so that one pass meets every problem. What it could not read it notes
/// for itself and answers with a stand-in.
public protocol FieldReader {
  /// A positive whole number that identifies the item.
  mutating func identifier(_ name: String) -> Int
  /// Any whole number.
  mutating func integer(_ name: String) -> Int
  /// A whole number of at least 1.
  mutating func positiveInteger(_ name: String) -> Int
  /// A number from 0 to 5.
  mutating func rating(_ name: String) -> Double
  /// Text without NUL characters; may be empty.
  mutating func text(_ name: String) -> String
  /// An absolute http or https URL, kept as it is written.
  mutating func url(_ name: String) -> String
  /// A date and time with its zone.
  mutating func date(_ name: String) -> Timestamp
}

/// Where an entity's fields go: a JSON object, or a row of a database.
public protocol FieldWriter {
  mutating func integer(_ name: String, _ value: Int)
  mutating func number(_ name: String, _ value: Double)
  mutating func text(_ name: String, _ value: String)
}

extension FieldWriter {
  mutating func date(_ name: String, _ value: Timestamp) {
    text(name, value.text)
  }
}
