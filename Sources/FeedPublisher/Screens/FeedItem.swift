import Crypto
import FeedLayout
package import FeedModel
package import Foundation
import StrictJSON

/// One item with the fields that clients would otherwise have to derive.
package struct FeedItem: Sendable {
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
  /// The item as it is published at every width, apart from the sources of its picture.
  private let json: [UInt8]
  /// The offset in ``json`` at which the sources are inserted; `nil` without a photo.
  private let sourcesPlace: Int?

  /// Tells it from the other items of its feed.
  var key: String { "\(content.kind.name):\(content.id)" }
  /// The estimated size in memory, in bytes: the JSON, as much for the content, and the rest.
  var byteCount: Int { 2 * json.count + MemoryLayout<FeedItem>.stride }

  /// `content` in `section` of `feed`, with its photo and the fields derived for readers of
  /// `labels`.
  init(
    _ content: ContentItem, photo: Photo?, in section: Composition.Section, of feed: String,
    publishing: ItemPublishing, labels: Labels
  ) {
    let addresses = publishing.pictures
    let content = content.published(at: addresses)
    self.content = content
    picture = photo.map { ItemPicture(photo: $0, addresses: addresses) }
    dateLabel = content.publicationDate.map { labels.date($0, in: publishing.timeZone) }
    stars = content.starRating.map { StarRating.fills(rating: $0) }
    action = section.action?.action(of: content)
    accessibilityLabel = [
      content.headline, content.label,
      content.starRating.map { labels.rating($0) }, content.summary, content.place,
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
            image.member("url", url)
            if let size = content.pictureSize(of: photo) {
              image.member("width", size.width)
              image.member("height", size.height)
              image.member("aspect", Double(size.width) / Double(size.height))
            }
            guard let picture else { return }
            picture.writeDescription(to: &image)
            image.key("sources")
            sourcesPlace = image.bytes.count
          }
        }
        if let action { object.object("action") { action.write(to: &$0) } }
        object.key("impression_id")
        impressionPlace = object.bytes.count + 1
        object.value(Self.unknownImpressionID)
        object.member("accessibility_label", label)
      }
    }
    impressionID = Self.impressionID(of: json, id: content.id, in: section, of: feed)
    json.replaceSubrange(
      impressionPlace..<(impressionPlace + impressionID.utf8.count), with: impressionID.utf8)
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
  /// Whether its ends may not be drawn. Those of most texts are, which need no copy.
  fileprivate var mayHaveSpaceAround: Bool {
    [unicodeScalars.first, unicodeScalars.last].contains { scalar in
      switch scalar?.properties.generalCategory {
      case .spaceSeparator, .control, .format: true
      default: false
      }
    }
  }
}

extension FeedItem {
  /// The length of impression IDs, in bytes: 96 bits of a hash suffice for many years.
  private static let impressionByteCount = 12
  /// A text as long as an impression ID in base64url, where it is not known yet.
  private static let unknownImpressionID = String(
    repeating: "-", count: impressionByteCount / 3 * 4)

  /// Identifies one appearance of item `id`, so that it is counted once however often it is drawn:
  /// the same on every server, until something of the item changes.
  ///
  /// - Parameter json: the item as it is published with ``unknownImpressionID``.
  private static func impressionID(
    of json: [UInt8], id: Int, in section: Composition.Section, of feed: String
  ) -> String {
    // No part has a line feed in it.
    let parts = [feed, section.id, section.kind.name, "\(id)", ""]
    var hash = SHA256()
    hash.update(data: Data(parts.joined(separator: "\n").utf8))
    hash.update(data: json)
    return Base64URL.encode(hash.finalize().prefix(impressionByteCount))
  }
}

/// The settings for the derived fields of items: locales, the form of dates, and addresses.
package struct ItemPublishing: Sendable {
  /// The time zone of `date_label`.
  package var timeZone: TimeZone
  /// The locales that readers are served in.
  package var locales: Locales
  /// The form of `date_label`.
  package var dateStyle: DateStyle
  /// The addresses of pictures.
  package var pictures: PictureAddresses
  /// The addresses of the pages of sections.
  package var pages: PageAddresses
  /// The key of the names of variants, the same on every server of the store.
  package var secret: [UInt8]

  package init(
    timeZone: TimeZone, locales: Locales = .standard, dateStyle: DateStyle = .numeric,
    pictures: PictureAddresses, pages: PageAddresses, secret: [UInt8] = []
  ) {
    self.timeZone = timeZone
    self.locales = locales
    self.dateStyle = dateStyle
    self.pictures = pictures
    self.pages = pages
    self.secret = secret
  }
}
