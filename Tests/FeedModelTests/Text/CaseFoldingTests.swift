import FeedModel
import Testing

@Suite struct CaseFoldingTests {
  private static let scalars = (0..<UInt32(0x11_0000)).compactMap(Unicode.Scalar.init)

  private static func single(_ mapping: String) -> Unicode.Scalar? {
    mapping.unicodeScalars.count == 1 ? mapping.unicodeScalars.first : nil
  }

  @Test func whatIsFoldedStaysTheSame() {
    let changed = Self.scalars.filter {
      TextFolding.withoutCase(TextFolding.withoutCase($0)) != TextFolding.withoutCase($0)
    }
    #expect(changed == [])
  }

  @Test func theCasesOfALetterAreTheSame() {
    let apart = Self.scalars.filter { scalar in
      let properties = scalar.properties
      return [
        properties.lowercaseMapping, properties.uppercaseMapping, properties.titlecaseMapping,
      ].compactMap(Self.single).contains {
        TextFolding.withoutCase($0) != TextFolding.withoutCase(scalar)
      }
    }
    #expect(apart == [])
  }

  @Test func lettersOfWhichTheUpperCasesAreTheSameAreTheSame() {
    let cased = Self.scalars.filter(\.properties.changesWhenCaseMapped)
    // Not as texts, of which those are equal that are canonically equivalent.
    let groups = Dictionary(grouping: cased) {
      Array($0.properties.uppercaseMapping.unicodeScalars)
    }
    for letters in groups.values {
      #expect(Set(letters.map(TextFolding.withoutCase)).count == 1, "\(letters)")
    }
  }

  @Test func otherScalarsStandForThemselves() {
    let folded = Self.scalars.filter {
      TextFolding.withoutCase($0) != $0 && !$0.properties.changesWhenCaseMapped
    }
    #expect(folded == [])
  }

  @Test(
    "Letters are folded as documented",
    arguments: [
      ("AZaz09[", "azaz09["), ("İıIi", "iiii"), ("ẞß", "ßß"), ("ΣσςSſ", "σσσss"), ("ᾼᾳ", "ᾳᾳ"),
      ("\u{212A}\u{212B}\u{2126}µ", "k\u{E5}ωμ"), ("ǄǅǆŉǰﬀﬅŒ", "ǆǆǆŉǰﬀﬆœ"), ("ᎠᏰꭰᏸ", "ꭰᏸꭰᏸ"),
      ("Თა", "თა"), ("Ａ駅カ", "ａ駅カ"), ("e\u{301}É", "e\u{301}é"), ("ΐ\u{1FD3}", "ΐ\u{390}"),
    ])
  func examples(text: String, folded: String) {
    #expect(text.unicodeScalars.map(TextFolding.withoutCase) == Array(folded.unicodeScalars))
  }
}
