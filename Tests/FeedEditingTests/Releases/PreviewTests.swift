import FeedEditing
import FeedModel
import FeedStore
import Foundation
import StrictJSON
import Synchronization
import TestSupport
import Testing

/// What only looks holds no writer up, and what writes looks at nothing again that nobody has written since.
@Suite struct PreviewTests: ReleaseSuite {
  let folder: TemporaryFolder
  let store: any FeedStore
  let now = WallClock()
  let editor: Editor

  init() async throws {
    folder = try TemporaryFolder()
    store = try await Self.makeStore(in: folder)
    editor = Editor(store: store, clock: { SampleContent.committedAt })
    let shops = try Self.shops(Self.name, Self.note)
    _ = try await store.write(at: SampleContent.committedAt) { transaction in
      try transaction.define(KindChange(from: nil, to: shops))
      let kind = try #require(try transaction.kinds()["shops"])
      _ = try transaction.upsert(
        ContentItem(kind: kind, id: 1, values: [.text("One"), .text("first")]))
      _ = try transaction.compose(Self.composition, of: "town", by: .commandLine)
    }
  }

  private static let name = #"{"name":"name","type":"text"}"#
  private static let note = #"{"name":"note","type":"text","required":false}"#
  private static let more = #"{"name":"more","type":"text","required":false}"#
  private static let composition = #"{"sections":[{"id":"s","kind":"shops","title":"S"}]}"#
  private static let compose = #"{"op":"compose","feed":"winter","body":\#(composition)}"#

  private static func shops(_ fields: String...) throws -> KindProposal {
    try KindProposal(
      reading: JSONTree(
        parsing: Data(#"{"kind":"shops","fields":[\#(fields.joined(separator: ","))]}"#.utf8)))
  }

  private func prepare() async throws -> Int { try await prepare("") }

  private func set(_ proposal: ProposedOperations, of id: Int) async throws -> Release {
    try await editor.write(by: .program) {
      try $0.setOperations(proposal, of: id, if: Self.noCondition, by: .commandLine)
    }
  }

  private func campaign(_ id: Int) async throws -> FieldValue? {
    try await store.item(of: .campaignBanners, id: id)?["banner_contents_id"]
  }

  // MARK: - Writers beside what only looks

  /// The ways to look at changes without making them, each of which checks a composition on the way.
  enum Look: CaseIterable, CustomTestStringConvertible {
    case release, operations, proposal, kind, restoration

    var testDescription: String { "\(self)" }
  }

  private func look(
    _ look: Look, at id: Int, in revision: Int, checking check: @escaping Editor.CompositionCheck
  ) async throws {
    let operations = try elements("\(Self.patch(1, campaign: 11)),\(Self.compose)")
    switch look {
    case .release:
      let seen = try await editor.preview(id, checking: check) { preview in
        try preview.operations.content.item(of: .campaignBanners, id: 1)?.content[
          "banner_contents_id"]
      }
      #expect(seen == .integer(11))
    case .operations:
      let (isComposed, before) = try await editor.preview(of: operations, checking: check) {
        preview in
        (
          try preview.content.compositionDocument(of: "winter") != nil,
          try preview.before.item(of: .campaignBanners, id: 1)?.content["banner_contents_id"]
        )
      }
      // What they are compared with is of the same revision.
      #expect(isComposed && before == .integer(10))
    case .proposal:
      let proposal = try await editor.examine(operations, of: id, checking: check)
      #expect(proposal.proposed?.conflicts.isEmpty == true)
    case .kind:
      let wider = try Self.shops(Self.name, Self.note, Self.more)
      let (outcomes, number) = try await editor.apply(
        [wider], isDryRun: true, by: .program,
        checking: LayoutChecks(kind: { _, _ in }, composition: check))
      #expect(outcomes.map(\.change) == [.updated] && number == revision)
    case .restoration:
      let (outcomes, _) = try await editor.restore(
        Restoration(revision: revision, subjects: [.composition("town")]), isDryRun: true,
        by: .program, checking: check)
      #expect(outcomes.map(\.change) == [.unchanged])
    }
  }

  @Test(arguments: Look.allCases)
  func aWriterDoesNotWaitForWhatOnlyLooks(look: Look) async throws {
    let id = try await prepare("\(Self.patch(1, campaign: 11)),\(Self.compose)")
    let revision = try await store.latestRevision()?.number ?? 0
    let gate = ThreadGate()
    let wasHeld = Atomic(false)
    // 1. It is held where it first checks a composition.
    async let looked: Void = self.look(look, at: id, in: revision) { _, _ in
      if !wasHeld.exchange(true, ordering: .acquiringAndReleasing) { gate.pass() }
    }
    await gate.untilReached()
    // 2. Somebody writes meanwhile.
    try await edit(1, campaign: 20)
    gate.open()
    try await looked
    #expect(!gate.isOverdue, "the writer has waited")
    // 3. Nothing else has changed.
    #expect(try await campaign(1) == .integer(20))
    #expect(try await store.latestRevision()?.number == revision + 1)
    #expect(try await store.read { try $0.composedFeeds() } == ["town"])
    #expect(try await store.kinds()["shops"]?.fields.count == 2)
  }

  // MARK: - What was written between looking and writing

  private func tag(_ id: Int) async throws -> String? {
    try await store.read { try $0.item(of: .campaignBanners, id: id)?.entityTag }
  }

  @Test func aReleaseIsPreparedOnWhatIsThereWhenItIsWritten() async throws {
    let id = try await prepare()
    let operations = [1, 2].map { Self.patch($0, campaign: 11) }.joined(separator: ",")
    let proposal = try await editor.examine(
      try elements(operations), of: id, checking: { _, _ in })
    try await edit(2, campaign: 20)
    let release = try await set(proposal, of: id)
    let (first, second) = (try await tag(1), try await tag(2))
    let tags = ["content/campaign_banners/1": first, "content/campaign_banners/2": second]
    #expect(release.bases == tags)
    #expect(await editor.conflicts(of: release, knowing: proposal.proposed).isEmpty)
    // Somebody edits one of them afterwards.
    try await edit(1, campaign: 30)
    #expect(
      await editor.conflicts(of: release, knowing: proposal.proposed).map(\.subject)
        == [.item("campaign_banners", 1)])
  }

  @Test func operationsOfAReleaseThatSomebodyElseChangedAreLookedAtAgain() async throws {
    let id = try await prepare(Self.patch(1, campaign: 11))
    let base = try await tag(1)
    let proposal = try await editor.examine(
      try elements([1, 3].map { Self.patch($0, campaign: 12) }.joined(separator: ",")), of: id,
      checking: { _, _ in })
    // Another contributor has replaced the operations, and an editor the banner.
    try await edit(1, campaign: 20)
    try await change(id, to: Self.patch(3, campaign: 13))
    let release = try await set(proposal, of: id)
    #expect(release.operationCount == 2)
    let now = try await tag(1)
    #expect(release.bases["content/campaign_banners/1"] == now && now != base)
  }

  @Test func operationsThatCannotBeDoneAreRefusedBeforeAReleaseIsLookedFor() async throws {
    await #expect(throws: EditingError.self) {
      _ = try await editor.examine(
        try elements(Self.patch(99, campaign: 1)), of: 1, checking: { _, _ in })
    }
    let proposal = try await editor.examine(
      try elements(Self.patch(1, campaign: 1)), of: 77, checking: { _, _ in })
    await #expect(throws: EditingError.self) {
      _ = try await set(proposal, of: 77)
    }
  }

