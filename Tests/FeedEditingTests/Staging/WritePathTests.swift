import FeedEditing
import FeedModel
import FeedStore
import Foundation
import StrictJSON
import TestSupport
import Testing

/// Staged items and items that are written one by one leave the same in a database.
@Suite struct WritePathTests {
  /// A way in which a stage puts its items in place.
  enum StagePath: CaseIterable {
    /// In one transaction, with their audit.
    case brief
    /// The audit is written beforehand, and the index of searches afterwards.
    case audited
    /// A new table takes the place of the kind's.
    case replaced
    /// The configuration of a server.
    case server

    /// Those that few items take.
    static let allCases = [StagePath.brief, .audited, .replaced]

    func store(
      at path: String, beforeMerge: @escaping @Sendable () throws -> Void = {}
    ) throws -> any FeedStore {
      if self == .server { return try TestStore.open(path, beforeMerge: beforeMerge) }
      return try TestStore.open(
        path, briefChangeCount: self == .brief ? 500 : 2,
        directChangeCount: self == .replaced ? 2 : 500, stageChunkSize: 5,
        beforeMerge: beforeMerge)
    }
  }

  private static let roundCount = TestScale.count(gate: 3, all: 5, soak: 5)

  private let folder: TemporaryFolder
  private let single: any FeedStore
  private let singlePath: String
  private let stagedPath: String

  /// Makes two stores with the same content.
  init() async throws {
    folder = try TemporaryFolder()
    (singlePath, stagedPath) = (folder.path("single.sqlite"), folder.path("staged.sqlite"))
    let proposal = try KindProposal(
      reading: try JSONTree(parsing: Array(RandomRounds.thingsDefinition.utf8)))
    for path in [singlePath, stagedPath] {
      let store = try SampleDatabase.openEmpty(at: path)
      _ = try await store.write(at: SampleContent.committedAt) { transaction in
        try transaction.define(try KindChange(from: nil, to: proposal))
        for number in 1...3 { _ = try transaction.add(TestPhotos.photo(number)) }
        let (anna, secret) = (
          RandomRounds.anna, Array<UInt8>(repeating: 1, count: TokenSecret.byteCount)
        )
        let token = try transaction.issueToken(
          name: anna.name, role: anna.role, expiresAt: nil,
          secret: TokenSecret(randomBytes: secret), by: .commandLine)
        precondition(token.identity == anna)
      }
      try await store.close()
    }
    single = try TestStore.open(singlePath)
  }

  @Test(arguments: StagePath.allCases, SeededGenerator.seeds)
  func randomItems(path: StagePath, seed: UInt64) async throws {
    let things = try #require(try await single.kinds()["things"])
    var rounds = RandomRounds(seed: seed, things: things)
    var refusalCount = 0
    for number in 1...Self.roundCount {
      let round = rounds.next(stored: try await stored())
      for store in [single, try path.store(at: stagedPath)] {
        _ = try await store.write(at: round.moment) { transaction in
          for (kind, id) in round.removed {
            _ = try transaction.remove(kind, id: id, by: round.author.actor)
          }
        }
      }
      if round.isDangling {
        refusalCount += 1
        await #expect(throws: EditingError.self) { _ = try await writeSingly(round) }
        await #expect(throws: StageError.self) { _ = try await stage(round, path) }
      } else {
        let counts = try await writeSingly(round)
        let outcome = try await stage(round, path)
        #expect(outcome.counts.filter { !$0.value.isEmpty } == counts, "round \(number)")
      }
      try await requireSameState("round \(number)", readsHistory: number == Self.roundCount)
    }
    #expect(refusalCount < Self.roundCount)
  }

  /// With the limits that a server has: the audit of more than 500 items is written beforehand, and of more than
  /// 1,000 changes a revision lists the first ones only.
  @Test(arguments: TestScale.cases([501, 0, 1_050], gate: 1))
  func moreItemsThanARevisionLists(draftCount: Int) async throws {
    let count = 1_100
    let banners = try (1...count).map { id in
      StagedItem(
        try TestContent.banner(id).item, window: id > draftCount ? nil : Window(isDraft: true))
    }
    let changed = try banners.map { item in
      item.content.id.isMultiple(of: 20)
        ? item : StagedItem(try TestContent.banner(item.content.id, campaign: 2).item)
    }
    let hidden = changed.map { StagedItem($0.content, window: Window(isDraft: true)) }
    for (place, items) in [("new", banners), ("changed", changed), ("hidden", hidden)] {
      let round = RandomRound(
        moment: SampleContent.committedAt, author: .program, removed: [], items: items,
        isDangling: false, edited: [])
      let counts = try await writeSingly(round)
      #expect(try await stage(round, .server).counts == counts)
      try await requireSameState(
        place, readsHistory: place == "hidden",
        ids: [1, 2, 20, 501, 502, 1_001, 1_002, 1_050, 1_051, count], listsChanges: false)
    }
  }

