/// Letters without their case: in the simple case folding of Unicode, to lower-case letters.
///
/// Each scalar is folded to one, whatever is beside it: ẞ to ß, not to ss, and both Σ and ς to σ. İ and ı, which Unicode
/// leaves to languages, are i.
package enum CaseFolding {
  /// The one form of `scalar` by which it is compared.
  package static func fold(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
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
