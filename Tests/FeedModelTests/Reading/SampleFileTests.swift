import FeedEntities
import FeedModel
import Foundation
import StrictJSON
import TestSupport
import Testing

struct SampleFileTests {
  static let itemCounts: [(ContentKind, Int)] = [
    (.featuredTopics, 8), (.recentNews, 12), (.campaignBanners, 6), (.trendArticles, 4),
    (.pickupPhotos, 20), (.favoriteScenes, 12),
  ]

  private func sample(_ kind: ContentKind) throws -> Data {
    try Data(contentsOf: PackageFiles.seeds.appending(path: "\(kind.name).json"))
  }

  @Test("A sample file has no problems", arguments: itemCounts)
  func decodes(kind: ContentKind, count: Int) throws {
    func check<Entity: ContentEntity>(_: Entity.Type) throws {
      let decoding = Decoding<Entity>(try sample(kind))
      #expect(decoding.problems.isEmpty)
      #expect(decoding.unknownFields.isEmpty)
      #expect(decoding.values.count == count)
      #expect(Entity.kind == kind)
    }
    try check(StandardEntities.type(of: kind))
  }

  @Test(
    "A sample item that is encoded and decoded again is the same",
    arguments: ContentKinds.standard.all)
  func roundTrip(kind: ContentKind) throws {
    func check<Entity: ContentEntity>(_: Entity.Type) throws {
      let values = Decoding<Entity>(try sample(kind)).values
      let encoded = try JSONEncoder().encode(["result": values])
      let again = Decoding<Entity>(encoded)
      #expect(again.problems.isEmpty && again.unknownFields.isEmpty)
      #expect(again.values == values)
      #expect(
        try JSONDecoder().decode([String: [Entity]].self, from: encoded) == ["result": values])
      #expect(try JSONValue.parse(encoded) == JSONValue.parse(sample(kind)))
    }
    try check(StandardEntities.type(of: kind))
  }

  @Test(
    "The answer does not depend on where the bytes are cut", arguments: ContentKinds.standard.all)
  func pieces(kind: ContentKind) throws {
    func check<Entity: ContentEntity>(_: Entity.Type) throws {
      let document = try sample(kind)
      // The second document has problems of every sort near its end.
      for document in [document, document.dropLast(9) + Data(",{},{\"id\":1}],\"a\":1}é".utf8)] {
        let whole = Decoding<Entity>(Data(document))
        for size in [1, 2, 3, 7, 64] {
          #expect(Decoding<Entity>(Data(document), piecesOf: size) == whole, "pieces of \(size)")
        }
      }
    }
    try check(StandardEntities.type(of: kind))
  }
}
