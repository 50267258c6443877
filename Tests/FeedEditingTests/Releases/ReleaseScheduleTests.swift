import FeedEditing
import FeedModel
import FeedStore
import Foundation
import StrictJSON
import Synchronization
import TestSupport
import Testing

/// Changes that are prepared: when they conflict, and when they are published.
@Suite struct ReleaseScheduleTests {
  private let folder: TemporaryFolder
  private let store: any FeedStore
  private let now = Clock()
  private let editor: Editor
  private let schedule: ReleaseSchedule

  /// A wall clock that a test sets.
  private final class Clock: Sendable {
    private let moment = Mutex(SampleContent.committedAt)
    func set(_ value: Timestamp) { moment.withLock { $0 = value } }
    func callAsFunction() -> Timestamp { moment.withLock { $0 } }
  }

  init() async throws {
    folder = try TemporaryFolder()
    try SampleDatabase.copyEmpty(to: folder.path("feed.sqlite"))
    store = try TestStore.open(folder.path("feed.sqlite"))
    let now = now
    editor = Editor(store: store, clock: { now() }, onWrite: {})
    schedule = ReleaseSchedule(editor: editor) { _ in }
    _ = try await store.write(at: now()) { transaction in
      for id in 1...3 { _ = try transaction.upsert(TestContent.banner(id, campaign: 10)) }
    }
  }

  private static let noCondition = Precondition(matching: [])

  private static func minutes(_ count: Int) -> Timestamp {
    Timestamp(
      millisecondsSince1970: SampleContent.committedAt.millisecondsSince1970 + 60_000 * count)
  }

  private func elements(_ json: String) throws -> [JSONTree] {
    try #require(try JSONTree(parsing: Data("[\(json)]".utf8)).elements)
  }

  private static func patch(_ id: Int, campaign: Int, ifMatch: String? = nil) -> String {
    let condition = ifMatch.map { #","if_match":"\#($0.replacing("\"", with: #"\""#))""# } ?? ""
    return """
      {"op":"patch","kind":"campaign_banners","id":\(id),"body":{"banner_contents_id":\(campaign)}\
      \(condition)}
      """
  }

  /// Prepares a release with operations.
  private func prepare(_ operations: String, publishAt: Timestamp? = nil) async throws -> Int {
    let elements = try elements(operations)
    return try await editor.write(by: .program) { transaction in
      let release = try transaction.prepareRelease(
        name: "Christmas", publishAt: publishAt, by: .commandLine)
      return try transaction.setOperations(
        elements, of: release.id, if: Self.noCondition, by: .commandLine
      ).id
    }
  }

  private func change(_ id: Int, to operations: String) async throws {
    let elements = try elements(operations)
    _ = try await editor.write(by: .program) {
      try $0.setOperations(
        elements, of: id, if: Self.noCondition, by: .commandLine)
    }
  }

  @discardableResult
  private func publish(_ id: Int, isForced: Bool = false) async throws -> [BatchOutcome] {
    let moment = now()
    return try await editor.write(by: .program) {
      try $0.publishRelease(
        id, isForced: isForced, at: moment, by: .commandLine, checking: { _ in })
    }
  }

  private func edit(_ id: Int, campaign: Int) async throws {
    _ = try await editor.write(by: .program) { transaction in
      _ = try transaction.save(TestContent.banner(id, campaign: campaign).item, by: .commandLine)
    }
  }

  private func conflicts(_ id: Int) async throws -> [String] {
    try await store.read { reader in
      try reader.existingRelease(id).conflicts(in: reader).map { "\($0.index) \($0.subject)" }
    }
  }

  private func campaigns() async throws -> [Int] {
    try await store.items(of: .campaignBanners, after: 0, limit: 99).map {
      if case .integer(let number)? = $0["banner_contents_id"] { number } else { 0 }
    }
  }

  private func refusal(_ body: () async throws -> Void) async throws -> EditingError {
    try #require(await #expect(throws: EditingError.self) { try await body() })
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
    guard case .releasePublished(id, revision: 2) = again else {
      Issue.record("\(again)")
      return
    }
    let audited = try await store.read {
      try $0.auditEntries(about: "releases", before: nil, limit: 9)
    }
    #expect(audited.map(\.action) == ["publish", "update", "create"])
  }

  @Test func aPreviewReadsWhatWillBeAndChangesNothing() async throws {
    let id = try await prepare(Self.patch(1, campaign: 11))
    // Also in spite of a conflict.
    try await edit(1, campaign: 20)
    let seen = try await editor.preview(id, checking: { _ in }) { preview in
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
      let proposal = try await editor.examine(elements, of: id, checking: { _ in })
      #expect(proposal.proposed?.conflicts.isEmpty == true)
    } else {
      let error = try await refusal {
        _ = try await editor.examine(elements, of: id, checking: { _ in })
      }
      guard case .batchFailed = error else {
        Issue.record("\(error)")
        return
      }
    }
    #expect(try await campaigns() == [10, 10, 10])
  }

  // MARK: - Conflicts

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
    guard case .releaseConflicts = try await refusal({ try await publish(id) }) else {
      Issue.record("no conflict")
      return
    }
    if canBeForced {
      try await publish(id, isForced: true)
    } else {
      // Nothing of it can be done.
      guard case .releaseConflicts = try await refusal({ try await publish(id, isForced: true) })
      else {
        Issue.record("published")
        return
      }
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
    let pruner = HistoryPruner(store: store)
    #expect(try await pruner.run(before: Self.minutes(1_440_000), at: now()).first == 2)
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
      store: store, clock: { firstMoment.withLock { $0.take() } ?? now() }, onWrite: {})
    let (events, next) = try await ReleaseSchedule(editor: late) { _ in }.run()
    #expect(events.isEmpty && next == nil)
    #expect(firstMoment.withLock { $0 } == nil)
    #expect(try await store.read { try $0.release(id)?.publishedRevision } == 2)
    #expect(try await campaigns() == [11, 10, 10])
  }
}
