import Testing

@testable import FeedPhotos

/// Threads for work that waits.
@Suite struct OwnThreadTests {
  @Test func itRunsAndAnswers() async throws {
    #expect(try await OwnThread.run { 7 } == 7)
    try OwnThread.require(16)
  }

  @Test func theErrorSaysWhatHelps() {
    #expect(OwnThreadError(reason: "r").description == "no thread can be started: r")
    #expect(
      OwnThreadError(reason: "r", started: 3, needed: 16).description.hasPrefix(
        "only 3 of 16 threads can be started (r)"))
  }
}
