package import FeedModel

/// The schemas of feed documents, their pages and their events, part by part: the one source of `/openapi.json` and of
/// `tanada types`.
package enum Documents {
  /// The components of all documents, for a database with `kinds`.
  package static func components(_ kinds: ContentKinds) -> [Schema.Component] {
    geometry + pictures + cells + slots + headers + motion + layouts + items(kinds)
      + sections(kinds) + screens + events
  }
}

extension Schema {
  /// A length in points.
  static let length = Schema.number(0...Double.greatestFiniteMagnitude)

  /// The position of an element, from 0.
  static let position = Schema.integer(0...Int.max)

  /// The id of an item.
  static let itemID = Schema.integer(1...Int.max)

  /// The ids of items in their order.
  static let itemIDs = Schema.array(of: .itemID)
}
