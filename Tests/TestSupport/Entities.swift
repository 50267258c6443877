import FeedEntities
import FeedEditing
public import FeedModel
package import FeedStore
package import Foundation

// Writing and reading content as entities, whose fields have Swift types.

extension ContentWriter {
  /// Inserts `entity`, or replaces the one with its id if any field differs.
  package func upsert(_ entity: some ContentEntity) throws -> Change {
    try upsert(entity.item)
  }

  /// Puts `entity` in place and says when it is shown.
  package func save(
    _ entity: some ContentEntity, window: Window? = nil, by actor: AuditActor
  ) throws -> Change {
    try save(entity.item, window: window, by: actor)
  }
}

extension FeedStore {
  /// The entity `id`, shown or not.
  package func entity<Entity: ContentEntity>(
    _: Entity.Type = Entity.self, id: Int
  ) async throws -> Entity? {
    try await item(of: Entity.kind, id: id).flatMap { Entity($0) }
  }
}

extension ContentKind: CustomStringConvertible {
  /// The name that a failed test shows.
  public var description: String { name }
}

/// The typed views of the standard kinds.
package enum StandardEntities {
  package static let all: [any ContentEntity.Type] = [
    FeaturedTopic.self, RecentNews.self, CampaignBanner.self, TrendArticle.self, PickupPhoto.self,
    FavoriteScene.self,
  ]

  /// A kind without a typed view.
  package struct Missing: Error {
    package let kind: String
  }

  /// The typed view of `kind`.
  package static func type(of kind: ContentKind) throws -> any ContentEntity.Type {
    guard let type = all.first(where: { $0.kind == kind }) else { throw Missing(kind: kind.name) }
    return type
  }
}

// Reading compositions by the standard kinds.

extension Composition {
  /// Reads a composition of the standard kinds.
  package init(reading document: Data, of feed: String) throws {
    try self.init(reading: document, of: feed, kinds: .standard)
  }
}
