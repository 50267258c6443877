import FeedEditing
import FeedModel
import FeedStore
import Foundation
import StrictJSON
import Synchronization
import TestSupport
import Testing

/// When prepared changes conflict with what has changed since.
@Suite struct ReleaseConflictTests: ReleaseSuite {
  let folder: TemporaryFolder
  let store: any FeedStore
  let now = WallClock()
  let editor: Editor

  init() async throws {
    folder = try TemporaryFolder()
    store = try await Self.makeStore(in: folder)
    editor = Editor(store: store, clock: { [now] in now() })
  }

  @Test func whatHasChangedSinceIsNamedAndCanBeOverridden() async throws {
    let id = try await prepare(
      [1, 2, 3].map { Self.patch($0, campaign: 11) }.joined(separator: ","))
    #expect(try await conflicts(id) == [])
    try await edit(2, campaign: 20)
    #expect(try await conflicts(id) == ["1 content/campaign_banners/2"])
    guard case .releaseConflicts(let conflicts) = try await refusal({ try await publish(id) })
    else {
      Issue.record("no conflict")
      return
    }
    #expect(conflicts.map(\.index) == [1])
    #expect(conflicts[0].expected != nil && conflicts[0].expected != conflicts[0].found.tag)
    #expect(try await campaigns() == [10, 20, 10])
    // With its former value restored, there is no conflict any more.
    try await edit(2, campaign: 10)
    #expect(try await self.conflicts(id) == [])
    try await edit(2, campaign: 20)
    try await publish(id, isForced: true)
    #expect(try await campaigns() == [11, 11, 11])
  }

  @Test func anOperationKeepsTheStateItWasAddedIn() async throws {
    let id = try await prepare(Self.patch(1, campaign: 11))
    try await edit(1, campaign: 20)
    try await edit(2, campaign: 20)
    // The first operation was there before, even though it says something else now.
    try await change(
      id, to: "\(Self.patch(1, campaign: 12)),\(Self.patch(2, campaign: 12))")
    #expect(try await conflicts(id) == ["0 content/campaign_banners/1"])
    // The tag of today says that its change is known.
    let item = try await store.read { try $0.item(of: .campaignBanners, id: 1) }
    let tag = try #require(item).entityTag
    try await change(id, to: Self.patch(1, campaign: 12, ifMatch: tag))
    #expect(try await conflicts(id) == [])
    // Without the tag it is as if it had been added now.
    try await edit(1, campaign: 22)
    #expect(try await conflicts(id).count == 1)
    try await change(id, to: Self.patch(1, campaign: 12))
    #expect(try await conflicts(id) == [])
    // So does adding it again.
    try await edit(1, campaign: 21)
    try await change(id, to: "")
    try await change(id, to: Self.patch(1, campaign: 12))
    #expect(try await conflicts(id) == [])
  }

  @Test(arguments: [
    (#"{"op":"create","kind":"campaign_banners","id":7,"body":BANNER}"#, "upsert 7", true),
    (#"{"op":"replace","kind":"campaign_banners","id":7,"body":BANNER}"#, "upsert 7", true),
    (#"{"op":"delete","kind":"campaign_banners","id":1}"#, "delete 1", true),
    (#"{"op":"patch","kind":"campaign_banners","id":1,"body":{}}"#, "delete 1", false),
    (#"{"op":"compose","feed":"home","body":{"sections":[]}}"#, "compose", true),
  ])
  func everyKindOfOperationConflicts(
    operation: String, edit: String, canBeForced: Bool
  ) async throws {
    let banner = #"{"banner_contents_id":5,"banner_url":"https://example.com/n.jpg"}"#
    let id = try await prepare(operation.replacing("BANNER", with: banner))
    _ = try await store.write(at: now()) { transaction in
      switch edit {
      case "upsert 7": _ = try transaction.upsert(TestContent.banner(7))
      case "delete 1": _ = try transaction.delete(.campaignBanners, id: 1)
      default:
        _ = try transaction.setComposition(
          #"{"sections":[{"id":"a","kind":"recent_news","title":"A"}]}"#, of: "home")
      }
    }
    #expect(try await conflicts(id).count == 1)
    let refused = try await refusal { try await publish(id) }
    if case .releaseConflicts = refused {} else { Issue.record("\(refused)") }
    if canBeForced {
      try await publish(id, isForced: true)
    } else {
      // Nothing of it can be done.
      let again = try await refusal { try await publish(id, isForced: true) }
      #expect("\(again)" == "\(refused)")
    }
  }

  @Test func aDamagedReleaseConflictsIsFoundAndCanBeDeleted() async throws {
    let id = try await prepare(Self.patch(1, campaign: 11))
    try TestStore.run(
      "UPDATE tanada_releases SET bases = '['", at: folder.path("feed.sqlite"))
    #expect(try await conflicts(id) == ["0 content/campaign_banners/1"])
    let check = try await TestStore.check(folder.path("feed.sqlite"))
    #expect(check.problems == ["releases/1 (Christmas): is damaged; delete it"])
    _ = try await editor.write(by: .program) {
      try $0.removeRelease(id, if: Self.noCondition, by: .commandLine)
    }
    #expect(try await TestStore.check(folder.path("feed.sqlite")).problems == [])
  }
}
