import FeedModel
import Testing

/// Which locale a reader is served in, where values are looked up, and which way screens read.
struct LocaleMatchingTests {
  private static func locales(_ text: String) -> Locales {
    Locales(text.split(separator: ",").compactMap { LocaleTag($0) })
  }

  private static func served(_ asked: String, among text: String) -> String {
    locales(text).locale(for: AskedLocales(reading: asked).tags).text
  }

  @Test(
    "A reader is served in the nearest locale, as CLDR measures it",
    arguments: [
      // Likely scripts and regions.
      ("zh-TW", "ja,zh-Hans,zh-Hant", "zh-Hant"), ("zh-HK", "ja,zh-Hans,zh-Hant", "zh-Hant"),
      ("zh-SG", "ja,zh-Hans,zh-Hant", "zh-Hans"), ("zh", "ja,zh-Hant,zh-Hans", "zh-Hans"),
      ("zh-Hant-TW", "ja,zh-TW", "zh-TW"), ("zh-TW", "ja,zh-Hant-TW", "zh-Hant-TW"),
      ("en-Latn-US", "ja,en", "en"), ("ur-IN", "ja,ur", "ur"), ("und-TW", "ja,zh-Hant", "zh-Hant"),
      // Other regions and scripts of the language.
      ("en-US", "ja,en-GB", "en-GB"), ("pt-PT", "ja,pt-BR", "pt-BR"), ("ja-JP", "en,ja", "ja"),
      ("zh-TW", "ja,zh-Hans", "zh-Hans"), ("sr-Latn", "ja,sr", "sr"), ("en", "ja,en-GB", "en-GB"),
      // Regions that write alike are nearer.
      ("en-AU", "ja,en,en-GB", "en-GB"), ("en-PR", "ja,en-GB,en", "en"),
      ("es-MX", "ja,es,es-419", "es-419"), ("es-PH", "ja,es-419,es", "es"),
      ("pt-AO", "ja,pt-BR,pt-PT", "pt-PT"), ("pt-BR", "ja,pt,pt-PT", "pt"),
      ("zh-MO", "ja,zh-TW,zh-HK", "zh-HK"), ("ar-DZ", "ja,ar-EG,ar-MA", "ar-MA"),
      // The default one, and the best known one, of those that are equally near.
      ("en-AU", "en-NZ,en-GB", "en-GB"), ("en-AU", "en-NZ,en-IE", "en-NZ"),
      ("en-CA", "ja,en-PR,en-US", "en-US"), ("es-MX", "es-AR,es-419", "es-AR"),
      // Languages that readers understand, but not the other way.
      ("no", "ja,nb", "nb"), ("nn", "ja,no", "no"), ("da", "ja,nb", "nb"),
      ("hr", "ja,bs", "bs"), ("hr", "ja,sr-Latn", "ja"), ("sh", "ja,hr", "hr"),
      ("sh", "ja,sr", "sr"),
      ("gsw", "ja,de", "de"), ("de", "ja,gsw", "ja"), ("cy", "ja,en", "en"), ("en", "ja,cy", "ja"),
      ("uz", "ja,ru", "ru"), ("yue-HK", "ja,zh-Hant", "zh-Hant"), ("arz", "ja,ar", "ar"),
      // Former codes, and those of ISO 639-2.
      ("iw", "ja,he", "he"), ("in", "ja,id", "id"), ("ji", "ja,yi", "yi"), ("tl", "ja,fil", "fil"),
      ("sh", "ja,sr-Latn", "sr-Latn"), ("cmn-Hant", "ja,zh-Hant", "zh-Hant"),
      ("eng", "ja,en", "en"),
      ("ger", "ja,de", "de"), ("pes", "ja,fa", "fa"), ("he", "ja,iw", "iw"),
      // Nothing that is near.
      ("fr", "en,ja", "en"), ("az-Arab", "ja,az", "ja"), ("hi", "ja,hi-Latn", "ja"),
      ("ja", "en,zh", "en"), ("uk", "ja,ru", "ja"), ("mk", "ja,bg", "ja"), ("et", "ja,fi", "ja"),
      ("uz-Arab", "ja,ru", "ja"), ("xx", "ja,en", "ja"), ("ug", "ja,zh-Hans", "ja"),
      // What nobody knows is matched by itself.
      ("qaa-AB", "ja,qaa", "qaa"), ("ca-valencia", "ja,ca,ca-valencia", "ca-valencia"),
      ("de-1996", "ja,de", "de"),
    ])
  func served(asked: String, locales: String, expected: String) {
    #expect(Self.served(asked, among: locales) == expected)
  }

  @Test(
    "American English is that of Canada and the Philippines, too; a region with both is near to neither",
    arguments: [
      ("en-CA", "en-US"), ("en-PH", "en-US"), ("en-PR", "en-US"), ("en-GB", "en-GB"),
      ("en-AU", "en-GB"), ("en-IN", "en-GB"), ("en-150", "en-GB"), ("en-001", "en-US"),
      ("en-029", "en-US"),
    ])
  func english(asked: String, expected: String) {
    #expect(Self.served(asked, among: "ja,en-US,en-GB") == expected)
    let other = expected == "en-US" ? "en-AU" : "en-CA"
    #expect(Self.served(asked, among: "ja,\(other),\(expected)") == expected)
  }

