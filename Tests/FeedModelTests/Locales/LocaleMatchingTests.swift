import FeedModel
import Testing

/// Which way screens read.
struct LocaleMatchingTests {
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
