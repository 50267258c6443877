/// The text of numbers in published documents and pictures.
package enum NumberText {
  /// The shortest text that reads back to the same double: 390, 266.6666666666667, 1e-7. Negative
  /// zero is 0.
  package static func shortest(_ number: Double) -> String {
    if number == 0 { return "0" }
    // Swift's description has the fewest digits that read back (SwiftDtoa); what is left to drop
    // is its ".0", and the plus sign and zeros of its exponent.
    let text = number.description
    if text.hasSuffix(".0") { return String(text.dropLast(2)) }
    guard let mark = text.firstIndex(of: "e") else { return text }
    let exponent = Int(text[text.index(after: mark)...]) ?? 0
    let digits = text[..<mark]
    return (digits.hasSuffix(".0") ? digits.dropLast(2) : digits) + "e\(exponent)"
  }
}
