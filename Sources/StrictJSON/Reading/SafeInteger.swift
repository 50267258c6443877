/// The whole numbers that documents hold: those that ECMAScript calls safe.
///
/// JSON does not limit numbers, but JavaScript, and many other readers, hold all of them as doubles (RFC 8259, section
/// 6): from 2^53 on, two whole numbers become one.
package enum SafeInteger {
  /// The largest one: 2^53 − 1.
  package static let largest = (1 << 53) - 1
  /// All of them.
  package static let range = -largest...largest
  /// Those that are ids, which are positive.
  package static let identifiers = 1...largest

  /// The bounds of ids, to be added to a sentence that there is no item `id`; empty for an id within them.
  package static func bounds(insteadOf id: String) -> String {
    guard !id.isEmpty, id.utf8.allSatisfy(\.isDigit), (Int(id) ?? .max) > largest else { return "" }
    return ", and ids are whole numbers from 1 to \(largest)"
  }
}

extension DocumentProblem.Expectation {
  /// A whole number within `range`.
  package static func wholeNumber(in range: ClosedRange<Int>) -> Self {
    .words("a whole number from \(range.lowerBound) to \(range.upperBound)")
  }
}

extension JSONTree {
  /// The whole number, if it is within `range`.
  package func integer(in range: ClosedRange<Int>) -> Int? {
    integer.flatMap { range.contains($0) ? $0 : nil }
  }

  /// What is expected instead of this value, which is no whole number within `range`: the bounds, if it is a number
  /// beyond all that documents hold, else `expected`.
  package func expectation(
    in range: ClosedRange<Int>, _ expected: DocumentProblem.Expectation
  ) -> DocumentProblem.Expectation {
    let isBeyond = token.kind == .number && withBytes(of: token, JSONScalar.isBeyondSafeIntegers)
    return isBeyond ? .wholeNumber(in: range) : expected
  }
}
