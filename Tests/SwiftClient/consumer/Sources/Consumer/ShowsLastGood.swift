import Foundation
import TanadaClient

/// With the server gone, the client shows the last good document, and says why it is not a newer one.
struct ShowsLastGood {
  let base: URL
  let store: String

  func check() async throws {
    var configuration = FeedClient.Configuration(
      base: base, store: DocumentStore(folder: URL(fileURLWithPath: store)))
    configuration.waiting.attempts = 1
    let client = FeedClient(configuration)
    var shown: LoadedFeed?
    do {
      for try await loaded in client.feed("home", query) { shown = loaded }
      throw Failure(description: "expected that the server cannot be reached")
    } catch let error as FeedError {
      try require(error.status == 0, "no answer, not \(error)")
    }
    let loaded = try require(shown, "the last good document")
    try require(loaded.source == .store, "a document of the store")
    try require(loaded.document.sections.count == 7, "the whole screen")
    // Another width has no document of its own.
    let other = try require(
      await client.lastGood("home", FeedQuery(width: 320)), "the last one of the feed")
    try require(other.document.viewportWidth == 390, "the document of another width")
    print("✔ shows the last good document, of revision \(loaded.document.revision)")
  }
}
