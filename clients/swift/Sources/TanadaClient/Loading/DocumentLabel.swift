import FeedLayout
import Foundation

/// The screen that a kept document is for, so that the best one is found where there is none of the same address.
struct DocumentLabel: Hashable, Sendable {
  let feed: String
  /// The width, in points.
  let width: Double
  /// The size of text, as a share of the designed size.
  let textSize: Double
  let direction: String?
  let locale: String?
  /// A checksum of all facts about the client.
  let facts: String
  /// A checksum of those facts that say who reads: nobody is shown the document of another reader.
  let reader: String
}

extension DocumentLabel {
  init(_ feed: String, _ query: FeedQuery) {
    self.feed = feed
    width = query.width
    textSize = query.textSize
    direction = query.direction?.rawValue
    locale = query.locale
    let facts = query.facts
    let reader = facts.audiences.sorted() + ["key", facts.key ?? ""]
    self.reader = Self.checksum(reader)
    self.facts = Self.checksum(reader + [facts.platform ?? "", facts.appVersion ?? ""])
  }

  private static func checksum(_ texts: [String]) -> String {
    Checksum.name(of: JSONValue.array(texts.map(JSONValue.string)).data)
  }

  /// The label that `json` is; `nil` for a file that has none.
  init?(_ json: JSONValue?) {
    guard let json, let feed = json["feed"]?.string, let width = json["width"]?.double,
      let textSize = json["text_size"]?.double, let facts = json["facts"]?.string,
      let reader = json["reader"]?.string
    else { return nil }
    self.feed = feed
    self.width = width
    self.textSize = textSize
    direction = json["direction"]?.string
    locale = json["locale"]?.string
    self.facts = facts
    self.reader = reader
  }

  var json: JSONValue {
    [
      "feed": .string(feed), "width": .number(width), "text_size": .number(textSize),
      "direction": direction.map(JSONValue.string) ?? .null,
      "locale": locale.map(JSONValue.string) ?? .null,
      "facts": .string(facts), "reader": .string(reader),
    ]
  }

  /// How far a document of this label is from the one that is wanted; less is better. `nil` for one that must not be
  /// shown in its place: of another feed, or for another reader.
  func distance(from wanted: DocumentLabel) -> DocumentDistance? {
    guard feed == wanted.feed, reader == wanted.reader else { return nil }
    return DocumentDistance(
      parts: [
        locale == wanted.locale ? 0 : 1, facts == wanted.facts ? 0 : 1,
        direction == wanted.direction ? 0 : 1, (width - wanted.width).magnitude,
        (textSize - wanted.textSize).magnitude,
      ])
  }
}

/// The differences between two screens, the gravest first.
struct DocumentDistance: Comparable {
  let parts: [Double]

  static func < (one: Self, other: Self) -> Bool {
    one.parts.lexicographicallyPrecedes(other.parts)
  }
}
