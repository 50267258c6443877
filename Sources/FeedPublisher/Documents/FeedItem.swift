import Crypto
import FeedLayout
package import FeedModel
import Foundation
import StrictJSON

/// One item with the fields that clients would otherwise have to derive.
package struct FeedItem: Sendable {
  /// The place of an item: its section in a feed.
  struct Place {
    let feed: String
    let section: Composition.Section
  }

  package let content: ContentItem
  /// The photo of the store that it shows; `nil` for a picture elsewhere, or none.
  package let picture: ItemPicture?
  /// The day of the item's date in the feed's time zone.
  package let dateLabel: String?
  /// How far each star is filled, for kinds with a rating.
  package let stars: [Double]?
  /// The action of a tap on the item; `nil` if its section defines none.
  package let action: ItemAction?
  /// Identifies this appearance of the item: in its section, until something of it changes.
  package let impressionID: String
  /// The text for screen readers.
  package let accessibilityLabel: String
  /// The item as it is published, apart from the sources of its picture. It is the same at every width, so
  /// it is encoded once.
  private let json: [UInt8]
  /// The offset in ``json`` at which the sources are inserted; `nil` without a photo.
  private let sourcesPlace: Int?

  /// The estimated size in memory, in bytes: the JSON, as much for the content, and the rest.
  var byteCount: Int { 2 * json.count + MemoryLayout<FeedItem>.stride }

  /// `content` at `place` with its derived fields.
  ///
  /// - Parameters:
  ///   - photo: the photo that it shows; `nil` for none.
  ///   - labels: the labels for the reader.
  init(
    _ content: ContentItem, photo: Photo?, at place: Place, publishing: ItemPublishing,
    labels: Labels
  ) {
    let addresses = publishing.pictures
    let content = content.published(at: addresses)
    self.content = content
    picture = photo.map { ItemPicture(photo: $0, addresses: addresses) }
    dateLabel = content.publicationDate.map { labels.date($0, in: publishing.timeZone) }
    stars = content.starRating.map { StarRating.fills(rating: $0) }
    action = place.section.action?.action(of: content)
    accessibilityLabel = [
      content.headline, content.label,
      content.starRating.map { labels.language.rating($0) }, content.summary, content.place,
      content.author, dateLabel,
    ].compactMap { $0?.onOneLine }.filter { !$0.isEmpty }.joined(separator: ", ")
    let (picture, dateLabel, stars, action) = (picture, dateLabel, stars, action)
    let label = accessibilityLabel
    let url = content.pictureURL ?? photo.map { addresses.wholePicture(of: $0.id) }
    var (sourcesPlace, impressionPlace): (Int?, Int) = (nil, 0)
    var json = JSONWriter.encode { writer in
      writer.object { object in
        object.members(of: content)
        if let dateLabel { object.member("date_label", dateLabel) }
        if let stars { object.array("stars", stars) { $0.value($1) } }
        if let url {
          object.object("image") { image in
            image.picture(url, size: content.pictureSize(of: photo))
            guard let picture else { return }
            picture.writeDescription(to: &image)
            image.key("sources")
            sourcesPlace = image.bytes.count
          }
        }
        if let action { object.object("action") { action.write(to: &$0) } }
        object.key("impression_id")
        impressionPlace = object.bytes.count + 1
        object.value(ImpressionID.unknown)
        object.member("accessibility_label", label)
      }
    }
    impressionID = ImpressionID.make(of: json, id: content.id, at: place)
    json.replaceSubrange(
      impressionPlace..<(impressionPlace + ImpressionID.length), with: impressionID.utf8)
    self.json = json
    self.sourcesPlace = sourcesPlace
  }

  /// The item as it is published where its picture is drawn in `box`.
  package func json(in box: PictureBox) -> [UInt8] {
    guard let picture, let sourcesPlace else { return json }
    let sources = JSONWriter.encode { picture.writeSources(for: box, to: &$0) }
    return json[..<sourcesPlace] + sources + json[sourcesPlace...]
  }
}

extension JSONWriter {
  /// The members of a picture; its size is left out if it is not known.
  fileprivate mutating func picture(_ url: String, size: PictureSize?) {
    member("url", url)
    guard let size else { return }
    member("width", size.width)
    member("height", size.height)
    member("aspect", Double(size.width) / Double(size.height))
  }
}

extension String {
  /// The text with a space where its lines break.
  fileprivate var onOneLine: String {
    split(whereSeparator: \.isNewline)
      .map { $0.mayHaveSpaceAround ? $0.trimmingCharacters(in: .whitespaces) : String($0) }
      .filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}

extension Substring {
  /// Whether it begins or ends with something that is not drawn. Most texts do not, and need no copy.
  fileprivate var mayHaveSpaceAround: Bool {
    [unicodeScalars.first, unicodeScalars.last].contains { scalar in
      switch scalar?.properties.generalCategory {
      case .spaceSeparator, .control, .format: true
      default: false
      }
    }
  }
}

/// Identifies one appearance of an item, so that it is counted once however often it is drawn.
enum ImpressionID {
  /// The length of the truncated hash, in bytes: 96 bits suffice for the appearances of many years.
  private static let byteCount = 12

  /// The length of an id, in characters of base64url.
  static let length = byteCount / 3 * 4
  /// A text as long as an id, where it is not known yet.
  static let unknown = String(repeating: "-", count: length)

  /// The id of item `id` at `place`, which is published as `json` with ``unknown`` as its id. It is the same on every
  /// server and at every position of the section, and another one when something of the item has changed.
  static func make(of json: [UInt8], id: Int, at place: FeedItem.Place) -> String {
    // No part has a line feed in it.
    let parts = [place.feed, place.section.id, place.section.kind.name, "\(id)", ""]
    var hash = SHA256()
    hash.update(data: Data(parts.joined(separator: "\n").utf8))
    hash.update(data: json)
    return Base64URL.encode(hash.finalize().prefix(byteCount))
  }
}
