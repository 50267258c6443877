/// A language tag (BCP 47), such as `en`, `en-GB` or `zh-Hant-TW`, in its recommended case.
public struct LocaleTag: Hashable, Sendable {
  /// The tag: language in lower case, script with a capital, region in upper case (RFC 5646, section 2.1.1).
  public let text: String

  /// The longest tag, in characters (RFC 5646, section 4.4.1).
  public static let maximumLength = 35
  /// The form of a tag, in words.
  public static let form = "a language tag such as en or en-GB"
  /// The form of a tag as a regular expression (ECMA-262).
  package static let pattern = "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$"

  /// The tag that `text` writes, in any case; `nil` if it is no tag.
  public init?(_ text: some StringProtocol) {
    // Most tags are a language in lower case.
    if (2...3).contains(text.utf8.count), text.utf8.allSatisfy(\.isLowerCaseLetter) {
      self.text = String(text)
      return
    }
    let subtags = text.split(separator: "-", omittingEmptySubsequences: false)
    guard text.utf8.count <= Self.maximumLength, let language = subtags.first,
      (2...8).contains(language.utf8.count), language.utf8.allSatisfy(\.isLetter),
      subtags.dropFirst().allSatisfy({ subtag in
        (1...8).contains(subtag.utf8.count)
          && subtag.utf8.allSatisfy { $0.isLetter || $0.isDigit }
      })
    else { return nil }
    var isBehindSingleton = false
    self.text = subtags.enumerated().map { position, subtag in
      defer { if subtag.utf8.count == 1 { isBehindSingleton = true } }
      let lower = subtag.lowercased()
      guard position > 0, !isBehindSingleton else { return lower }
      switch subtag.utf8.count {
      case 2: return subtag.uppercased()
      case 4 where subtag.utf8.allSatisfy(\.isLetter):
        return lower.prefix(1).uppercased() + lower.dropFirst()
      default: return lower
      }
    }.joined(separator: "-")
  }

  /// The language: the first part of the tag.
  public var language: String { String(text.prefix { $0 != "-" }) }
}

extension LocaleTag: Comparable, CustomStringConvertible {
  public static func < (left: LocaleTag, right: LocaleTag) -> Bool { left.text < right.text }

  public var description: String { text }
}

extension UInt8 {
  /// Whether it is a letter of ASCII.
  var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
  /// Whether it is a digit of ASCII.
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  fileprivate var isLowerCaseLetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
  }
}