  @Test(arguments: StagePath.allCases)
  func anItemThatAnotherToolHasDamaged(path: StagePath) async throws {
    // PostgreSQL has a column computed from the date, and refuses it.
    try TestStore.requireFile()
    let moment = SampleContent.committedAt
    let topics = try (1...6).map { try TestContent.topic($0).item }
    for (store, path) in [(single, singlePath), (try TestStore.open(stagedPath), stagedPath)] {
      _ = try await store.write(at: moment) { transaction in
        for topic in topics {
          _ = try transaction.save(topic, window: Window(isDraft: true), by: .commandLine)
        }
      }
      try TestStore.run("UPDATE featured_topics SET published_at = 'never' WHERE id < 4", at: path)
    }
    let found = try await single.read { try $0.previousItem(of: .featuredTopics, id: 1) }
    #expect(AuditJSON.text(found) == #"{"unreadable":"published_at"}"#)
    let round = RandomRound(
      moment: moment, author: .program, removed: [],
      items: [
        StagedItem(topics[0]), StagedItem(topics[1], window: .always),
        StagedItem(topics[2], window: Window(publishAt: moment)), StagedItem(topics[3]),
      ], isDangling: false, edited: [])
    let counts = try await writeSingly(round)
    #expect(counts == ["featured_topics": [.updated: 3, .unchanged: 1]])
    #expect(try await stage(round, path).counts == counts)
    try await requireSameState("damaged", readsHistory: true)
  }

  /// The stored items of all kinds.
  private func stored() async throws -> [ContentKind: [Int: StoredItem]] {
    try await single.read { reader in
      var stored: [ContentKind: [Int: StoredItem]] = [:]
      for kind in try reader.kinds().all {
        stored[kind] = [:]
        for id in RandomRounds.ids { stored[kind]?[id] = try reader.item(of: kind, id: id) }
      }
      return stored
    }
  }

  /// Writes the items of a round one by one, in one transaction.
  ///
  /// - Returns: what happened to the items of each kind.
  private func writeSingly(_ round: RandomRound) async throws -> [String: [Change: Int]] {
    try Interference(round).write(to: singlePath)
    return try await single.write(
      at: round.moment,
      making: { transaction in
        var counts: [String: [Change: Int]] = [:]
        for item in round.items {
          let change = try transaction.save(
            item.content, window: item.window, by: round.author.actor)
          counts[item.content.kind.name, default: [:]][change, default: 0] += 1
        }
        return counts
      })
  }

  /// Writes the items of a round through a stage, in an order of its own.
  private func stage(_ round: RandomRound, _ path: StagePath) async throws -> StageOutcome {
    let (interference, stagedPath) = (Interference(round), stagedPath)
    // Somebody else writes when the items have been compared; if they are refused then, before.
    if round.isDangling { try interference.write(to: stagedPath) }
    let store = try path.store(at: stagedPath) {
      try interference.write(to: stagedPath)
    }
    let stage = try await store.stage()
    try await stage.add(round.items.reversed())
    return try await stage.commit(at: round.moment, by: round.author, isDryRun: false)
  }

  private func requireSameState(
    _ place: String, readsHistory: Bool, ids: [Int] = Array(1...20), listsChanges: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    func state(of store: any FeedStore, _ path: String) async throws -> WrittenState {
      try await WrittenState(
        of: store, at: path, ids: ids, readsHistory: readsHistory, listsChanges: listsChanges)
    }
    let staged = try TestStore.open(stagedPath)
    let difference = try await state(of: single, singlePath)
      .difference(from: try await state(of: staged, stagedPath))
    try await staged.close()
    try #require(difference.isEmpty, "\(place): \(difference)", sourceLocation: sourceLocation)
  }
}

/// A revision that another process makes of banners.
private struct Interference: Sendable {
  let ids: [Int]

  init(_ round: RandomRound) {
    ids = round.edited
  }

  func write(to path: String) throws {
    guard !ids.isEmpty else { return }
    let list = ids.map(String.init).joined(separator: ", ")
    try TestStore.run(
      """
      INSERT INTO revisions (number, committed_at, id)
      SELECT max(number) + 1, max(committed_at), '\(UUID().uuidString.lowercased())' FROM revisions
      """,
      """
      INSERT INTO revision_changes (revision, kind, id, change, is_public)
      SELECT (SELECT max(number) FROM revisions), 'campaign_banners', id, 'updated', true
      FROM campaign_banners WHERE id IN (\(list))
      """,
      "UPDATE campaign_banners SET banner_contents_id = 7 WHERE id IN (\(list))", at: path)
  }
}
