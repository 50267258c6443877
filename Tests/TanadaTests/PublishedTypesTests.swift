import ClientTypes
import FeedModel
import TestSupport
import Testing

/// `Web/documents.d.ts`, which is served beside the types of the scripts, is what `tanada types` writes.
struct PublishedTypesTests {
  @Test func theTypesOfTheScriptsAreThoseOfTheSchema() throws {
    try Snapshot.verify(
      ClientTypes.file(in: .typescript, for: .standard), path: "Web/documents.d.ts")
  }
}