  @Test(
    "A reader is served in the language that is spoken around their own, or mostly known as well",
    arguments: [
      ("am", "en"), ("ca", "es"), ("ca-ES", "es"), ("cs", "sk"), ("sk", "sk"), ("bo", "zh-Hans"),
      ("za", "zh-Hans"), ("mai", "hi"), ("bal", "ur"), ("ta", "en"), ("gu-Latn", "ja"),
      ("eu", "es"), ("gan", "zh-Hans"), ("af", "en"), ("tlh", "en"), ("xx", "ja"), ("fr", "ja"),
    ])
  func around(asked: String, expected: String) {
    #expect(Self.served(asked, among: "ja,en,es,sk,zh-Hans,hi,ur") == expected)
  }

  @Test(
    "A reader of other letters is served in those of the language, but not the other way",
    arguments: [
      ("ja-Hira", "ja"), ("ja-Kana", "ja"), ("ja-Hrkt", "ja"), ("ja-Latn", "ja"), ("ja-Hani", "ja"),
      ("ko-Hang", "ko"), ("ko-Hani", "ko"), ("ko-Jamo", "ko"), ("zh-Hani", "zh-Hans"),
      ("zh-Latn", "zh-Hans"), ("hi-Latn", "hi"), ("ar-Latn", "ar"), ("mr-Latn", "mr"),
      ("he-Latn", "en"), ("ru-Latn", "en"), ("kk-Latn", "en"), ("uz-Cyrl", "ru"),
    ])
  func letters(asked: String, expected: String) {
    #expect(Self.served(asked, among: "en,ja,hi,ko,zh-Hans,ar,mr,he,ru") == expected)
    guard let language = LocaleTag(asked)?.language, language == LocaleTag(expected)?.language
    else {
      return
    }
    #expect(Self.served(language, among: "en,\(asked)") == "en")
  }

  @Test(
    "Of several that are wanted, the first counts most, unless another one is much nearer",
    arguments: [
      ("fr-CA,en", "ja,en,fr", "fr"), ("en-US,ja", "ja,en-GB", "en-GB"),
      ("zh-TW,en", "en,zh-Hans", "en"),
      ("xx,yy,zz,en-AU", "ja,en", "en"), ("da,en", "ja,nb,en", "en"), ("xx,*", "ja,en", "ja"),
    ])
  func preferred(asked: String, locales: String, expected: String) {
    #expect(Self.served(asked, among: locales) == expected)
  }

  @Test(
    "Values are looked up in the tag and then in its parents, as CLDR has them",
    arguments: [
      ("en", "en"), ("en-US", "en-US en"), ("en-GB", "en-GB en-001 en"),
      ("es-MX", "es-MX es-419 es"),
      ("pt-AO", "pt-AO pt-PT pt"), ("zh-Hant-TW", "zh-Hant-TW zh-Hant zh"),
      ("zh-TW", "zh-TW zh-Hant zh"),
      ("zh-MO", "zh-MO zh-HK zh-Hant zh"), ("zh-Hant-MO", "zh-Hant-MO zh-Hant-HK zh-Hant zh"),
      ("zh-CN", "zh-CN zh-Hans zh"), ("sr-ME", "sr-ME sr-Latn sr"), ("nb-NO", "nb-NO nb no"),
      ("iw", "iw he"), ("ja-Jpan-JP", "ja-Jpan-JP ja-Jpan ja"),
      ("ja-Latn", "ja-Latn ja"), ("hi-Latn", "hi-Latn hi"),
      // Who reads these letters may not read those.
      ("az-Arab", "az-Arab"), ("az-IR", "az-IR az-Arab"), ("uz-Cyrl-UZ", "uz-Cyrl-UZ uz-Cyrl"),
      // A single letter is left out with what follows it.
      ("en-a-bbb-x-yy", "en-a-bbb-x-yy en-a-bbb en"),
      ("sl-rozaj-biske", "sl-rozaj-biske sl-rozaj sl"),
    ])
  func lookup(tag: String, expected: String) throws {
    let tags = try #require(LocaleTag(tag)).lookup
    #expect(tags.map(\.text).joined(separator: " ") == expected)
    // Once more, as it is kept.
    #expect(LocaleTag(tag)?.lookup == tags)
  }

  @Test("A reader looks nothing up in the default locale, nor in what is more general")
  func lookupOfReaders() throws {
    let lookup = { (text: String, locales: String) in
      LocaleTag(text).map { Self.locales(locales).lookup(for: $0).map(\.text) }
    }
    let all = "en,ja,pt-BR,zh-Hant"
    #expect(lookup("en", all) == [] && lookup("en-GB", all) == ["en-GB", "en-001"])
    #expect(lookup("pt-BR", all) == ["pt-BR", "pt"])
    #expect(lookup("zh-Hant-TW", "zh-Hant,zh-Hant-TW") == ["zh-Hant-TW"])
  }

  @Test(
    "Screens read from right to left by their script",
    arguments: [
      (
        true,
        "ar he fa ur yi ps sd ug ckb dv ks syr nqo arc azb pnb iw ji rhg ar-EG ur-PK ur-IN az-Arab az-IR "
          + "pa-PK uz-AF ku-Arab ff-Adlm ha-CM en-Hebr sam man-Nkoo wo-Gara syr-Syrj"
      ),
      (
        false,
        "ja en az ar-Latn sd-Deva ks-Deva ku uz pa ha tr fa-Latn yi-Latn zh mn-Mong xx hi-Latn he-Cyrl ff"
      ),
    ])
  func direction(isRightToLeft: Bool, tags: String) {
    let others = tags.split(separator: " ").filter {
      LocaleTag($0)?.isRightToLeft != isRightToLeft
    }
    #expect(others == [])
  }
}
