import FeedEditing
package import FeedEntities
public import FeedModel
package import FeedStore
package import Foundation
package import StrictJSON

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

/// The result of decoding a document that arrives in pieces.
package struct Decoding<Entity: ContentEntity>: Equatable {
  package private(set) var values: [Entity] = []
  package private(set) var problems = DocumentProblems()
  package private(set) var unknownFields: [String: Int] = [:]

  /// Decodes `document` in pieces of `size` bytes, or whole.
  package init(_ document: Data, piecesOf size: Int? = nil) {
    var decoder = ItemListDecoder<Entity?>(.result) { fields in
      let item = ContentItem(reading: &fields, kind: Entity.kind)
      return (item.id, Entity(item))
    }
    var rest = document[...]
    while !rest.isEmpty {
      // Every piece a buffer of its own, as it would come from a file or a socket.
      values += decoder.decode(Data(rest.prefix(size ?? rest.count))).compactMap(\.self)
      rest = rest.dropFirst(size ?? rest.count)
    }
    values += decoder.finish().compactMap(\.self)
    problems = decoder.problems
    unknownFields = decoder.unknownFields
  }

  package init(_ text: String, piecesOf size: Int? = nil) {
    self.init(Data(text.utf8), piecesOf: size)
  }
}

extension DocumentProblem {
  /// Whether this is what went wrong at `pointer`, on whatever line.
  package func `is`(_ expected: Expectation, _ found: Finding, at pointer: String) -> Bool {
    self.pointer == pointer && self.expected == expected && self.found == found
  }
}
