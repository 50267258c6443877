/// How far a locale is from one that a reader wants, as CLDR measures it: the distances called `written_new` in
/// languageInfo.xml of CLDR 48.
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

  // MARK: - Languages and scripts

  private static func languages(_ wanted: String, _ served: String) -> Int {
    languages[wanted]?[served] ?? 80
  }

  private static func scripts(_ wanted: LikelySubtags, _ served: LikelySubtags) -> Int {
    // Who understands a language reads it, if nobody knows in which letters they write their own.
    if wanted.language != served.language, wanted.script.isEmpty { return 0 }
    return scripts["\(wanted.language)-\(wanted.script)"]?["\(served.language)-\(served.script)"]
      ?? 50
  }

  // MARK: - Regions

  private static func regions(_ wanted: LikelySubtags, _ served: LikelySubtags) -> Int {
    guard wanted.language == served.language, let group = groups[wanted.language],
      wanted.language != "zh" || [wanted.script, served.script] == ["Hant", "Hant"]
    else { return 4 }
    /// Whether a region is one of the group; `nil` for one that has some of them, and others.
    func isInside(_ region: String) -> Bool? {
      group.mixed.contains(region) ? nil : group.regions.contains(region)
    }
    let side = isInside(wanted.region)
    guard let side, side == isInside(served.region) else { return 5 }
    let isBritish = wanted.region == "GB" || served.region == "GB"
    return wanted.language == "en" && !side && isBritish ? 3 : 4
  }

  /// Regions that write a language alike, as all others do, too; and the larger regions that have some of these, and others.
  private typealias RegionGroup = (regions: Set<String>, mixed: Set<String>)

  private static let groups: [String: RegionGroup] = [
    "ar": (
      regions: ["DZ", "EH", "LY", "MA", "MR", "TN"], mixed: ["001", "002", "011", "015", "202"]
    ),
    "en": (
      regions: ["AS", "CA", "GU", "MH", "MP", "PH", "PR", "UM", "US", "VI"],
      mixed: ["001", "003", "009", "019", "021", "029", "035", "057", "061", "142"]
    ),
    "es": americas, "pt": americas,
    "zh": (regions: ["HK", "MO"], mixed: ["001", "030", "142"]),
  ]

  /// The regions of 019 (UN M.49).
  private static let americas: RegionGroup = (
    regions: [
      "003", "005", "013", "019", "021", "029", "419", "AG", "AI", "AR", "AW", "BB", "BL", "BM",
      "BO", "BQ", "BR", "BS", "BV", "BZ", "CA", "CL", "CO", "CR", "CU", "CW", "DM", "DO", "EC",
      "FK", "GD", "GF", "GL", "GP", "GS", "GT", "GY", "HN", "HT", "JM", "KN", "KY", "LC", "MF",
      "MQ", "MS", "MX", "NI", "PA", "PE", "PM", "PR", "PY", "SR", "SV", "SX", "TC", "TT", "US",
      "UY", "VC", "VE", "VG", "VI",
    ], mixed: ["001"]
  )
}
