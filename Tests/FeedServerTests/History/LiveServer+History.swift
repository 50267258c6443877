import FeedModel
import FeedPublisher
import FeedServer
import FeedStore
import Foundation
import TestSupport
import Testing

extension LiveServer {
  /// Changes the title of news 1 in a revision of its own, `minutes` after the sample revision, and waits for it.
  func retitle(_ title: String, at minutes: Int) async throws {
    clock.set(Timestamp.sample(minutes: minutes))
    let editor = try await bearer(.editor)
    let answer = try await client.send(
      "PATCH", "/v1/content/recent_news/1",
      headers: editor.merging(["Content-Type": "application/merge-patch+json"]) { $1 },
      body: Data(#"{"title":"\#(title)"}"#.utf8))
    #expect(answer.status == 200)
    try await publisher.publish()
  }
}

extension Timestamp {
  /// `minutes` after the sample revision.
  static func sample(minutes: Int) -> Timestamp {
    SampleContent.committedAt.later(minutes: minutes)
  }
}
