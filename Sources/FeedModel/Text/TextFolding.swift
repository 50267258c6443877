import Foundation

/// Texts as searches and filters compare them: one for all that differ in case, width or the form in which Unicode writes
/// the same text.
///
/// It is NFKC with the full folding of cases, without what is not seen (Unicode, toNFKC_Casefold): Ａ and ａ are a, ｶﾞ and
/// カ with a mark are ガ, ﬁ is fi, ß is ss, and a variation selector is nothing. As in ``withoutCase(_:)``, İ and ı are i.
package enum TextFolding {
  /// `text` as it is compared. What is folded stays the same.
  package static func fold(_ text: String) -> String {
    var (isSame, isASCII) = (true, true)
    for scalar in text.unicodeScalars {
      guard let letter = simpleForm(of: scalar) else { return folded(text) }
      if letter != scalar { isSame = false }
      if !scalar.isASCII { isASCII = false }
    }
    guard !isSame else { return text }
    if isASCII { return text.lowercased() }
    return String(text.unicodeScalars.lazy.map { simpleForm(of: $0) ?? $0 })
  }

  /// The words of `text` as they are looked for, in folded texts: its parts without white space.
  package static func words(of text: String) -> [String] {
    fold(text).unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map { String($0) }
  }

  private static func folded(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    let seen = withPlainLetters(text).decomposedStringWithCompatibilityMapping.unicodeScalars
      .filter { !$0.properties.isDefaultIgnorableCodePoint }
    for scalar in inCanonicalOrder(Array(seen)) {
      switch TextFolding.withoutCase(scalar) {
      case "ß": scalars.append(contentsOf: "ss".unicodeScalars)
      // İ without its dot.
      case "\u{307}" where scalars.last == "i": continue
      case let folded: scalars.append(folded)
      }
    }
    return String(scalars).precomposedStringWithCanonicalMapping
  }

  /// `scalars` with the marks of each letter in canonical order, which Foundation does not give to all that come of a
  /// decomposition, nor to those between which there was something.
  private static func inCanonicalOrder(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var scalars = scalars
    let classes = scalars.map(\.properties.canonicalCombiningClass.rawValue)
    var start = 0
    while start < scalars.count {
      let end = classes[start...].firstIndex(of: 0) ?? scalars.count
      if end - start > 1 {
        // The sort keeps the order of equal ones.
        scalars[start..<end] = ArraySlice(
          (start..<end).sorted { classes[$0] < classes[$1] }.map { scalars[$0] })
      }
      start = max(end, start + 1)
    }
    return scalars
  }
}

// MARK: - Letters

extension TextFolding {
  /// The folded form of a letter that is folded to one, whatever is beside it, unless that is a mark; `nil` for others.
  /// Most texts have no others.
  private static func simpleForm(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    let value = Int(scalar.value)
    if value < simpleForms.count { return simpleForms[value] }
    return simpleBlocks.contains { $0.contains(value) } ? scalar : nil
  }

  /// The forms of Latin, Greek and Cyrillic letters.
  private static let simpleForms: [Unicode.Scalar?] = (0..<0x530).map { value in
    guard let scalar = Unicode.Scalar(UInt32(value)) else { return nil }
    let form = Array(folded(String(scalar)).unicodeScalars)
    let isMark = scalar.properties.canonicalCombiningClass != .notReordered
    return form.count == 1 && !isMark ? form.first : nil
  }

  /// Ideographs, kana and their punctuation, syllables of Hangul, and what Latin texts have around words.
  private static let simpleBlocks: [ClosedRange<Int>] = [
    0x4E00...0x9FFF, 0x3041...0x3096, 0x30A1...0x30FE, 0xAC00...0xD7A3, 0x3001...0x3029,
    0x2012...0x2016, 0x2018...0x2022, 0x3400...0x4DBF,
  ]

  /// `text` with plain letters in the place of those that only Unicode 16 and later say to be compatible.
  private static func withPlainLetters(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { plainForm(of: $0) != nil }) else { return text }
    return String(text.unicodeScalars.lazy.map { plainForm(of: $0) ?? $0 })
  }

  private static func plainForm(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0xA7F1: "S"
    // Outlined letters and digits.
    case 0x1CCD6...0x1CCEF: Unicode.Scalar(scalar.value - 0x1CCD6 + 0x41)
    case 0x1CCF0...0x1CCF9: Unicode.Scalar(scalar.value - 0x1CCF0 + 0x30)
    default: nil
    }
  }
}

extension String {
  fileprivate init(_ scalars: some Sequence<Unicode.Scalar>) {
    var view = UnicodeScalarView()
    view.append(contentsOf: scalars)
    self.init(view)
  }
}

// MARK: - Letters without their case

extension TextFolding {
  /// The one form of `scalar` by which it is compared: in the simple case folding of Unicode, to lower-case letters.
  ///
  /// Each scalar is folded to one, whatever is beside it: ẞ to ß, not to ss, and both Σ and ς to σ. İ and ı, which Unicode
  /// leaves to languages, are i.
  package static func withoutCase(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    let value = Int(scalar.value)
    if value < 0x80 {
      return (0x41...0x5A).contains(value) ? Unicode.Scalar(UInt8(value + 0x20)) : scalar
    }
    let number = value / pageSize
    guard number < pages.count, !pages[number].isEmpty else { return scalar }
    return pages[number][value % pageSize]
  }

  private static let pageSize = 256

  /// The forms of the scalars up to the last one that is folded, in pages of which those without such a scalar are empty.
  private static let pages: [[Unicode.Scalar]] = {
    // All planes with letters that have case. A test looks for others.
    let numbers = 0..<0x2_0000 / pageSize
    let pages = numbers.map { number in
      let page = (0..<pageSize).map { place in
        Unicode.Scalar(UInt32(number * pageSize + place)) ?? "\u{FFFD}"
      }
      let folded = page.map(calculated)
      return folded == page ? [] : folded
    }
    return Array(pages[...(pages.lastIndex { !$0.isEmpty } ?? 0)])
  }()

  /// The folding of statuses C and S in Unicode's CaseFolding.txt. Properties have the mappings of whole texts: letters that
  /// have no upper-case letter of their own are mapped to several.
  private static func calculated(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard scalar.properties.changesWhenCaseMapped else { return scalar }
    if let other = exceptions[scalar] { return other }
    let upper = single(scalar.properties.uppercaseMapping) ?? scalar
    return single(upper.properties.lowercaseMapping) ?? upper
  }

  private static func single(_ mapping: String) -> Unicode.Scalar? {
    mapping.unicodeScalars.count == 1 ? mapping.unicodeScalars.first : nil
  }

  /// İ, and letters of which only the mappings to several are the same.
  private static let exceptions: [Unicode.Scalar: Unicode.Scalar] = [
    "\u{130}": "i", "\u{1FD3}": "\u{390}", "\u{1FE3}": "\u{3B0}", "\u{FB05}": "\u{FB06}",
  ]
}