  // MARK: - Changes of kinds

  /// Writes between the check of a change of `shops` and the change.
  private func changingShops(
    to proposal: KindProposal, discarding discarded: Set<String> = [],
    while write: @escaping @Sendable () async throws -> Void
  ) async throws -> [KindOutcome] {
    let observed = ObservedStore(store)
    let wasWritten = Atomic(false)
    observed.observe { access in
      // The check has rehearsed; the transaction is about to begin.
      guard case .write = access else { return }
      if !wasWritten.exchange(true, ordering: .acquiringAndReleasing) { try await write() }
    }
    let editor = Editor(store: observed, clock: { SampleContent.committedAt })
    return try await editor.apply(
      [proposal], discarding: discarded, by: .program, checking: .none
    ).outcomes
  }

  /// What stands against a change that is refused.
  private func obstacles(of refusal: EditingError?) throws -> KindObstacles {
    guard case .kindInUse(let obstacles)? = refusal else { throw try #require(refusal) }
    return obstacles
  }

  private static let create = #"{"op":"create","kind":"shops","body":{"name":"a","note":"b"}}"#

  @Test func aReleaseThatWasWrittenMeanwhileStandsAgainstAChange() async throws {
    let fine = try await prepare(Self.create.replacing(#","note":"b""#, with: ""))
    let other = try await prepare(Self.patch(1, campaign: 11))
    let refused = await #expect(throws: EditingError.self) {
      _ = try await changingShops(to: try Self.shops(Self.name), discarding: ["note"]) {
        try await change(other, to: Self.create)
      }
    }
    let obstacles = try obstacles(of: refused)
    #expect(obstacles.sentences.count == 1)
    #expect(
      obstacles.sentences[0].text.hasPrefix(
        "the release \(other) (Christmas) uses it: /operations/0: kinds/shops: /body/note: expected "
      ))
    // Without that release, the change is made.
    _ = try await editor.write(by: .program) {
      try $0.removeRelease(other, if: Self.noCondition, by: .commandLine)
    }
    #expect(
      try await changingShops(to: try Self.shops(Self.name), discarding: ["note"]) {}
        .map(\.change) == [.updated])
    #expect(try await store.read { try $0.existingRelease(fine) }.operationCount == 1)
  }

