import FeedModel
import FeedStore
import Foundation
import GRDB
import StrictJSON
import TestSupport
import Testing

/// Definitions and items that several transactions and processes use at the same time.
@Suite struct KindTransactionTests: ShopTests {
  private struct Interruption: Error {}

  private let folder: TemporaryFolder
  let store: SQLiteFeedStore

  init() throws {
    folder = try TemporaryFolder()
    try SampleDatabase.copyEmpty(to: folder.path("feed.sqlite"))
    store = try SQLiteFeedStore(path: folder.path("feed.sqlite"), indexedItemCount: 2_000)
  }

  @Test func itemsOfAnOlderDefinitionAreRefused() async throws {
    try await fill()
    let old = try #require(try await store.kinds()["shops"])
    let item = try #require(try await store.item(of: old, id: 1))
    try await apply(Self.shops(Self.fields, Self.order.dropLast()))
    let expected = StoreError.kindChanged("shops")
    func expectRefusal(
      of body: @escaping @Sendable (any ContentTransaction) throws -> Void
    ) async {
      await #expect(throws: expected) {
        try await store.write(at: SampleContent.committedAt, body)
      }
    }
    let proposal = try Self.shops()
    await expectRefusal { _ = try $0.upsert(item) }
    await expectRefusal { _ = try $0.delete(old, id: 1) }
    await expectRefusal { _ = try $0.item(of: old, id: 1) }
    await expectRefusal { _ = try $0.nextID(of: old) }
    await expectRefusal { try $0.define(KindChange(from: old, to: proposal)) }
    await #expect(throws: expected) { try await store.items(of: old, after: 0, limit: 1) }
    await #expect(throws: expected) { try await store.item(of: old, id: 1) }
    await #expect(throws: expected) {
      try await store.read { _ = try $0.count(of: old, matching: .all, visibility: nil) }
    }
  }

  /// Between the short transactions that write the kind's table anew, or before or after them.
  @Test func anImportIsDoneOrRefusedWhileItsKindChanges() async throws {
    try await fill()
    let store = try SQLiteFeedStore(
      path: store.path, briefChangeCount: 2, directChangeCount: 3, stageChunkSize: 1)
    let kind = try #require(try await store.kinds()["shops"])
    let example = try #require(try await store.item(of: kind, id: 1))
    let stage = try await store.stage()
    try await stage.add(
      (10...60).map { StagedItem(ContentItem(kind: kind, id: $0, values: example.values)) })
    async let change = apply(Self.shops(Self.fields, Self.order.dropLast()))
    do {
      let outcome = try await stage.commit(
        at: SampleContent.committedAt, by: .program, isDryRun: false)
      #expect(outcome.counts["shops"] == [.inserted: 51])
    } catch {
      #expect(error as? StoreError == .kindChanged("shops"))
    }
    _ = try await change
    let changed = try #require(try await store.kinds()["shops"])
    let count = try await store.read {
      try $0.count(of: changed, matching: .all, visibility: nil)
    }
    #expect([3, 54].contains(count))
  }

  @Test func aDefinitionThatIsNotCommittedIsForgotten() async throws {
    // Without a look at the kinds before, and with one.
    for (count, looks) in [(1, false), (2, true), (3, false)] {
      let proposal = try Self.proposal(
        #"{"kind":"shops","fields":[{"name":"f\#(count)","type":"text"}]}"#)
      await #expect(throws: Interruption.self) {
        try await store.write(at: SampleContent.committedAt) { transaction in
          if looks { #expect(try transaction.kinds() == .standard) }
          try transaction.define(KindChange(from: nil, to: proposal))
          #expect(try transaction.kinds()["shops"] == proposal.kind)
          throw Interruption()
        }
      }
      #expect(try await store.kinds() == .standard)
    }
    let proposal = try Self.shops()
    _ = try await store.write(at: SampleContent.committedAt) {
      try $0.define(KindChange(from: nil, to: proposal))
    }
    #expect(try await store.kinds()["shops"] == proposal.kind)
    #expect(try await store.kinds().names == ContentKinds.standard.names + ["shops"])
  }

  @Test func anotherProcessSeesAChangeAtOnce() async throws {
    let other = try SQLiteFeedStore(path: store.path)
    #expect(try await other.kinds() == .standard)
    try await fill()
    let kind = try #require(try await other.kinds()["shops"])
    #expect(try await other.items(of: kind, after: 0, limit: 9).count == 3)
    try await apply(Self.shops(Self.fields, Self.order.dropLast()))
    let changed = try #require(try await other.kinds()["shops"])
    #expect(changed.fields.count == kind.fields.count - 1)
    #expect(try await other.item(of: changed, id: 1)?["title"] == .text("Rice & curry"))
    _ = try await other.write(at: SampleContent.committedAt) { try $0.remove(changed) }
    #expect(try await store.kinds() == .standard)
  }

  @Test func whatRefersToAnItemIsFound() async throws {
    try await fill()
    let kind = try #require(try await store.kinds()["shops"])
    let referrers = try await store.write(
      at: SampleContent.committedAt,
      making: { transaction in
        try [(ContentKind.featuredTopics, 4), (.featuredTopics, 5), (kind, 1)].map {
          try transaction.referrer(to: $0, id: $1).map { "\($0.kind)/\($0.id)" }
        }
      })
    #expect(referrers == ["shops/1", nil, nil])
    // The file itself does not let go of it either.
    await #expect(throws: (any Error).self) {
      try await store.write(at: SampleContent.committedAt) {
        _ = try $0.delete(.featuredTopics, id: 4)
      }
    }
    #expect(try await store.item(of: .featuredTopics, id: 4) != nil)
  }

  @Test func manyItemsAreIndexedAFewAtATimeAndFoundAtAnyTime() async throws {
    let fields = ["title": #""type":"text""#, "note": #""type":"text","default":"common""#]
    try await apply(Self.shops(fields, ["title"]))
    let kind = try #require(try await store.kinds()["shops"])
    _ = try await store.write(at: SampleContent.committedAt) { transaction in
      for id in 1...4_500 {
        _ = try transaction.upsert(ContentItem(kind: kind, id: id, values: [.text("word\(id)x")]))
      }
    }
    try await apply(Self.shops(fields, ["title", "note"]))
    let changed = try #require(try await store.kinds()["shops"])
    var steps = 0
    var isLeft = true
    while isLeft, steps < 10 {
      #expect(try await found(["q": "word4321x common"]) == [4_321])
      // Items that are written, changed and removed during the indexing are found, or not, as well.
      let id = 10_000 + steps
      let step = steps
      _ = try await store.write(at: SampleContent.committedAt) { transaction in
        _ = try transaction.upsert(
          ContentItem(kind: changed, id: id, values: [.text("late\(step)"), .text("rare")]))
        _ = try transaction.upsert(
          ContentItem(kind: changed, id: 1, values: [.text("again\(step)"), .text("rare")]))
        _ = try transaction.delete(changed, id: 2 + step)
      }
      #expect(try await found(["q": "late\(step)"]) == [id])
      #expect(try await found(["q": "again\(step) rare"]) == [1])
      #expect(try await found(["q": "again\(step - 1)"]) == [])
      #expect(try await found(["q": "word\(2 + step)x"]) == [])
      isLeft = try await store.indexSome()
      steps += 1
    }
    #expect(!isLeft && steps > 2)
    #expect(try await found(["q": "word4321x common"]) == [4_321])
    #expect(try await found(["q": "rare", "sort": "-id", "id.lt": "10000"]) == [1])
    #expect(try await check() == ["ok"])
  }
}
