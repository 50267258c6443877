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

  /// The tag without its last part, and without a single letter that would then be the last (RFC 4647, section
  /// 3.4); `nil` for a language alone.
  public var parent: LocaleTag? {
    guard let end = text.lastIndex(of: "-") else { return nil }
    let rest = text[..<end]
    let isSingle = rest.suffix(2).first == "-"
    return LocaleTag(isSingle ? rest.dropLast(2) : rest)
  }

  /// The tag, then its parents: the order in which values are looked up.
  public var lookup: [LocaleTag] {
    var tags = [self]
    while let parent = tags.last?.parent { tags.append(parent) }
    return tags
  }
}

extension LocaleTag: Comparable, CustomStringConvertible {
  public static func < (left: LocaleTag, right: LocaleTag) -> Bool { left.text < right.text }

  public var description: String { text }
}

extension UInt8 {
  fileprivate var isLetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
  fileprivate var isLowerCaseLetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
  }
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}

/// The locales that readers are served in; the first is the default one.
public struct Locales: Hashable, Sendable {
  /// The locales, each once; the default one first.
  public let all: [LocaleTag]

  /// The locale of a server that was given none: Japanese.
  public static let standard = Locales([LocaleTag("ja")].compactMap { $0 })

  /// The most locales.
  public static let maximumCount = 100

  /// - Parameter all: one locale at least, the default one first.
  public init(_ all: [LocaleTag]) {
    precondition(!all.isEmpty, "a server has a default locale")
    self.all = all
  }

  /// The locale of readers who name none, or none of these.
  public var `default`: LocaleTag { all[0] }

  /// The locales in which values are looked up for readers in `tag`, the most specific one first. They end before the
  /// default one, whose values are those without a locale.
  package func lookup(for tag: LocaleTag) -> [LocaleTag] {
    Array(tag.lookup.prefix { $0 != self.default })
  }

  /// The locale in which a reader is served who asks for `tag` (lookup, RFC 4647, section 3.4). Without a general one,
  /// it is the first special one: `en-GB` for `en`.
  public func locale(for tag: LocaleTag) -> LocaleTag {
    tag.lookup.first { all.contains($0) } ?? all.first { $0.lookup.contains(tag) } ?? self.default
  }
}
