import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import Foundation
import TestSupport

/// Prepared feeds to test documents with.
enum Feeds {
  static let tokyo = TimeZone(identifier: "Asia/Tokyo") ?? .gmt
  /// A moment that no document should show when there is content.
  static let now = Timestamp(Date(timeIntervalSince1970: 1_800_000_000))

  /// The home screen with `snapshot` for content.
  static func home(_ snapshot: ContentSnapshot) -> PreparedFeed {
    PreparedFeed(.home, snapshot: snapshot, timeZone: tokyo, now: now)
  }

  /// The home screen with the sample content.
  static func samples() throws -> PreparedFeed {
    home(try SampleContent.snapshot())
  }

  /// The home screen with `items` for one kind, and nothing else.
  static func home(
    _ kind: ContentKind, _ items: Result<[any ContentEntity], StoreError>
  ) -> PreparedFeed {
    home(
      ContentSnapshot(
        revision: Revision(number: 3, committedAt: SampleContent.committedAt),
        items: [kind: items]))
  }

  /// What is served of `feed`, at 390 points.
  static func published(_ feed: PreparedFeed, width: Double = 390) throws -> JSONValue {
    let viewport = try Viewport(width: width)
    return try JSONValue.parse(
      PublishedFeed(rendering: feed, for: [viewport]).screen(for: viewport).bytes)
  }
}
