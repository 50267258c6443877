package import FeedModel
package import FeedStore
import Foundation
import StrictJSON

/// The content of `Seeds`, without a database.
package enum SampleContent {
  /// When the sample revision was made.
  package static let committedAt = Timestamp(Date(timeIntervalSince1970: 1_669_880_000))

  /// Every sample item.
  package static func items() throws -> [ContentKind: [any ContentEntity]] {
    try Dictionary(
      uniqueKeysWithValues: ContentKind.allCases.map { ($0, try entities($0.entityType)) })
  }

  /// Every sample item, as revision 1.
  package static func snapshot() throws -> ContentSnapshot {
    ContentSnapshot(
      revision: Revision(number: 1, committedAt: committedAt),
      items: try items().mapValues { .success($0) })
  }

  private static func entities<Entity: ContentEntity>(
    _: Entity.Type
  ) throws -> [any ContentEntity] {
    let file = PackageFiles.seeds.appending(path: "\(Entity.kind.rawValue).json")
    var decoder = ItemListDecoder<Entity>()
    return try decoder.decodeAll(Data(contentsOf: file))
  }
}

/// Small valid items; tests change the fields they are about.
package enum TestContent {
  /// A campaign banner.
  package static func banner(_ id: Int, campaign: Int = 1) throws -> CampaignBanner {
    var banner = try decode(
      CampaignBanner.self,
      #"{"id":1,"banner_contents_id":1,"banner_url":"https://example.com/banner.jpg"}"#)
    banner.id = id
    banner.bannerContentsID = campaign
    return banner
  }

  /// A featured topic.
  package static func topic(_ id: Int = 1) throws -> FeaturedTopic {
    var topic = try decode(
      FeaturedTopic.self,
      """
      {"id":1,"rating":3.7,"thumbnail_url":"https://example.com/topic.jpg","title":"Rice",
       "caption":"with curry","published_at":"2022-12-01T15:00:00.000+0000"}
      """)
    topic.id = id
    return topic
  }

  /// A photo of `width` × `height` pixels.
  package static func photo(_ id: Int, width: Int = 960, height: Int = 720) throws -> PickupPhoto {
    var photo = try decode(
      PickupPhoto.self,
      """
      {"id":1,"photo_url":"https://example.com/photo.jpg","photo_width":960,"photo_height":720,
       "title":"Photo","caption":"","published_at":"2022-12-01T15:00:00.000+0000"}
      """)
    photo.id = id
    photo.photoWidth = width
    photo.photoHeight = height
    return photo
  }

  private static func decode<Entity: ContentEntity>(_: Entity.Type, _ text: String) throws -> Entity
  {
    try JSONDecoder().decode(Entity.self, from: Data(text.utf8))
  }
}
