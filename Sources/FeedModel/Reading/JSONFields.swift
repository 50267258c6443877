package import StrictJSON

extension JSONFieldReader {
  /// A date and time with its zone.
  package mutating func date(_ name: String) -> Timestamp {
    text(name, as: .date, standIn: Timestamp(millisecondsSince1970: 0)) { Timestamp($0) }
  }

  /// A date; `nil` where the field is missing or null.
  package mutating func optionalDate(_ name: String) -> Timestamp? {
    hasValue(name) ? date(name) : nil
  }
}
