/// A name from EXIF, as it can be drawn on one line.
///
/// The text is untrusted. White space becomes single spaces; control characters and those that change
/// the direction of text are left out, and the name is cut after ``largestLength`` scalars.
struct CardName {
  /// The most Unicode scalars.
  static let largestLength = 200

  let text: String

  /// Cleans `name`; `nil` if no visible character is left.
  init?(_ name: String?) {
    guard let name else { return nil }
    // 1. The characters that can be drawn.
    var scalars = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      if scalar.properties.isWhitespace {
        if !scalars.isEmpty, scalars.last != " " { scalars.append(" ") }
      } else if scalar.isDrawable {
        scalars.append(scalar)
      }
    }
    if scalars.last == " " { scalars.removeLast() }
    guard scalars.contains(where: \.isVisible) else { return nil }
    // 2. Whole characters up to the largest length.
    let whole = String(scalars)
    guard scalars.count > Self.largestLength else {
      text = whole
      return
    }
    var text = ""
    var length = 1
    for character in whole {
      length += character.unicodeScalars.count
      guard length <= Self.largestLength else { break }
      text.append(character)
    }
    self.text = text + "…"
  }
}

extension Unicode.Scalar {
  /// Whether it can be part of a line of text. Of the format characters, only joiners can.
  fileprivate var isDrawable: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
    case .format: self == "\u{200C}" || self == "\u{200D}"
    default: true
    }
  }

  /// Whether it is visible on its own.
  fileprivate var isVisible: Bool {
    // The blank of Braille is a symbol without ink.
    !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint && self != "\u{2800}"
  }
}
