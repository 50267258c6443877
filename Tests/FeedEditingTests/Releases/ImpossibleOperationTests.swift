import FeedEditing
import FeedModel
import FeedStore
import Foundation
import StrictJSON
import TestSupport
import Testing

/// Operations of releases that refer to something that is gone by now.
@Suite struct ImpossibleOperationTests: ReleaseSuite {
  let folder: TemporaryFolder
  let store: any FeedStore
  let now = WallClock()
  let editor: Editor

  init() async throws {
    folder = try TemporaryFolder()
    store = try await Self.makeStore(in: folder)
    editor = Editor(store: store, clock: { SampleContent.committedAt })
    let shops = try Self.shops()
    _ = try await store.write(at: SampleContent.committedAt) { transaction in
      _ = try transaction.upsert(TestContent.topic(4).item)
      try transaction.define(KindChange(from: nil, to: shops))
    }
  }

  private static func shops() throws -> KindProposal {
    try KindProposal(
      reading: JSONTree(
        parsing: Data(
          """
          {"kind":"shops","fields":[{"name":"name","type":"text"},
            {"name":"topic","type":"reference","kind":"featured_topics","required":false}]}
          """.utf8)))
  }

  private static let operations = """
    \(patch(1, campaign: 11)), \(patch(2, campaign: 11)),
    {"op":"create","kind":"shops","id":7,"body":{"name":"a","topic":4}},
    {"op":"create","kind":"shops","body":{"name":"b"}},
    {"op":"compose","feed":"town","body":{"sections":[{"id":"s","kind":"shops","title":"S"}]}}
    """

  private func write(_ body: @escaping @Sendable (any ContentTransaction) throws -> Void)
    async throws
  {
    _ = try await store.write(at: SampleContent.committedAt, body)
  }

  private func found(_ id: Int) async throws -> [ReleaseConflict] {
    try await store.read { try $0.existingRelease(id).conflicts(in: $0) }
  }

  private static func skipped(_ outcomes: [BatchOutcome]) -> [Int] {
    outcomes.enumerated().compactMap { index, outcome in
      if case .skipped = outcome { index } else { nil }
    }
  }

  @Test func everythingThatIsGoneIsNamedAndSkipped() async throws {
    let id = try await prepare(Self.operations)
    #expect(try await found(id).isEmpty)
    try await write { transaction in
      _ = try transaction.delete(.campaignBanners, id: 2)
      let shops = try #require(try transaction.kinds()["shops"])
      try transaction.remove(shops)
    }
    // 1. In the list of conflicts.
    let conflicts = try await found(id)
    #expect(conflicts.map(\.index) == [1, 2, 3, 4])
    #expect(conflicts.allSatisfy { $0.obstacle != nil })
    #expect(
      conflicts.map(\.subject.description) == [
        "content/campaign_banners/2", "content/shops/7", "kinds/shops", "feeds/town/composition",
      ])
    #expect(
      conflicts[0].description == "content/campaign_banners/2: campaign_banners has no item 2")
    // 2. When it is published.
    let refused = await #expect(throws: EditingError.self) {
      try await publish(id)
    }
    guard case .releaseConflicts(let named) = refused else {
      Issue.record("\(String(describing: refused))")
      return
    }
    #expect(named.map(\.index) == [1, 2, 3, 4])
    // 3. The preview shows the others.
    let (seen, count) = try await editor.preview(id, checking: { _, _ in }) { preview in
      let item = try preview.operations.content.item(of: .campaignBanners, id: 1)
      return (item?.content["banner_contents_id"], preview.conflicts.count)
    }
    #expect(seen == .integer(11) && count == 4)
    #expect(try await campaigns() == [10, 10])
    // 4. By force the others are done.
    let outcomes = try await publish(id, isForced: true)
    #expect(outcomes.count == 5 && Self.skipped(outcomes) == [1, 2, 3, 4])
    #expect(try await campaigns() == [11, 10])
    let state = try await store.read { try $0.existingRelease(id).publishedRevision }
    #expect(state != nil)
    #expect(try await store.read { try $0.composedFeeds() } == [])
  }

  @Test func aReferenceToAnItemThatIsGoneIsNamed() async throws {
    let id = try await prepare(Self.operations)
    try await write { _ = try $0.delete(.featuredTopics, id: 4) }
    #expect(try await found(id).map(\.index) == [2])
    #expect(Self.skipped(try await publish(id, isForced: true)) == [2])
  }

  @Test(arguments: [
    // The items of operations before it are there, and those they delete are not.
    (
      """
      {"op":"create","kind":"featured_topics","id":9,"body":{"rating":1,
          "thumbnail_url":"https://example.com/a","title":"a","caption":"b",
          "published_at":"2022-12-01T07:30:00.000+0000"}},
      {"op":"create","kind":"shops","id":7,"body":{"name":"a","topic":9}},
      {"op":"patch","kind":"shops","id":7,"body":{"name":"b"}}
      """, [Int]()
    ),
    (
      """
      {"op":"delete","kind":"campaign_banners","id":1},
      {"op":"patch","kind":"campaign_banners","id":1,"body":{}}
      """, [1]
    ),
    (
      """
      {"op":"delete","kind":"featured_topics","id":4},
      {"op":"create","kind":"shops","id":7,"body":{"name":"a","topic":4}}
      """, [1]
    ),
  ])
  func operationsAreExaminedAfterThoseBeforeThem(operations: String, expected: [Int]) async throws {
    let id = try await prepare(operations)
    #expect(try await found(id).map(\.index) == expected)
    #expect(Self.skipped(try await publish(id, isForced: true)) == expected)
  }

  @Test func nothingThatCanBeDoneIsNotPublished() async throws {
    let id = try await prepare(#"{"op":"patch","kind":"campaign_banners","id":2,"body":{}}"#)
    try await write { _ = try $0.delete(.campaignBanners, id: 2) }
    for isForced in [false, true] {
      let refused = await #expect(throws: EditingError.self) {
        try await publish(id, isForced: isForced)
      }
      #expect(refused?.description == "1 of its operations cannot be done any more")
    }
    let empty = try await prepare("")
    let refused = await #expect(throws: EditingError.self) {
      try await publish(empty, isForced: true)
    }
    #expect(refused?.description == "the release \(empty) has no operations")
  }
}
