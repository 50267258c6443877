import FeedModel
import Foundation
import TestSupport
import Testing

/// Texts as searches and filters compare them.
@Suite struct TextFoldingTests {
  /// Those that are assigned in the planes with letters.
  private static let scalars = (0..<UInt32(0x2_0000)).compactMap(Unicode.Scalar.init).filter {
    ![.unassigned, .privateUse].contains($0.properties.generalCategory)
  }

  private static func folded(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return Array(TextFolding.fold(String(text)).unicodeScalars)
  }

  @Test(
    "One text is folded alike in all its forms",
    arguments: [
      // Composed and decomposed, also in several marks and in another order of them.
      ("café", ["cafe\u{301}", "CAFÉ", "ＣＡＦÉ", "ｃａｆｅ\u{301}"]),
      ("\u{1EAD}", ["a\u{323}\u{302}", "a\u{302}\u{323}", "\u{E2}\u{323}", "\u{1EA1}\u{302}"]),
      ("\u{E5}", ["\u{212B}", "A\u{30A}"]), ("\u{3CE}", ["\u{1F7D}", "\u{38F}"]),
      // Width, with voiced marks.
      ("abc 123!", ["ＡＢＣ　１２３！", "ABC\u{A0}123!"]), ("ガーデン", ["ｶﾞｰﾃﾞﾝ", "カ\u{3099}ーテ\u{3099}ン"]),
      ("パン", ["ﾊﾟﾝ", "ハ\u{309A}ン"]), ("₩", ["￦"]),
      // Hangul.
      ("한국어", ["\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}\u{110B}\u{1165}"]),
      ("\u{1100}", ["\u{3131}", "\u{FFA1}"]),
      // Case.
      ("strasse", ["straße", "STRASSE", "STRAẞE", "ſtraſſe"]),
      ("istanbul", ["İstanbul", "ISTANBUL", "ıstanbul", "i\u{307}stanbul"]),
      ("οδοσ", ["ΟΔΟΣ", "οδος"]), ("αι", ["ᾳ", "ᾼ", "ΑΙ", "α\u{345}"]), ("ꭰ", ["Ꭰ"]), ("ა", ["Ა"]),
      // Ligatures, signs and letters in circles.
      ("fix", ["ﬁx", "FIX", "ﬁX"]), ("st", ["\u{FB05}", "\u{FB06}"]), ("dž", ["ǆ", "ǅ", "Ǆ"]),
      ("株式会社", ["㍿"]),
      ("(株)", ["㈱"]), ("1", ["①", "¹", "１", "𝟏", "\u{1CCF1}"]),
      ("a", ["ª", "Ⓐ", "𝔄", "\u{1CCD6}"]), ("ミリ", ["㍉"]),
      ("\u{635}\u{644}\u{649}", ["\u{FEBB}\u{FEE0}\u{FEF0}"]), ("لا", ["\u{FEFB}"]),
      // What is not seen.
      ("❤", ["❤\u{FE0F}", "❤\u{FE0E}"]), ("葛", ["葛\u{E0100}"]),
      ("cooperate", ["co\u{AD}operate", "\u{200B}cooperate\u{FEFF}"]),
      ("می\u{62E}", ["می\u{200C}\u{62E}"]),
    ] as [(String, [String])])
  func forms(text: String, others: [String]) {
    let folded = Array(TextFolding.fold(text).unicodeScalars)
    for other in others {
      #expect(Array(TextFolding.fold(other).unicodeScalars) == folded, "\(other)")
    }
  }

  @Test(
    "Texts that are others stay apart",
    arguments: [
      ("か", "が"), ("カ", "か"), ("e", "é"), ("は", "ぱ"), ("o", "ø"), ("l", "ł"), ("ー", "一"),
      ("하", "한"),
      ("🍣", "🍤"), ("国", "國"), ("a", "а"), ("0", "o"), ("", "a"),
    ])
  func others(one: String, other: String) {
    #expect(TextFolding.fold(one) != TextFolding.fold(other))
  }

  @Test("What is folded stays the same, alone and beside others", arguments: SeededGenerator.seeds)
  func stable(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let changed = Self.scalars.filter { Self.folded([$0]) != [$0] }
    #expect(changed.count > 5_500)
    #expect(changed.filter { Self.folded(Self.folded([$0])) != Self.folded([$0]) } == [])
    let marks = Self.scalars.filter { $0.properties.canonicalCombiningClass != .notReordered }
    var unstable: [[Unicode.Scalar]] = []
    for _ in 0..<TestScale.count(gate: 2_000, all: 20_000, soak: 500_000) {
      let text = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        [changed, marks, Self.scalars][Int.random(in: 0..<3, using: &random)]
          .randomElement(using: &random) ?? "a"
      }
      let folded = Self.folded(text)
      if Self.folded(folded) != folded { unstable.append(text) }
    }
    #expect(unstable == [])
  }

  /// Letters that are folded by themselves are folded alike where they are beside others that need all steps.
  @Test func thePlainestTextsAreFoldedAsAllOthers() {
    for scalar in Self.scalars where (0x20..<0x3400).contains(scalar.value) {
      let beside = Self.folded([scalar, "\u{2460}"])
      // A mark may go to the letter that follows, and nothing else.
      #expect(beside == Self.folded([scalar]) + ["1"], "\(scalar.value)")
    }
  }

  @Test(arguments: [
    ("渋谷　カフェ", ["渋谷", "カフェ"]), (" a\u{A0}b\n c ", ["a", "b", "c"]),
    ("ﷺ", ["صلى", "الله", "عليه", "وسلم"]),
    ("\u{FE0F}", []), (" \u{3000}", []), ("", []), ("´", ["\u{301}"]), ("ＡＢ　ｶﾞ", ["ab", "ガ"]),
  ])
  func wordsAreThePartsOfAFoldedText(text: String, words: [String]) {
    #expect(TextFolding.words(of: text) == words)
  }
}
