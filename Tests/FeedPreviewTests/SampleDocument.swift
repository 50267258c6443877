import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import Foundation
import TestSupport

/// Documents to draw.
enum SampleDocument {
  /// The sample home screen.
  static func home(width: Double) throws -> FeedDocument {
    try home(SampleContent.snapshot(), width: width)
  }

  /// The home screen of `snapshot`, in Tokyo.
  static func home(_ snapshot: ContentSnapshot, width: Double) throws -> FeedDocument {
    let feed = PreparedFeed(
      .home, snapshot: snapshot, timeZone: TimeZone(secondsFromGMT: 9 * 3600) ?? .gmt,
      now: SampleContent.committedAt)
    return feed.document(for: try Viewport(width: width)).document
  }
}
