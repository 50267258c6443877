/// The locales that a reader asks for, in whatever way systems, browsers and people write them: `en-GB`, `en_GB.UTF-8`,
/// `sr_RS@latin`, `zh_TW_#Hant`, or several with weights as in `Accept-Language`, `de-CH, en;q=0.8`.
package struct AskedLocales: Hashable, Sendable {
  /// Those that can be read, the most wanted first, each once.
  package let tags: [LocaleTag]
  /// Whether there is something that is no locale.
  package let hasUnreadable: Bool
  /// Whether any locale will do: `*`.
  package let areAny: Bool

  /// The most locales that are looked at.
  private static let maximumCount = 50
  /// The names of no locale: of that of C programs, of an unknown language, and of those of things without a language.
  private static let names: Set = ["", "c", "posix", "root", "und", "mul", "zxx"]

  /// The locales that are written in `text`, with commas between them.
  package init(reading text: String) {
    var found: [(tag: LocaleTag, weight: Double)] = []
    var (hasUnreadable, areAny) = (false, false)
    let elements = text.split(separator: ",", maxSplits: Self.maximumCount)
    for element in elements.prefix(Self.maximumCount) {
      let weight = Self.weight(of: element)
      guard weight > 0 else { continue }
      // Forms write a space as a plus.
      let name = element.prefix { !";@.".contains($0) }.filter { !$0.isWhitespace && $0 != "+" }
      if name == "*" {
        areAny = true
      } else if let tag = LocaleTag(reading: name, modifier: Self.modifier(of: element)) {
        found.append((tag, weight))
      } else if !Self.names.contains(name.lowercased()) {
        hasUnreadable = true
      }
    }
    // The sort keeps the order of those that are wanted alike.
    var seen: Set<LocaleTag> = []
    tags = found.sorted { $0.weight > $1.weight }.map(\.tag).filter { seen.insert($0).inserted }
    (self.hasUnreadable, self.areAny) = (hasUnreadable, areAny)
  }

  /// Whether no locale is named, nor any one accepted.
  package var areUnknown: Bool { tags.isEmpty && !areAny }

  /// The weight of an element, from 0 to 1; 1 where none can be read (RFC 9110, section 12.4.2).
  private static func weight(of element: Substring) -> Double {
    let parameters = element.split(separator: ";").dropFirst().map { parameter in
      parameter.filter { !$0.isWhitespace }.lowercased()
    }
    let weight = parameters.first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
    return weight.flatMap { (0...1).contains($0) ? $0 : nil } ?? 1
  }

  /// What POSIX writes behind the `@`: `latin`.
  private static func modifier(of element: Substring) -> String? {
    let parts = element.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count > 1 ? parts[1].prefix(while: \.isLetter).lowercased() : nil
  }
}

extension LocaleTag {
  /// The tag that `text` most likely means: with a language, and as much of the rest as can be read; `nil` for what does
  /// not begin with the code of a language. Extensions are left out.
  ///
  /// - Parameter modifier: what POSIX writes behind the `@`; `nil` for nothing.
  fileprivate init?(reading text: String, modifier: String?) {
    let subtags = text.split { "-_#".contains($0) }.map { $0.lowercased() }
    if let present = Self.registered[subtags.joined(separator: "-")] {
      self = present
      return
    }
    guard var language = subtags.first, (2...3).contains(language.utf8.count),
      language.utf8.allSatisfy(\.isLetter)
    else { return nil }
    var (script, region) = (modifier.flatMap { Self.scripts[$0] }, String?.none)
    var variants: [String] = []
    for subtag in subtags.dropFirst().prefix(while: { $0.utf8.count > 1 })
    where subtag.utf8.allSatisfy({ $0.isLetter || $0.isDigit }) {
      let hasLetters = subtag.utf8.allSatisfy(\.isLetter)
      switch subtag.utf8.count {
      case 4 where hasLetters: script = script ?? subtag
      case 2 where hasLetters, 3 where subtag.utf8.allSatisfy(\.isDigit):
        region = region ?? subtag
      case 3 where region == nil && LocaleDistance.isVariety(subtag, of: language):
        language = subtag
      case 4...8 where subtag != "posix": variants.append(subtag)
      default: continue
      }
    }
    let known = [language, script, region].compactMap(\.self)
    guard language != "und" || known.count > 1, !["mul", "zxx"].contains(language),
      let tag = LocaleTag((known + variants).joined(separator: "-"))
        ?? LocaleTag(known.joined(separator: "-"))
    else { return nil }
    self = tag
  }

  /// The tags that were registered as they are, before their languages had codes (RFC 5646, section 2.2.8), and are not read
  /// by their parts.
  private static let registered: [String: LocaleTag] = [
    "art-lojban": "jbo", "cel-gaulish": "xtg", "i-ami": "ami", "i-bnn": "bnn", "i-hak": "hak",
    "i-klingon": "tlh", "i-lux": "lb", "i-navajo": "nv", "i-pwn": "pwn", "i-tao": "tao",
    "i-tay": "tay", "i-tsu": "tsu", "no-bok": "nb", "no-nyn": "nn", "sgn-be-fr": "sfb",
    "sgn-be-nl": "vgt", "sgn-ch-de": "sgg", "zh-guoyu": "zh", "zh-hakka": "hak", "zh-xiang": "hsn",
  ].compactMapValues { LocaleTag($0) }

  /// The scripts that the modifiers of POSIX name.
  private static let scripts = [
    "arabic": "Arab", "cyrillic": "Cyrl", "devanagari": "Deva", "hebrew": "Hebr", "latin": "Latn",
  ]
}
