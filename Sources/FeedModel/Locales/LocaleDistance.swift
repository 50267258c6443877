/// How far a locale is from one that a reader wants, as CLDR measures it: the distances called `written_new` in
/// languageInfo.xml.
enum LocaleDistance {
  /// Locales that are further away are of no use to the reader.
  static let threshold = 50
  /// By how much a locale has to be nearer to a wanted one than another to those that are wanted more.
  static let demotion = 5

  /// The distance of `served` for a reader of `wanted`; 0 for the same. From ``threshold`` on it is no match.
  static func between(_ wanted: LikelySubtags, _ served: LikelySubtags) -> Int {
    var distance = 0
    if wanted.language != served.language {
      distance += languages(wanted.language, served.language)
      guard distance < threshold else { return distance }
    }
    if wanted.script != served.script { distance += scripts(wanted, served) }
    if wanted.region != served.region { distance += regions(wanted, served) }
    return distance
  }

  /// Whether readers of `language` read it in two scripts, and its texts are told apart by them.
  static func hasReadersOfSeveralScripts(_ language: String) -> Bool {
    ["sr", "zh"].contains(language)
  }

  // MARK: - Languages

  private static func languages(_ wanted: String, _ served: String) -> Int {
    if let distance = twoWays[wanted]?[served] ?? twoWays[served]?[wanted] { return distance }
    if ["gsw", "lb"].contains(wanted), served == "de" { return 4 }
    return understood[served]?.contains(wanted) == true ? 10 : 80
  }

  /// Languages that readers of either understand.
  private static let twoWays: [String: [String: Int]] = [
    "bs": ["hr": 4, "sr": 4], "da": ["nb": 8, "no": 8], "hr": ["sr": 4], "nb": ["nn": 10, "no": 1],
    "nn": ["no": 10], "aa": ["ssy": 4],
  ]

  /// The languages whose readers understand another one, by that, but not the other way.
  private static let understood: [String: Set<String>] = [
    "ar": [
      // The last ones are varieties of it.
      "ckb", "aao", "abh", "abv", "acm", "acq", "acw", "acx", "acy", "adf", "aeb", "aec", "afb",
      "apc", "apd", "arq", "ars", "ary", "arz", "auz", "avl", "ayh", "ayl", "ayn", "ayp", "pga",
      "shu", "ssh",
    ],
    "bg": ["mk"],
    "da": ["fo"],
    "de": ["rm"],
    "en": [
      "ach", "ak", "bem", "bn", "chr", "cy", "ee", "eo", "ga", "gaa", "gd", "ha", "haw", "ia", "ig",
      "is", "ka", "km", "kn", "kri", "lg", "lo", "loz", "mfe", "mi", "ml", "mt", "my", "ne", "nso",
      "ny", "nyn", "om", "or", "pa", "pcm", "ps", "rn", "sd", "si", "sn", "so", "sq", "st", "sw",
      "ta", "te", "ti", "tlh", "tn", "to", "tum", "ur", "xh", "yi", "yo", "zu",
    ],
    "es": ["ay", "eu", "gl", "gn", "qu"],
    "fi": ["et"],
    "fil": ["ceb"],
    "fr": ["br", "co", "crs", "ht", "kg", "ln", "lua", "mg", "oc", "rw", "wo"],
    "hi": ["bh", "gu", "mr", "sa"],
    "id": ["jv", "ms", "su"],
    "it": ["la"],
    "nl": ["af", "fy"],
    "ru": ["ab", "az", "be", "hy", "kk", "ky", "mn", "tg", "tk", "tt", "uz"],
    "tr": ["ku"],
    // The last ones are varieties of it.
    "zh": [
      "ug", "cdo", "cjy", "cpx", "czh", "czo", "gan", "hak", "hsn", "mnp", "nan", "wuu", "yue",
    ],
  ]

  /// Whether `code` is a variety of `language`, as tags have it behind the language: `zh-yue`.
  static func isVariety(_ code: String, of language: String) -> Bool {
    ["ar", "zh"].contains(language) && !["ckb", "ug"].contains(code)
      && understood[language]?.contains(code) == true
  }

  // MARK: - Scripts

  private static func scripts(_ wanted: LikelySubtags, _ served: LikelySubtags) -> Int {
    switch (wanted.language, wanted.script, served.language, served.script) {
    case ("sr", "Latn", "sr", "Cyrl"), ("sr", "Cyrl", "sr", "Latn"): 5
    case ("zh", "Hans", "zh", "Hant"): 15
    case ("zh", "Hant", "zh", "Hans"): 19
    case (let language, let script, "en", "Latn"): learnt[language] == script ? 10 : 50
    case ("az", "Latn", "ru", "Cyrl"), ("hy", "Armn", "ru", "Cyrl"), ("tk", "Latn", "ru", "Cyrl"),
      ("uz", "Latn", "ru", "Cyrl"):
      10
    default: 50
    }
  }

  /// The scripts of languages whose readers also read English.
  private static let learnt = [
    "bn": "Beng", "ka": "Geor", "km": "Khmr", "kn": "Knda", "lo": "Laoo", "ml": "Mlym",
    "my": "Mymr", "ne": "Deva", "or": "Orya", "pa": "Guru", "ps": "Arab", "sd": "Arab",
    "si": "Sinh", "ta": "Taml", "te": "Telu", "ti": "Ethi", "ur": "Arab", "yi": "Hebr",
  ]

  // MARK: - Regions

  private static func regions(_ wanted: LikelySubtags, _ served: LikelySubtags) -> Int {
    guard wanted.language == served.language, wanted.script == served.script,
      let group = groups[wanted.language]
    else { return 4 }
    if wanted.language == "zh", wanted.script != "Hant" { return 4 }
    return group.contains(wanted.region) == group.contains(served.region) ? 4 : 5
  }

  /// The regions that write a language alike; all others do so, too.
  private static let groups: [String: Set<String>] = [
    "ar": ["DZ", "EH", "LY", "MA", "MR", "TN"],
    "en": ["AS", "GU", "MH", "MP", "PR", "UM", "US", "VI"],
    "es": americas, "pt": americas,
    "zh": ["HK", "MO"],
  ]

  /// The regions of 019 (UN M.49).
  private static let americas: Set = [
    "003", "005", "013", "019", "021", "029", "419", "AG", "AI", "AR", "AW", "BB", "BL", "BM", "BO",
    "BQ", "BR", "BS", "BV", "BZ", "CA", "CL", "CO", "CR", "CU", "CW", "DM", "DO", "EC", "FK", "GD",
    "GF", "GL", "GP", "GS", "GT", "GY", "HN", "HT", "JM", "KN", "KY", "LC", "MF", "MQ", "MS", "MX",
    "NI", "PA", "PE", "PM", "PR", "PY", "SR", "SV", "SX", "TC", "TT", "US", "UY", "VC", "VE", "VG",
    "VI",
  ]
}
