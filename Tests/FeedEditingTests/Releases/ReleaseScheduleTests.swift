import FeedEditing
import FeedModel
import FeedStore
import Foundation
import StrictJSON
import Synchronization
import TestSupport
import Testing

/// When prepared changes are published.
@Suite struct ReleaseScheduleTests: ReleaseSuite {
  let folder: TemporaryFolder
  let store: any FeedStore
  let now = WallClock()
  let editor: Editor
  private let schedule: ReleaseSchedule

  init() async throws {
    folder = try TemporaryFolder()
    store = try await Self.makeStore(in: folder)
    editor = Editor(store: store, clock: { [now] in now() })
    schedule = ReleaseSchedule(editor: editor) { _, _ in }
  }

  // MARK: - By hand

  @Test func nothingIsSeenBeforeItIsPublishedInOneRevision() async throws {
    let id = try await prepare(
      """
      \(Self.patch(1, campaign: 11)),
      {"op":"create","kind":"campaign_banners",
       "body":{"banner_contents_id":12,"banner_url":"https://example.com/4.jpg"}},
      {"op":"delete","kind":"campaign_banners","id":3},
      {"op":"compose","feed":"summer","body":{"sections":[{"id":"a","kind":"campaign_banners","title":"A"}]}}
      """)
    #expect(try await campaigns() == [10, 10, 10])
    #expect(try await store.latestRevision()?.number == 1)
    #expect(try await publish(id).count == 4)
    #expect(try await campaigns() == [11, 10, 12])
    #expect(try await store.read { try $0.composedFeeds() } == ["summer"])
    #expect(try await store.latestRevision()?.number == 2)
    let again = try await refusal { try await publish(id) }
    #expect("\(again)" == "the release \(id) was published in revision 2")
    let audited = try await store.read {
      try $0.auditEntries(about: "releases", before: nil, limit: 9)
    }
    #expect(audited.map(\.action) == ["publish", "update", "create"])
  }

  @Test func aPreviewReadsWhatWillBeAndChangesNothing() async throws {
    let id = try await prepare(Self.patch(1, campaign: 11))
    // Also in spite of a conflict.
    try await edit(1, campaign: 20)
    let seen = try await editor.preview(id, checking: { _, _ in }) { preview in
      #expect(try preview.operations.before.latestRevision()?.number == 2)
      let item = try preview.operations.content.item(of: .campaignBanners, id: 1)
      return item?.content["banner_contents_id"]
    }
    #expect(seen == .integer(11))
    #expect(try await campaigns() == [20, 10, 10])
    #expect(try await store.latestRevision()?.number == 2)
  }

