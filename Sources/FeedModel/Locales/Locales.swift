import Foundation

/// The locales that readers are served in; the first is the default one.
public struct Locales: Hashable, Sendable {
  /// The locales, each once; the default one first.
  public let all: [LocaleTag]
  /// The locales with their meanings, in the order in which they win of equally near ones: the default one, those in which
  /// a language is best known, the others.
  private let candidates: [Candidate]

  private struct Candidate: Hashable, Sendable {
    let tag: LocaleTag
    let meaning: LikelySubtags
  }

  /// The locale of a server that was given none: Japanese.
  public static let standard = Locales([LocaleTag("ja")].compactMap { $0 })

  /// The most locales.
  public static let maximumCount = 100

  /// - Parameter all: one locale at least, the default one first.
  public init(_ all: [LocaleTag]) {
    precondition(!all.isEmpty, "a server has a default locale")
    self.all = all
    let meant = all.map { Candidate(tag: $0, meaning: LikelySubtags(of: $0)) }
    let known = meant.dropFirst().filter { Self.paradigms.contains($0.meaning) }
    let others = meant.dropFirst().filter { !Self.paradigms.contains($0.meaning) }
    candidates = meant.prefix(1) + known + others
  }

  /// The paradigm locales of CLDR.
  private static let paradigms: Set = [
    LikelySubtags("en"), LikelySubtags("en", nil, "GB"), LikelySubtags("es"),
    LikelySubtags("es", nil, "419"), LikelySubtags("pt"), LikelySubtags("pt", nil, "PT"),
  ]

  /// The locale of readers who name none, or none of these.
  public var `default`: LocaleTag { all[0] }

  /// The locales in which values are looked up for readers in `tag`, the most specific one first. They end before the
  /// default one, whose values are those without a locale.
  package func lookup(for tag: LocaleTag) -> [LocaleTag] {
    Array(tag.lookup.prefix { $0 != self.default })
  }

  /// The locale in which a reader is served who asks for `tag`: the nearest of these, or the default one if none is near.
  public func locale(for tag: LocaleTag) -> LocaleTag { locale(for: [tag]) }

  /// The locale in which a reader is served who asks for one of `tags`, the most wanted first.
  package func locale(for tags: [LocaleTag]) -> LocaleTag { nearest(to: tags) ?? self.default }

  /// The nearest of these to one of `wanted`, the most wanted first (UTS #35, language matching); `nil` if none is near.
  package func nearest(to wanted: [LocaleTag]) -> LocaleTag? {
    var (best, bound) = (LocaleTag?.none, LocaleDistance.threshold)
    for tag in wanted {
      // 1. The same one, also by another tag.
      let meaning = LikelySubtags(of: tag)
      let same = candidates.first { $0.tag == tag } ?? candidates.first { $0.meaning == meaning }
      if let same { return same.tag }
      // 2. One that is nearer to this than others are to those before.
      for candidate in candidates {
        let distance = LocaleDistance.between(meaning, candidate.meaning)
        if distance < bound { (best, bound) = (candidate.tag, distance) }
      }
      // 3. What is wanted less has to be nearer.
      if best != nil { bound -= LocaleDistance.demotion }
      if bound <= 0 { break }
    }
    return best
  }
}

/// The language, script and region that a tag means: those that it leaves out are the likely ones (UTS #35, likely
/// subtags), and former codes of languages are the present ones.
struct LikelySubtags: Hashable, Sendable {
  let language: String
  /// Empty if it is not known.
  let script: String
  /// Empty if it is not known.
  let region: String

  init(of tag: LocaleTag) {
    self.init(tag.language, tag.script, tag.region)
  }

