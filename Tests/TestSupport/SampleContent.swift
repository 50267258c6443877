package import FeedModel
package import FeedStore
import Foundation
import StrictJSON

/// The content of `Seeds`, without a database.
package enum SampleContent {
  /// When the sample revision was made.
  package static let committedAt = Timestamp(Date(timeIntervalSince1970: 1_669_880_000))

  /// Every sample item, as revision 1.
  package static func snapshot() throws -> ContentSnapshot {
    var items: [ContentKind: Result<[any ContentEntity], StoreError>] = [:]
    for kind in ContentKind.allCases {
      items[kind] = .success(try entities(kind.entityType))
    }
    return ContentSnapshot(
      revision: Revision(number: 1, committedAt: committedAt), items: items)
  }

  private static func entities<Entity: ContentEntity>(
    _: Entity.Type
  ) throws -> [any ContentEntity] {
    let file = PackageFiles.seeds.appending(path: "\(Entity.kind.rawValue).json")
    var decoder = ItemListDecoder<Entity>()
    return try decoder.decodeAll(Data(contentsOf: file))
  }
}
