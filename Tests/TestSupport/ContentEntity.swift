import FeedEditing
package import FeedEntities
package import FeedModel
import FeedStore
import Foundation
import StrictJSON

/// The typed view of an item of one of the six standard kinds, as apps have it: for tests that name fields.
package protocol ContentEntity: Codable, Equatable, Sendable {
  static var kind: ContentKind { get }
  var id: Int { get set }
}

extension FeaturedTopic: ContentEntity {
  package static let kind = ContentKind.featuredTopics
}

extension RecentNews: ContentEntity {
  package static let kind = ContentKind.recentNews
}

extension CampaignBanner: ContentEntity {
  package static let kind = ContentKind.campaignBanners
}

extension TrendArticle: ContentEntity {
  package static let kind = ContentKind.trendArticles
}

extension PickupPhoto: ContentEntity {
  package static let kind = ContentKind.pickupPhotos
}

extension FavoriteScene: ContentEntity {
  package static let kind = ContentKind.favoriteScenes
}

extension ContentEntity {
  /// The entity of `item`; `nil` if it is of another kind, or a field has no value or another type.
  package init?(_ item: ContentItem) {
    let json = JSONWriter.encode { $0.item(StoredItem(item, window: .always)) }
    guard item.kind.name == Self.kind.name,
      let entity = try? JSONDecoder().decode(Self.self, from: Data(json))
    else { return nil }
    self = entity
  }

  /// The item, of ``kind``, with values that may break the rules of the kind.
  package var item: ContentItem {
    guard let json = try? JSONEncoder().encode(self), let tree = try? JSONTree(parsing: json) else {
      preconditionFailure("an entity is encoded as an object")
    }
    return ContentItem(
      kind: Self.kind, id: id, values: Self.kind.fields.map { $0.value(unchecked: tree[$0.name]) })
  }
}

extension ContentField {
  fileprivate func value(unchecked json: JSONTree?) -> FieldValue {
    switch type.storage {
    case .integer: json?.integer.map { .integer($0) } ?? example
    case .number: json?.number.map { .number($0) } ?? example
    case .date: json?.string.flatMap { Timestamp($0) }.map { .date($0) } ?? example
    default: json?.string.map { .text($0) } ?? example
    }
  }
}
