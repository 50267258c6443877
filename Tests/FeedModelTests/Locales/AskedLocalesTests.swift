import FeedModel
import Testing

/// The locales that readers ask for, in the ways in which systems write them.
struct AskedLocalesTests {
  @Test(
    "A locale is read as systems write it",
    arguments: [
      ("en_US", "en-US"), ("en-us", "en-US"), ("EN", "en"), (" en-GB ", "en-GB"),
      ("en__US", "en-US"), ("-en", "en"),
      ("en_US.UTF-8", "en-US"), ("de_DE@euro", "de-DE"), ("de_DE.UTF-8@euro", "de-DE"),
      ("sr_RS@latin", "sr-Latn-RS"), ("uz_UZ.UTF-8@cyrillic", "uz-Cyrl-UZ"),
      ("en_US_POSIX", "en-US"),
      // Java and Android.
      ("zh_TW_#Hant", "zh-Hant-TW"), ("sr__#Latn", "sr-Latn"), ("th_TH_TH_#u-nu-thai", "th-TH"),
      // Apple's.
      ("zh-Hans_CN", "zh-Hans-CN"), ("en_US@rg=gbzzzz", "en-US"),
      ("ja_JP@calendar=japanese;currency=JPY", "ja-JP"),
      // BCP 47.
      ("en-US-u-ca-gregory-nu-latn", "en-US"), ("ar-EG-x-private", "ar-EG"),
      ("zh-cmn-Hans", "zh-Hans"),
      ("zh-yue-HK", "yue-HK"), ("zh-min-nan", "nan"), ("ca-valencia", "ca-valencia"),
      ("es-419", "es-419"),
      // Tags that were registered as they are.
      ("i-hak", "hak"), ("I_Klingon", "tlh"), ("i-lux", "lb"), ("no-nyn", "nn"),
      ("zh-hakka", "hak"),
      ("zh-xiang", "hsn"), ("art-lojban", "jbo"), ("i-hak,en;q=0.5", "hak en"), ("ms-zlm", "zlm"),
      // What can be read of what is broken or too long.
      ("en--US", "en-US"), ("en-", "en"), ("en-US-!!!", "en-US"), ("en-US-abcdefghi", "en-US"),
      ("aa-bbbbbbbb-bbbbbbbb-bbbbbbbb-bbbbbbb", "aa"), ("en-US-\u{E9}", "en-US"),
      ("zh-Hant-TW-u-" + String(repeating: "a", count: 2_000), "zh-Hant-TW"),
      // Several.
      ("fr,en", "fr en"), ("de-CH, en;q=0.8, fr;q=0.9", "de-CH fr en"), ("en;q=0,ja", "ja"),
      ("en;q=0.5,*;q=0.1", "en"), ("en;q=x,ja", "en ja"), ("en ; q=0.2 , ja", "ja en"),
      ("en,en", "en"),
      (",,en,", "en"), ("de,+en", "de en"), ("C,en", "en"), ("?,en", "en"),
    ])
  func read(text: String, tags: String) {
    let asked = AskedLocales(reading: text)
    #expect(asked.tags.map(\.text).joined(separator: " ") == tags)
    #expect(!asked.areUnknown)
  }

  @Test(
    "What names no locale is not known",
    arguments: [
      ("", false), (" ", false), ("C", false), ("POSIX", false), ("C.UTF-8", false), ("und", false),
      (",", false), ("en;q=0", false), ("e", true), ("?", true), ("english", true),
      ("x-private", true), ("i-default", true),
      ("日本", true), ("1", true), ("en GB", true), ("\u{E9}n", true), ("%", true),
    ])
  func unknown(text: String, hasUnreadable: Bool) {
    let asked = AskedLocales(reading: text)
    #expect(asked.areUnknown && asked.hasUnreadable == hasUnreadable)
  }

  @Test("Whoever takes any locale gets the default one, and is told nothing")
  func any() {
    let asked = AskedLocales(reading: "*")
    #expect(asked.tags == [] && asked.areAny && !asked.areUnknown)
  }

  @Test("Of a list without end, the beginning is read")
  func long() {
    let asked = AskedLocales(reading: String(repeating: "xx-AA,", count: 100_000) + "en")
    #expect(asked.tags.map(\.text) == ["xx-AA"])
  }
}