  @Test func anOperationOnAnItemThatIsGoneMeanwhileStandsAgainstNoChange() async throws {
    _ = try await prepare(#"{"op":"patch","kind":"shops","id":1,"body":{"name":"b"}}"#)
    let wider = try Self.shops(Self.name, Self.note, Self.more)
    let outcomes = try await changingShops(to: wider) {
      _ = try await editor.write(by: .program) { transaction in
        let shops = try #require(try transaction.kinds()["shops"])
        return try transaction.remove(shops, id: 1, by: .commandLine)
      }
    }
    // It could not be done before the change either.
    #expect(outcomes.map(\.change) == [.updated])
  }

  @Test func anItemThatWasWrittenMeanwhileStandsAgainstAChange() async throws {
    let short = try Self.shops(#"{"name":"name","type":"text","max_length":3}"#, Self.note)
    let refused = await #expect(throws: EditingError.self) {
      _ = try await changingShops(to: short) {
        try await writeShop(7, note: nil)
      }
    }
    let obstacles = try obstacles(of: refused)
    #expect(obstacles.conflicts.map(\.id) == [7])
    #expect(try await store.kinds()["shops"]?.fields.count == 2)
  }

  @Test func lostValuesAreCountedWithThoseThatWereWrittenMeanwhile() async throws {
    // The note of shop 1 goes, that of shop 2 stays, and shop 7 is new.
    try await writeShop(2, note: "kept")
    let outcomes = try await changingShops(
      to: try Self.shops(Self.name), discarding: ["note"]
    ) {
      try await writeShop(1, note: nil)
      try await writeShop(7, note: "new")
      try await writeShop(7, note: "newer")
    }
    #expect(outcomes[0].discarded == ["note": 2])
  }

  private func writeShop(_ id: Int, note: String?) async throws {
    _ = try await editor.write(by: .program) { transaction in
      let shops = try #require(try transaction.kinds()["shops"])
      let values = [FieldValue.text("Shop"), note.map { FieldValue.text($0) } ?? .null]
      return try transaction.save(
        ContentItem(kind: shops, id: id, values: values), by: .commandLine)
    }
  }

  @Test func aDefinitionThatWasWrittenMeanwhileIsCheckedAgain() async throws {
    let wider = try Self.shops(Self.name, Self.note, Self.more)
    let outcomes = try await changingShops(to: try Self.shops(Self.name, Self.note)) {
      _ = try await editor.apply([wider], by: .program, checking: .none)
    }
    // The other one is replaced, with what it has added.
    #expect(outcomes.map(\.change) == [.updated])
    #expect(try await store.kinds()["shops"]?.fields.map(\.name) == ["name", "note"])
  }

  // MARK: - Compositions

  @Test func aCompositionIsCheckedOnceAndNotInTheTransaction() async throws {
    let inTransaction = Atomic(false)
    let counts = Mutex((outside: 0, inside: 0))
    let check: Editor.CompositionCheck = { _, _ in
      let isInside = inTransaction.load(ordering: .acquiring)
      counts.withLock { counts in
        if isInside { counts.inside += 1 } else { counts.outside += 1 }
      }
    }
    let batch = try Batch(
      try JSONTree(parsing: Data("[\(Self.compose)]".utf8)), kinds: try await store.kinds())
    let checked = batch.checkedCompositions(in: .standard, by: check)
    let outcomes = try await editor.write(by: .program) { transaction in
      inTransaction.store(true, ordering: .releasing)
      defer { inTransaction.store(false, ordering: .releasing) }
      return try batch.perform(in: transaction, by: .commandLine, checking: checked.check)
    }
    #expect(outcomes.count == 1)
    #expect(counts.withLock { $0.outside } == 1 && counts.withLock { $0.inside } == 0)
    // A release that nobody has changed since.
    let id = try await prepare(Self.compose)
    let known = try await editor.checkedCompositions(ofRelease: id, by: check)
    _ = try await editor.write(by: .program) { transaction in
      inTransaction.store(true, ordering: .releasing)
      defer { inTransaction.store(false, ordering: .releasing) }
      return try transaction.publishRelease(
        id, isForced: true, at: SampleContent.committedAt, by: .commandLine,
        checking: known.check)
    }
    #expect(counts.withLock { $0.outside } == 2 && counts.withLock { $0.inside } == 0)
  }

  @Test func theProblemsOfACompositionAreRememberedToo() throws {
    let count = Mutex(0)
    let problems = DocumentProblems([
      DocumentProblem(pointer: "/sections", expected: .object, found: .nothing)
    ])
    let checked = CheckedCompositions { _, _ in
      count.withLock { $0 += 1 }
      throw problems
    }
    for _ in 1...3 {
      #expect(throws: DocumentProblems.self) { try checked.check(.home, .standard) }
    }
    #expect(count.withLock { $0 } == 1)
  }
}
