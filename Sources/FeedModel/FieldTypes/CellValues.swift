import StrictJSON

// The cells of tables as spreadsheets write them: with space around, numbers with the decimals of their format, and
// true and false in the language of the program. What can be read in two ways is refused.

extension IntegerField {
  /// Digits, maybe with zeros behind a point: `7.0` is 7. `1.000` is refused, which is a thousand where a point
  /// separates thousands, and so is `1.23457E+11`, which has lost digits.
  package func value(ofCell text: String) throws(FieldMistake) -> FieldValue {
    let cell = text.withoutSpaceAround
    let number = cell.wholeNumber
    if let number, bounds?.contains(number) == true { return .integer(number) }
    let range = bounds ?? SafeInteger.range
    var expected = JSONTree(json: cell)?.expectation(in: range, expectation) ?? expectation
    if expected == expectation, number == nil, cell.contains(where: \.isNumber) {
      expected = .words("\(expectation.phrase) in digits alone")
    }
    throw FieldMistake(expected: expected, foundInCell: text)
  }
}

extension NumberField {
  /// A number with a point before its decimals. A comma is refused: it stands before decimals in some languages, and
  /// between thousands in others.
  package func value(ofCell text: String) throws(FieldMistake) -> FieldValue {
    let cell = text.withoutSpaceAround
    if let value = value(of: cell) { return value }
    let isForeign = Double(cell) == nil && cell.contains(where: \.isNumber)
    throw FieldMistake(
      expected: isForeign
        ? .words("\(expectation.phrase), with a point before the decimals") : expectation,
      foundInCell: text)
  }
}

extension BooleanField {
  /// True or false in one of the languages in which spreadsheets write them, in letters of any case.
  package func value(ofCell text: String) throws(FieldMistake) -> FieldValue {
    if let value = value(of: text) { return value }
    let word = text.withoutSpaceAround.uppercased()
    if Self.wordsForTrue.contains(word) { return .boolean(true) }
    if Self.wordsForFalse.contains(word) { return .boolean(false) }
    throw FieldMistake(expected: expectation, foundInCell: text)
  }

  /// English, German, French, Spanish, Italian, Portuguese, Dutch, Swedish, Danish, Norwegian, Finnish, Polish, Czech,
  /// Hungarian, Romanian, Catalan, Turkish, Estonian, Indonesian, Russian, Ukrainian and Greek.
  private static let wordsForTrue: Set = [
    "TRUE", "WAHR", "VRAI", "VERDADERO", "VERO", "VERDADEIRO", "WAAR", "SANT", "SAND", "SANN",
    "TOSI", "PRAWDA", "PRAVDA", "IGAZ", "ADEVĂRAT", "CERT", "DOĞRU", "TÕENE", "BENAR", "ИСТИНА",
    "ІСТИНА", "ΑΛΗΘΕΣ", "ΑΛΗΘΈΣ",
  ]

  private static let wordsForFalse: Set = [
    "FALSE", "FALSCH", "FAUX", "FALSO", "ONWAAR", "FALSKT", "FALSK", "USANN", "EPÄTOSI", "FAŁSZ",
    "NEPRAVDA", "HAMIS", "FALS", "YANLIŞ", "VÄÄR", "SALAH", "ЛОЖЬ", "ХИБНІСТЬ", "ΨΕΥΔΕΣ", "ΨΕΥΔΈΣ",
  ]
}

extension DateField {
  package func value(ofCell text: String) throws(FieldMistake) -> FieldValue {
    if let value = value(of: text.withoutSpaceAround) { return value }
    throw FieldMistake(expected: expectation, foundInCell: text)
  }
}

extension ListField {
  /// A JSON array. What is wrong with one is said as in a document in JSON, with the place of the element.
  package func value(ofCell text: String) throws(FieldMistake) -> FieldValue {
    guard let json = JSONTree(json: text), json.elements != nil else {
      throw FieldMistake(expected: expectation, foundInCell: text)
    }
    return try value(of: json)
  }
}

extension ReferenceField {
  package func value(ofCell text: String) throws(FieldMistake) -> FieldValue {
    do throws(FieldMistake) {
      return try Self.ids.value(ofCell: text)
    } catch {
      throw inWords(error)
    }
  }
}

extension String {
  /// The text without white space at its ends, nor characters without a width.
  package var withoutSpaceAround: String {
    let plain = UInt8(ascii: "!")...UInt8(ascii: "~")
    if let first = utf8.first, let last = utf8.last, plain.contains(first), plain.contains(last) {
      return self
    }
    func isSpace(_ character: Character) -> Bool {
      character.isWhitespace || ["\u{FEFF}", "\u{200B}"].contains(character)
    }
    guard let first = firstIndex(where: { !isSpace($0) }),
      let last = lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(self[first...last])
  }

  /// The whole number in digits, which may have zeros behind a point that does not look like one between thousands.
  fileprivate var wholeNumber: Int? {
    let parts = split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let number = Int(parts[0]) else { return nil }
    guard parts.count > 1 else { return number }
    let (digits, zeros) = (parts[0].drop { "+-".contains($0) }, parts[1])
    let isGrouped = zeros.count == 3 && digits.count <= 3 && !digits.hasPrefix("0")
    return !zeros.isEmpty && zeros.allSatisfy { $0 == "0" } && !isGrouped ? number : nil
  }
}
