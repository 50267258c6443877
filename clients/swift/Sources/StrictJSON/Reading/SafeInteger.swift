/// The whole numbers that documents hold: those that ECMAScript calls safe.
///
/// JSON does not limit numbers, but JavaScript, and many other readers, hold all of them as doubles (RFC 8259, section
/// 6): from 2^53 on, two whole numbers become one.
public enum SafeInteger {
  /// The largest one: 2^53 − 1.
  public static let largest = (1 << 53) - 1
  /// All of them.
  public static let range = -largest...largest
  /// Those that are ids, which are positive.
  public static let identifiers = 1...largest

  /// The bounds of ids, to be added to a sentence that there is no item `id`; empty for an id within them.
  public static func bounds(insteadOf id: String) -> String {
    guard !id.isEmpty, id.utf8.allSatisfy(\.isDigit), (Int(id) ?? .max) > largest else { return "" }
    return ", and ids are whole numbers from 1 to \(largest)"
  }
}

extension DocumentProblem.Expectation {
  /// A whole number within `range`.
  public static func wholeNumber(in range: ClosedRange<Int>) -> Self {
    .words("a whole number from \(range.lowerBound) to \(range.upperBound)")
  }
}

extension JSONTree {
  /// The whole number, if it is within `range`.
  public func integer(in range: ClosedRange<Int>) -> Int? {
    integer.flatMap { range.contains($0) ? $0 : nil }
  }

  /// What is expected instead of this value, which is no whole number within `range`: the bounds, if it is a number
  /// beyond all that documents hold, else `expected`.
  public func expectation(
    in range: ClosedRange<Int>, _ expected: DocumentProblem.Expectation
  ) -> DocumentProblem.Expectation {
    let isBeyond = token.kind == .number && withBytes(of: token, JSONScalar.isBeyondSafeIntegers)
    return isBeyond ? .wholeNumber(in: range) : expected
  }
}