  init(_ language: String, _ script: String? = nil, _ region: String? = nil) {
    let (present, ownScript) = Self.present[language] ?? (language, nil)
    let identifier = [present, script ?? ownScript, region].compactMap(\.self)
      .joined(separator: "-")
    let parts = Locale.Language(identifier: identifier).maximalIdentifier.split(separator: "-")
    self.language = parts.first.map(String.init) ?? present
    let known = parts.dropFirst().first { $0.utf8.count == 4 }.map(String.init)
    // Nastaliq is a style of Arabic letters, in which Urdu of India is said to be, and Urdu of Pakistan is not.
    self.script = known.map { $0 == "Aran" ? "Arab" : $0 } ?? script ?? ""
    self.region =
      parts.dropFirst().first { (2...3).contains($0.utf8.count) }.map(String.init) ?? region ?? ""
  }

  /// The present codes of languages that have others too, those apart that are likely subtags' own: the bibliographic ones
  /// of ISO 639-2, and the single languages that stand for all of their group. Serbo-Croatian has distances of its own.
  private static let present: [String: (language: String, script: String?)] = [
    "alb": ("sq", nil), "arb": ("ar", nil), "arm": ("hy", nil), "baq": ("eu", nil),
    "bur": ("my", nil), "chi": ("zh", nil), "cmn": ("zh", nil), "cze": ("cs", nil),
    "dut": ("nl", nil), "ekk": ("et", nil), "fre": ("fr", nil), "geo": ("ka", nil),
    "ger": ("de", nil), "gre": ("el", nil), "ice": ("is", nil), "jw": ("jv", nil),
    "kmr": ("ku", nil), "lvs": ("lv", nil), "mac": ("mk", nil), "mao": ("mi", nil),
    "may": ("ms", nil), "npi": ("ne", nil), "ory": ("or", nil), "per": ("fa", nil),
    "pes": ("fa", nil), "pnb": ("pa", "Arab"), "prs": ("fa", nil), "rum": ("ro", nil),
    "sh": ("sh", "Latn"), "slo": ("sk", nil), "swh": ("sw", nil), "tib": ("bo", nil),
    "tl": ("fil", nil), "uzn": ("uz", nil), "wel": ("cy", nil), "zsm": ("ms", nil),
  ]
}

// MARK: - Subtags

extension LocaleTag {
  /// The subtags that are written behind the language, up to the first single letter.
  private var subtags: some Sequence<Substring> {
    text.split(separator: "-").dropFirst().prefix { $0.utf8.count > 1 }
  }

  /// The script that is written in the tag; `nil` for none.
  var script: String? {
    subtags.first { $0.utf8.count == 4 && $0.first?.isLetter == true }.map(String.init)
  }

  /// The region that is written in the tag, as letters or digits; `nil` for none.
  var region: String? {
    subtags.first { subtag in
      subtag.utf8.count == 2 || (subtag.utf8.count == 3 && subtag.allSatisfy(\.isNumber))
    }.map(String.init)
  }
}

// MARK: - Direction

extension LocaleTag {
  /// Whether its screens read from right to left: by the script that it is written in, or most likely is.
  public var isRightToLeft: Bool {
    Self.rightToLeftScripts.contains(script ?? LikelySubtags(of: self).script)
  }

  /// The scripts whose letters have the bidirectional class R or AL (Unicode 17, DerivedBidiClass.txt), and the styles of
  /// Arabic and Syriac that have codes of their own (ISO 15924).
  private static let rightToLeftScripts: Set = [
    "Adlm", "Arab", "Aran", "Armi", "Avst", "Chrs", "Cprt", "Elym", "Gara", "Hatr", "Hebr", "Hung",
    "Khar", "Lydi", "Mand", "Mani", "Mend", "Merc", "Mero", "Narb", "Nbat", "Nkoo", "Orkh", "Ougr",
    "Palm", "Phli", "Phlp", "Phnx", "Prti", "Rohg", "Samr", "Sarb", "Sidt", "Sogd", "Sogo", "Syrc",
    "Syre", "Syrj", "Syrn", "Thaa", "Yezi",
  ]
}
