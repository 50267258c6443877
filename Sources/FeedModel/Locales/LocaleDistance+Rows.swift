/// The rows of the distances of CLDR that name languages and scripts: languageInfo.xml of CLDR 48, `written_new`.
extension LocaleDistance {
  /// Distances by what a reader wants, then by what is served.
  typealias Table = [String: [String: Int]]

  /// What is served, and what readers want who understand that, but not the other way, with spaces between.
  private typealias Rows = [String: String]

  /// The distances between languages.
  static let languages: Table = {
    var table = distances(of: [
      4: ["de": "gsw lb"], 10: varieties, 20: related, 30: secondLanguages,
    ])
    for (one, other, distance) in understoodBothWays {
      table[one, default: [:]][other] = distance
      table[other, default: [:]][one] = distance
    }
    return table
  }()

  /// The distances between languages in their scripts, where those are not the same.
  ///
  /// Present versions have none between both scripts of Chinese. Those of older ones stay: who reads one of them gets the
  /// other rather than another language.
  static let scripts: Table = distances(of: [
    5: [
      "ja-Hrkt": "ja-Hira ja-Kana", "ja-Jpan": "ja-Hani ja-Hira ja-Hrkt ja-Kana ja-Latn",
      "ko-Hang": "ko-Jamo", "ko-Kore": "ko-Hang ko-Hani ko-Jamo", "sr-Cyrl": "sh-Latn sr-Latn",
      "sh-Latn": "sr-Cyrl", "sr-Latn": "sr-Cyrl",
    ],
    10: [
      "en-Latn": """
      am-Ethi bn-Beng ka-Geor km-Khmr kn-Knda lo-Laoo ml-Mlym my-Mymr ne-Deva or-Orya pa-Guru ps-Arab sd-Arab \
      si-Sinh ta-Taml te-Telu ti-Ethi ur-Arab yi-Hebr
      """,
      "ru-Cyrl": "az-Latn hy-Armn tk-Latn uz-Latn", "zh-Hans": "bo-Tibt za-Latn",
    ],
    15: ["zh-Hant": "zh-Hans"],
    19: ["zh-Hans": "zh-Hant"],
    20: [
      "ar-Arab": "ar-Latn", "bn-Beng": "bn-Latn", "gu-Gujr": "gu-Latn", "hi-Deva": "hi-Latn",
      "kn-Knda": "kn-Latn", "ml-Mlym": "ml-Latn", "mr-Deva": "mr-Latn", "ta-Taml": "ta-Latn",
      "te-Telu": "te-Latn", "zh-Hans": "zh-Hani zh-Latn", "zh-Hant": "zh-Hani",
    ],
  ])

  /// Whether `code` is a variety of `language`, as tags have it behind the language: `zh-yue`.
  static func isVariety(_ code: String, of language: String) -> Bool {
    languages[code]?[language] == 10
  }

  private static func distances(of rows: [Int: Rows]) -> Table {
    var table: Table = [:]
    for (distance, rows) in rows {
      for (served, wanted) in rows {
        for wanted in wanted.split(separator: " ") {
          table[String(wanted), default: [:]][served] = distance
        }
      }
    }
    return table
  }

  /// Languages that readers of either understand.
  private static let understoodBothWays = [
    ("no", "nb", 1), ("bs", "hr", 4), ("bs", "sh", 4), ("hr", "sh", 4), ("sr", "sh", 4),
    ("aa", "ssy", 4), ("no", "da", 8), ("nb", "da", 8),
    ("sk", "cs", 20), ("nb", "nn", 20), ("no", "nn", 20),
  ]

  /// The languages that are varieties of another one.
  private static let varieties: Rows = [
    "ar": """
    aao abh abv acm acq acw acx acy adf aeb aec afb ajp apc apd arq ars ary arz auz avl ayh \
    ayl ayn ayp bbz pga shu ssh
    """,
    "az": "azb", "et": "vro", "ff": "ffm fub fue fuf fuh fui fuq fuv", "gn": "gnw gui gun nhd",
    "iu": "ikt", "kln": "enb eyo niq oki pko sgc tec tuy", "kok": "gom", "kpe": "gkp",
    "luy": "ida lkb lko lks lri lrm lsm lto lts lwg nle nyd rag", "lv": "ltg",
    "mg": "bhr bjq bmm bzc msh skg tdx tkg txy xmv xmw", "mn": "mvf",
    "ms": """
    bjn btj bve bvu coa dup hji id jak jax kvb kvr kxd lce lcf liw max meo mfa mfb min mqg \
    msi mui orn ors pel pse tmw urk vkk vkt xmm zlm zmi
    """,
    "ne": "dty", "om": "gax hae orc", "or": "spv", "ps": "pbt pst",
    "qu": """
    qub qud quf qug quh quk qul qup qur qus quw qux quy qva qvc qve qvh qvi qvj qvl qvm qvn \
    qvo qvp qvs qvw qvz qwa qwc qwh qws qxa qxc qxh qxl qxn qxo qxp qxr qxt qxu qxw
    """,
    "sc": "sdc sdn sro", "sq": "aae aat aln", "syr": "aii", "uz": "uzs", "yi": "yih",
    "zh": "cdo cjy cpx czh czo gan hak hsn lzh mnp nan wuu yue",
  ]

  /// Those that are related to another one, or spoken where that is.
  private static let related: Rows = [
    "da": "fo", "de": "rm", "en": "af chr cy ga gd haw is mi pcm", "es": "ay ca eu gl gn",
    "fr": "br co crs ht oc", "hi": "mai", "id": "jv su", "it": "la scn", "nl": "fy", "ru": "be",
    "ur": "bal", "zh": "bo ug za",
  ]

  /// Those whose readers mostly know another one as well.
  private static let secondLanguages: Rows = [
    "ar": "ckb",
    "en": """
    ach ak am bem bn ee eo gaa ha ia ig ka km kn kri lg lo loz mfe ml mt my ne nso ny nyn om \
    or pa ps rn sd si sn so sq st sw ta te ti tlh tn to tum ur xh yi yo zu
    """,
    "es": "qu", "fil": "ceb", "fr": "kg ln lua mg rw wo", "hi": "bh gu mr sa", "id": "ms",
    "ru": "ab az hy kk ky mn tg tk tt uz", "tr": "ku",
  ]
}
