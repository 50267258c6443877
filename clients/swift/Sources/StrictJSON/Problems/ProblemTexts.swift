/// How much a problem repeats of what was sent: problems are listed by the thousand, and each of them would repeat
/// what may have millions of characters.
///
/// Lengths are counted in Unicode scalars, because one character can consist of any number of them.
enum ProblemTexts {
  /// The most of a name that is a part of a pointer.
  static let maximumNameLength = 200
  /// The most of a pointer, whose names are those of all the values around a place.
  static let maximumPointerLength = 500
}

extension String {
  /// The text, or so much of its beginning and `…`.
  public func shortened(to length: Int) -> String {
    // A scalar has a byte at least.
    guard utf8.count > length,
      let end = unicodeScalars.index(startIndex, offsetBy: length, limitedBy: endIndex),
      end < endIndex
    else { return self }
    return self[..<end] + "…"
  }
}
