import Crypto
import FeedLayout
package import FeedModel
import Foundation
import StrictJSON

/// One item with the fields that clients would otherwise have to derive.
package struct FeedItem: Sendable {
  /// Where an item is shown.
  struct Place {
    let feed: String
    let revision: Int
    let section: Composition.Section
    /// 0-based, among the section's items.
    let position: Int
  }

  package let content: ContentItem
  /// The day of the item's date, `yyyy.MM.dd` in the feed's time zone.
  package let dateLabel: String?
  /// How far each star is filled, for kinds with a rating.
  package let stars: [Double]?
  /// What opens when the item is tapped; `nil` if its section defines no action.
  package let action: Composition.ActionTemplate?
  /// Identifies this appearance of the item: in this place, in this revision.
  package let impressionID: String
  /// What a screen reader says.
  package let accessibilityLabel: String
  /// The item as it is published. It is the same at every width, so it is encoded once.
  package let json: [UInt8]

  /// Approximately its size in memory, in bytes: the JSON, as much for the content, and the rest.
  var byteCount: Int { 2 * json.count + 256 }

  /// `content` at `place` with its derived fields, with days in `timeZone`.
  init(_ content: ContentItem, at place: Place, timeZone: TimeZone) {
    self.content = content
    dateLabel = content.publicationDate?.label(in: timeZone)
    stars = content.starRating.map { StarRating.fills(rating: $0) }
    action = place.section.action?.expanded(for: content)
    impressionID = ImpressionID.make(id: content.id, at: place)
    accessibilityLabel = [
      content.headline, content.starRating.map { "★ \(NumberText.shortest($0))/5" }, dateLabel,
    ].compactMap { $0 }.joined(separator: ", ")
    json = Self.encode(
      content, dateLabel, stars, action, impressionID: impressionID, label: accessibilityLabel)
  }

  private static func encode(
    _ content: ContentItem, _ dateLabel: String?, _ stars: [Double]?,
    _ action: Composition.ActionTemplate?, impressionID: String, label: String
  ) -> [UInt8] {
    JSONWriter.encode { writer in
      writer.object { object in
        object.members(of: content)
        if let dateLabel { object.member("date_label", dateLabel) }
        if let stars { object.array("stars", stars) { $0.value($1) } }
        if let url = content.pictureURL {
          object.object("image") { $0.image(url, size: content.pictureSize) }
        }
        if let action { object.object("action") { action.write(to: &$0) } }
        object.member("impression_id", impressionID)
        object.member("accessibility_label", label)
      }
    }
  }
}

extension JSONWriter {
  /// The members of a picture; its size is left out if it is not known.
  fileprivate mutating func image(_ url: String, size: PictureSize?) {
    member("url", url)
    guard let size else { return }
    member("width", size.width)
    member("height", size.height)
    member("aspect", Double(size.width) / Double(size.height))
  }
}

/// Identifies one appearance of an item, so that it is counted once however often it is drawn.
enum ImpressionID {
  /// The length of the truncated hash, in bytes: 96 bits suffice for the appearances of many years.
  private static let byteCount = 12

  /// The id of item `id` at `place`: the same on every server, and stable within a revision. 16
  /// characters of base64url.
  static func make(id: Int, at place: FeedItem.Place) -> String {
    let parts = [
      place.feed, "\(place.revision)", place.section.id, place.section.kind.name, "\(id)",
      "\(place.position)",
    ]
    // No part has a line feed in it.
    let digest = SHA256.hash(data: Data(parts.joined(separator: "\n").utf8))
    return Base64URL.encode(digest.prefix(byteCount))
  }
}
