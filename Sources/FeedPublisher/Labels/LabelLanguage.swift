package import FeedModel
import StrictJSON

/// A language in which labels of items are written for screen readers.
///
/// A phrase has `#` in the place of the rating. Languages that are not listed get a form without words.
package struct LabelLanguage: Hashable, Sendable {
  /// The tag of the language in the list; `nil` for the form without words.
  package let tag: LocaleTag?
  private let ratingPhrase: String
  private let decimalSeparator: String

  /// The language of labels for readers in `locale`.
  package init(for locale: LocaleTag) {
    self.init(locale.lookup.first { Self.phrases[$0.text] != nil })
  }

  /// The form without words.
  static let neutral = LabelLanguage(nil)

  private init(_ tag: LocaleTag?) {
    self.tag = tag
    let phrase = tag.flatMap { Self.phrases[$0.text] } ?? "★ #/5"
    // A comma in the phrase of the number is the decimal separator of the language.
    decimalSeparator = phrase.contains("#,") ? "," : "."
    ratingPhrase = phrase.replacing("#,", with: "#")
  }

  /// The phrase for a rating from 0 to 5, such as `3.7 out of 5`.
  package func rating(_ value: Double) -> String {
    let number = NumberText.shortest(value).replacing(".", with: decimalSeparator)
    return ratingPhrase.replacing("#", with: number)
  }

  /// The phrases for a rating by language; `#,` for languages that write decimals with a comma.
  private static let phrases = [
    "ar": "# من 5", "da": "#, ud af 5", "de": "#, von 5", "en": "# out of 5", "es": "#, de 5",
    "fa": "# از 5", "fi": "#, viidestä", "fr": "#, sur 5", "he": "# מתוך 5", "hi": "5 में से #",
    "id": "#, dari 5", "it": "#, su 5", "ja": "5つ星のうち#", "ko": "5점 만점에 #점",
    "nb": "#, av 5", "nl": "#, van 5", "no": "#, av 5", "pl": "#, na 5", "pt": "#, de 5",
    "ru": "#, из 5", "sv": "#, av 5", "th": "# จาก 5", "tr": "5 üzerinden #,", "uk": "#, з 5",
    "ur": "5 میں سے #", "vi": "#, trên 5", "zh": "# 分，满分 5 分", "zh-HK": "# 分，滿分 5 分",
    "zh-Hant": "# 分，滿分 5 分", "zh-TW": "# 分，滿分 5 分",
  ]
}
