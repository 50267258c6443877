import Foundation

/// The text in which ImageMagick puts a binary profile into a text chunk of PNG: an empty line, the
/// name of the profile, the count of its bytes, and lines of hexadecimal digits.
enum RawProfile {
  /// The maximum size of a text, in bytes: two digits and a part of a line break for each byte.
  static let maximumTextSize = PictureContainer.maximumExifSize * 5 / 2

  /// The bytes of the profile; `nil` if `text` is of another form.
  static func bytes(_ text: Data) -> Data? {
    guard text.count <= maximumTextSize else { return nil }
    let lines = text.split(
      separator: UInt8(ascii: "\n"), maxSplits: 3, omittingEmptySubsequences: false)
    guard lines.count == 4, lines[0].isEmpty else { return nil }
    var bytes: [UInt8] = []
    var firstDigit: UInt8?
    for character in lines[3] where !isWhiteSpace(character) {
      guard let digit = hexadecimalValue(character) else { return nil }
      if let first = firstDigit {
        bytes.append(first << 4 | digit)
        firstDigit = nil
      } else {
        firstDigit = digit
      }
    }
    return firstDigit == nil ? Data(bytes) : nil
  }

  private static func isWhiteSpace(_ character: UInt8) -> Bool {
    character == UInt8(ascii: " ") || (0x09...0x0D).contains(character)
  }

  private static func hexadecimalValue(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
