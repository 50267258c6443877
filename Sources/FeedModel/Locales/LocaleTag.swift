import Foundation
import Synchronization

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

  var isLowerCaseLetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
  }
}

extension LocaleTag {
  /// The tag, then its parents: the order in which values are looked up.
  public var lookup: [LocaleTag] {
    if let known = Self.knownLookups.withLock({ $0[self] }) { return known }
    var tags = [self]
    while let parent = tags.last?.parent { tags.append(parent) }
    Self.knownLookups.withLock { known in
      if known.count == Self.knownCount { known = [:] }
      known[self] = tags
    }
    return tags
  }

  /// The more general locales whose values come before those of `default`, the most specific one first.
  package func parents(before default: LocaleTag) -> [LocaleTag] {
    self == `default` ? [] : Array(lookup.dropFirst().prefix { $0 != `default` })
  }

  /// What was found before: every edition of a feed is looked up, and to find the parents takes as long as a document.
  private static let knownLookups = Mutex<[LocaleTag: [LocaleTag]]>([:])
  private static let knownCount = 1_024
}

extension LocaleTag {
  /// The next more general locale, in which values are looked up behind it; `nil` for none.
  ///
  /// It is the tag without its last part (RFC 4647, section 3.4), unless CLDR says otherwise: `es-419` for `es-MX`,
  /// `zh-Hant` for `zh-TW`, and none for `az-Arab`, whose readers may not read the Latin letters of `az`.
  public var parent: LocaleTag? {
    let (script, region) = (script, region)
    let written = [language, script, region].compactMap(\.self).joined(separator: "-")
    guard text == written else { return shortened }
    guard let region else { return script.map(parentInScript) ?? parentOfLanguage }
    let (own, usual) = (LikelySubtags(of: self), LikelySubtags(language, script))
    if let parent = parentOfRegion(own, besides: usual) { return parent }
    guard script == nil, !own.script.isEmpty,
      own.script != usual.script || LocaleDistance.hasReadersOfSeveralScripts(own.language)
    else { return LocaleTag(text.dropLast(region.utf8.count + 1)) }
    return LocaleTag("\(language)-\(own.script)")
  }

  /// The tag without its last part, and without a single letter that would then be the last; `nil` for a language alone.
  private var shortened: LocaleTag? {
    guard let end = text.lastIndex(of: "-") else { return nil }
    let rest = text[..<end]
    return LocaleTag(rest.suffix(2).first == "-" ? rest.dropLast(2) : rest)
  }

  /// The region whose texts are nearer than those of the language: `pt-PT` for `pt-AO`; `nil` for none.
  ///
  /// - Parameter usual: what the tag means without its region.
  private func parentOfRegion(_ own: LikelySubtags, besides usual: LikelySubtags) -> LocaleTag? {
    let isUsual = own.script == usual.script && script == nil
    let identifier =
      isUsual ? "\(own.language)-\(own.region)" : "\(own.language)-\(own.script)-\(own.region)"
    guard let found = Locale.Language(identifier: identifier).parent,
      let tag = LocaleTag(found.maximalIdentifier), let region = tag.region
    else { return nil }
    let meant = LikelySubtags(of: tag)
    guard meant.language == own.language, meant.script == own.script, meant != own,
      meant != LikelySubtags(own.language, own.script)
    else { return nil }
    return LocaleTag([language, script, region].compactMap(\.self).joined(separator: "-"))
  }

  /// The language of this tag, of a language and `script`, if who reads that also reads the letters that the language
  /// usually has.
  private func parentInScript(_ script: String) -> LocaleTag? {
    let (own, usual) = (LikelySubtags(of: self), LikelySubtags(language))
    let isRead = LocaleDistance.between(own, usual) < LocaleDistance.threshold
    return isRead ? LocaleTag(language) : nil
  }

  /// Another language that stands for this one, such as `no` for `nb`, or `he` for `iw`.
  private var parentOfLanguage: LocaleTag? {
    guard let found = Locale.Language(identifier: language).parent,
      let tag = LocaleTag(found.minimalIdentifier), tag.language != language, tag.language != "root"
    else { return nil }
    return tag
  }
}
