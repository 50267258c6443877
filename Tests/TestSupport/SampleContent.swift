package import FeedEntities
package import FeedModel
package import FeedStore
import Foundation
import StrictJSON

/// The six sample files of `Seeds`, without a database.
package enum SampleContent {
  /// When the sample revision was made.
  package static let committedAt = Timestamp(Date(timeIntervalSince1970: 1_669_880_000))

  /// The paths of the files.
  package static var files: [String] {
    ContentKinds.standard.names.map { PackageFiles.seeds.appending(path: "\($0).json").path }
  }

  /// Every sample item.
  package static func items() throws -> [ContentKind: [ContentItem]] { try read.get() }

  /// The items of all files, which are read once.
  private static let read = Result {
    try Dictionary(uniqueKeysWithValues: ContentKinds.standard.all.map { ($0, try items(of: $0)) })
  }

  private static func items(of kind: ContentKind) throws -> [ContentItem] {
    let file = PackageFiles.seeds.appending(path: "\(kind.name).json")
    var decoder = ItemListDecoder<ContentItem>(of: kind)
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
  { try JSONDecoder().decode(Entity.self, from: Data(text.utf8)) }
}

/// Some content as of one revision.
package struct SampleSnapshot: Sendable {
  /// The revision all of it belongs to; `nil` before the first write.
  package let revision: Revision?
  /// The items of each kind, or why they could not be read.
  package let items: [ContentKind: Result<[ContentItem], StoreError>]

  package init(revision: Revision?, items: [ContentKind: Result<[ContentItem], StoreError>]) {
    self.revision = revision
    self.items = items
  }
}

extension FeedStore {
  /// The first `limit` items of every kind that are shown at the newest revision, all as of that. A
  /// kind that cannot be read is reported beside the others.
  package func snapshot(limit: Int) async throws -> SampleSnapshot {
    try await read { reader in
      let revision = try reader.latestRevision()
      let visibility = revision.map { Visibility(at: $0.committedAt) }
      var items: [ContentKind: Result<[ContentItem], StoreError>] = [:]
      for kind in try reader.kinds().all {
        do {
          items[kind] = .success(
            try reader.items(
              of: kind, matching: .all, visibility: visibility, after: nil, limit: limit
            ).map(\.content))
        } catch let error as StoreError {
          items[kind] = .failure(error)
        }
      }
      return SampleSnapshot(revision: revision, items: items)
    }
  }
}
