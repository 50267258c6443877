import FeedModel
import StrictJSON
import TestSupport
import Testing

@testable import FeedServer

/// `Web/assets/documents.d.ts`, which is served beside the types of the scripts, is what `tanada types` writes.
struct PublishedTypesTests {
  @Test func theTypesOfTheScriptsAreThoseOfTheSchema() throws {
    try Snapshot.verify(
      ClientTypes.typescript.file(for: .standard), path: "Web/assets/documents.d.ts")
  }

  @Test func aDollarSignInATextOfKotlinIsEscaped() {
    #expect("a\"$b".quoted(dollar: #"\$"#) == ##""a\"\$b""##)
    #expect("a$b".quoted() == #""a$b""#)
  }

  /// What cannot be seen, or turns the direction of what follows, is an escape of the language.
  @Test func nothingHidesInATextOfCode() {
    let text = "a\u{202E}b\u{9B}\u{200B}\u{E0041}\u{2028}é駅"
    #expect(text.quoted() == #""a\u202Eb\u009B\u200B\uDB40\uDC41\u2028é駅""#)
    #expect(
      text.quoted(escape: \.escapedInSwift) == #""a\u{202E}b\u{9B}\u{200B}\u{E0041}\u{2028}é駅""#)
    #expect("\0\t\n".quoted() == #""\u0000\t\n""#)
  }

  @Test func aCommentTurnsNothingAround() {
    #expect(
      "one\u{202E} */ two\u{2028}three\u{1B}[2J".commentLines()
        == [#"one\u{202E} * / two three\u{1B}[2J"#])
  }

  @Test(arguments: ClientTypes.allCases) func nothingHidesInTheTypesOfAKind(language: ClientTypes) {
    let kind = ContentKind(
      name: "notes", title: "N\u{202E}otes\u{9B}2J",
      fields: [ContentField("mood", ChoiceField(["a\u{202E}b", "c\u{2066}d"]))],
      roles: ContentRoles([:]), layout: Composition.LayoutChoice(type: "shelf", options: [:]))
    let file = language.file(for: ContentKinds(ContentKinds.standard.all + [kind]))
    #expect(file.unicodeScalars.allSatisfy { $0.isPrintable || $0 == "\n" })
    #expect(file.contains(language == .swift ? #""a\u{202E}b""# : #""a\u202Eb""#))
  }
}
