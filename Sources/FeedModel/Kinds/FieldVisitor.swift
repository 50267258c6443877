/// What an entity shows its fields to, each by the rule that its values keep. A reader fills them, a
/// writer takes them, and others learn what fields there are.
public protocol FieldVisitor {
  /// A positive whole number that identifies the item.
  mutating func identifier(_ name: String, _ value: inout Int)
  /// Any whole number.
  mutating func integer(_ name: String, _ value: inout Int)
  /// A whole number of at least 1.
  mutating func positiveInteger(_ name: String, _ value: inout Int)
  /// A number from 0 to 5.
  mutating func rating(_ name: String, _ value: inout Double)
  /// Text without NUL characters; may be empty.
  mutating func text(_ name: String, _ value: inout String)
  /// An absolute http or https URL, kept as it is written.
  mutating func url(_ name: String, _ value: inout String)
  /// A date and time with its zone.
  mutating func date(_ name: String, _ value: inout Timestamp)
}

/// Where an entity's fields come from: a JSON object, a row of a table or of a database.
///
/// A reader always answers, so that one pass meets every problem. What it could not read it notes
/// for itself and answers with a stand-in.
public protocol FieldReader: FieldVisitor {
  mutating func identifier(_ name: String) -> Int
  mutating func integer(_ name: String) -> Int
  mutating func positiveInteger(_ name: String) -> Int
  mutating func rating(_ name: String) -> Double
  mutating func text(_ name: String) -> String
  mutating func url(_ name: String) -> String
  mutating func date(_ name: String) -> Timestamp
}

extension FieldReader {
  public mutating func identifier(_ name: String, _ value: inout Int) { value = identifier(name) }
  public mutating func integer(_ name: String, _ value: inout Int) { value = integer(name) }
  public mutating func positiveInteger(_ name: String, _ value: inout Int) {
    value = positiveInteger(name)
  }
  public mutating func rating(_ name: String, _ value: inout Double) { value = rating(name) }
  public mutating func text(_ name: String, _ value: inout String) { value = text(name) }
  public mutating func url(_ name: String, _ value: inout String) { value = url(name) }
  public mutating func date(_ name: String, _ value: inout Timestamp) { value = date(name) }
}

/// Where an entity's fields go: a JSON object, a row of a table or of a database.
public protocol FieldWriter: FieldVisitor {
  mutating func integer(_ name: String, _ value: Int)
  mutating func number(_ name: String, _ value: Double)
  mutating func text(_ name: String, _ value: String)
}

extension FieldWriter {
  public mutating func identifier(_ name: String, _ value: inout Int) { integer(name, value) }
  public mutating func integer(_ name: String, _ value: inout Int) { integer(name, value) }
  public mutating func positiveInteger(_ name: String, _ value: inout Int) { integer(name, value) }
  public mutating func rating(_ name: String, _ value: inout Double) { number(name, value) }
  public mutating func text(_ name: String, _ value: inout String) { text(name, value) }
  public mutating func url(_ name: String, _ value: inout String) { text(name, value) }
  public mutating func date(_ name: String, _ value: inout Timestamp) { text(name, value.text) }
}