  @Test(arguments: [
    (#"{"op":"patch","kind":"campaign_banners","id":1,"body":{"x":1}}"#, false),
    (#"{"op":"patch","kind":"campaign_banners","id":99,"body":{}}"#, false),
    (#"{"op":"create","kind":"campaign_banners","body":{}}"#, false),
    (#"{"op":"patch","kind":"campaign_banners","id":1,"body":{"banner_contents_id":4}}"#, true),
  ])
  func operationsThatCannotBeDoneAreRefused(operation: String, isPossible: Bool) async throws {
    let elements = try elements(operation)
    let id = try await prepare(Self.patch(2, campaign: 11))
    if isPossible {
      let proposal = try await editor.examine(elements, of: id, checking: { _, _ in })
      #expect(proposal.proposed?.conflicts.isEmpty == true)
    } else {
      let error = try await refusal {
        _ = try await editor.examine(elements, of: id, checking: { _, _ in })
      }
      guard case .batchFailed = error else {
        Issue.record("\(error)")
        return
      }
    }
    #expect(try await campaigns() == [10, 10, 10])
  }

  // MARK: - At a moment

  @Test func aReleaseIsPublishedAtItsMoment() async throws {
    let late = try await prepare(Self.patch(1, campaign: 12), publishAt: Self.minutes(20))
    let early = try await prepare(Self.patch(2, campaign: 11), publishAt: Self.minutes(10))
    for (minute, expected, next) in [
      (9, [10, 10, 10], 10), (10, [10, 11, 10], 20), (30, [12, 11, 10], nil),
    ] as [(Int, [Int], Int?)] {
      now.set(Self.minutes(minute))
      let (events, due) = try await schedule.run()
      #expect(events.count == (minute == 9 ? 0 : 1))
      #expect(try await campaigns() == expected)
      #expect(due == next.map(Self.minutes))
    }
    for id in [early, late] {
      #expect(try await store.read { try $0.release(id)?.publishedRevision } != nil)
    }
  }

  /// What an editor has scheduled is done, whatever becomes of the token: a session ends long before.
  @Test(arguments: ["revoked", "demoted"])
  func aReleaseOutlivesTheTokenOfWhoScheduledIt(end: String) async throws {
    let secret = TokenSecret(randomBytes: Array(repeating: 1, count: TokenSecret.byteCount))
    let anna = try await editor.write(by: .program) {
      try $0.issueToken(
        name: "Anna", role: .editor, expiresAt: nil, secret: secret, by: .commandLine)
    }.identity
    let elements = try elements(Self.patch(1, campaign: 11))
    let id = try await editor.write(by: .bearer(anna, needing: .editor)) { transaction in
      let release = try transaction.prepareRelease(
        name: "Christmas", publishAt: Self.minutes(5), by: transaction.actor)
      return try transaction.setOperations(
        elements, of: release.id, if: Self.noCondition, by: transaction.actor
      ).id
    }
    _ = try await store.write(at: now()) {
      _ =
        try end == "revoked"
        ? $0.revokeToken(anna.tokenID)
        : $0.changeToken(anna.tokenID, name: "Anna", role: .viewer)
    }
    now.set(Self.minutes(5))
    guard case .published(let release)? = try await schedule.run().events.first else {
      Issue.record("it is not published")
      return
    }
    #expect(release.id == id && "\(release.actor)" == "token:\(anna.tokenID) Anna")
    #expect(try await campaigns() == [11, 10, 10])
  }

  @Test func aReleaseWithAConflictWaitsForSomebody() async throws {
    let id = try await prepare(Self.patch(1, campaign: 12), publishAt: Self.minutes(10))
    try await edit(1, campaign: 20)
    now.set(Self.minutes(11))
    let (events, _) = try await schedule.run()
    guard case .failed(let release, let reason)? = events.first else {
      Issue.record("\(events)")
      return
    }
    #expect(release.id == id && reason.contains("content/campaign_banners/1"))
    #expect(try await schedule.run().events.isEmpty)
    #expect(try await campaigns() == [20, 10, 10])
    // Somebody edits it step by step: it waits until it gets a moment, here one that has passed.
    for operations in ["", Self.patch(1, campaign: 12)] {
      try await change(id, to: operations)
      #expect(try await schedule.run().events.isEmpty)
    }
    _ = try await editor.write(by: .program) {
      try $0.changeRelease(id, if: Self.noCondition, by: .commandLine) {
        $0.schedule(at: Self.minutes(10))
      }
    }
    #expect(try await schedule.run().events.count == 1)
    #expect(try await campaigns() == [12, 10, 10])
  }

  @Test func whatAClockAheadHasPublishedIsTakenBackAndPublishedAtItsMoment() async throws {
    let id = try await prepare(
      """
      \(Self.patch(1, campaign: 11)), \(Self.patch(2, campaign: 11)),
      {"op":"create","kind":"campaign_banners",
       "body":{"banner_contents_id":11,"banner_url":"https://example.com/4.jpg","draft":true}},
      {"op":"compose","feed":"summer","body":{"sections":[{"id":"a","kind":"campaign_banners","title":"A"}]}}
      """, publishAt: Self.minutes(100))
    now.set(Self.minutes(1_440_000))
    #expect(try await schedule.run().events.count == 1)
    #expect(try await campaigns() == [11, 11, 10, 11])
    // The clock is right again, and meanwhile somebody has changed an item.
    now.set(Self.minutes(5))
    try await edit(2, campaign: 30)
    guard case .takenBack(let release, let kept)? = try await schedule.run().events.first else {
      Issue.record("not taken back")
      return
    }
    #expect(release.id == id && kept == ["content/campaign_banners/2"])
    #expect(try await campaigns() == [10, 30, 10])
    #expect(try await store.read { try $0.composedFeeds() } == [])
    #expect(try await schedule.run().events.isEmpty)
    #expect(try await conflicts(id) == ["1 content/campaign_banners/2"])
    try await edit(2, campaign: 10)
    now.set(Self.minutes(100))
    #expect(try await schedule.run().events.count == 1)
    #expect(try await campaigns() == [11, 11, 10, 11])
  }

  @Test func nothingIsTakenBackToARevisionThatIsPruned() async throws {
    _ = try await prepare(Self.patch(1, campaign: 11), publishAt: Self.minutes(100))
    now.set(Self.minutes(1_440_000))
    #expect(try await schedule.run().events.count == 1)
    #expect(try await store.pruneHistory(before: Self.minutes(1_440_000), at: now()).first == 2)
    now.set(Self.minutes(5))
    guard case .takenBack(_, let kept)? = try await schedule.run().events.first else {
      Issue.record("not taken back")
      return
    }
    #expect(kept == ["content/campaign_banners/1"])
    #expect(try await campaigns() == [11, 10, 10])
  }

  @Test func ofSeveralOperationsOnOneSubjectTheFirstConflicts() async throws {
    let id = try await prepare("\(Self.patch(1, campaign: 11)), \(Self.patch(1, campaign: 12))")
    #expect(try await conflicts(id) == [])
    try await edit(1, campaign: 30)
    #expect(try await conflicts(id) == ["0 content/campaign_banners/1"])
  }

  @Test func aServerThatHadToWaitTakesNothingBackThatWasDueMeanwhile() async throws {
    let id = try await prepare(Self.patch(1, campaign: 11), publishAt: Self.minutes(10))
    now.set(Self.minutes(10))
    #expect(try await schedule.run().events.count == 1)
    // It has read the clock a minute before that, and then waited.
    let now = now
    let firstMoment = Mutex<Timestamp?>(Self.minutes(9))
    let late = Editor(
      store: store, clock: { firstMoment.withLock { $0.take() } ?? now() })
    let (events, next) = try await ReleaseSchedule(editor: late) { _, _ in }.run()
    #expect(events.isEmpty && next == nil)
    #expect(firstMoment.withLock { $0 } == nil)
    #expect(try await store.read { try $0.release(id)?.publishedRevision } == 2)
    #expect(try await campaigns() == [11, 10, 10])
  }
}
