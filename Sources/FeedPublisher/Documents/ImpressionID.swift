import Crypto
import FeedModel
import Foundation

/// What names one appearance of an item, so that it is counted once however often it is drawn.
enum ImpressionID {
  /// How much of the hash is kept, in bytes: 96 bits tell the appearances of many years apart.
  private static let byteCount = 12

  /// The id of item `id` at `place`: the same on every server, and stable within a revision. 16
  /// characters of base64url.
  static func make(id: Int, at place: FeedItem.Place) -> String {
    let parts = [
      place.feed, "\(place.revision)", place.section.id, place.section.kind.rawValue, "\(id)",
      "\(place.position)",
    ]
    // No part has a line feed in it.
    let digest = SHA256.hash(data: Data(parts.joined(separator: "\n").utf8))
    return Data(digest.prefix(byteCount)).base64EncodedString()
      .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
  }
}
