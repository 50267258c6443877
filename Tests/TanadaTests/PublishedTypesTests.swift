import FeedModel
import TestSupport
import Testing

@testable import ClientTypes

/// `Web/documents.d.ts`, which is served beside the types of the scripts, is what `tanada types` writes.
struct PublishedTypesTests {
  @Test func theTypesOfTheScriptsAreThoseOfTheSchema() throws {
    try Snapshot.verify(
      ClientTypes.file(in: .typescript, for: .standard), path: "Web/documents.d.ts")
  }

  @Test func aDollarSignInATextOfKotlinIsEscaped() {
    #expect("a\"$b".quoted(dollar: #"\$"#) == ##""a\"\$b""##)
    #expect("a$b".quoted() == #""a$b""#)
  }
}
