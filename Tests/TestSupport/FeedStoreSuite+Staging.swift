import FeedModel
import FeedStore
import StrictJSON

extension FeedStoreCheck {
  private struct Interruption: Error, Equatable {}

  private static func kind(_ definition: String) throws -> KindProposal {
    try KindProposal(reading: try JSONTree(parsing: Array(definition.utf8)))
  }

  private static func cafes(_ fields: String = "") throws -> KindProposal {
    try kind(#"{"kind":"cafes","fields":[{"name":"name","type":"text"}\#(fields)]}"#)
  }

  private static let notes = #"{"feed":"notes","sections":[]}"#

  /// Defines `proposals`, and writes a composition of the feed `notes`.
  private static func companions(_ proposals: [KindProposal]) -> CompanionWrites {
    CompanionWrites(defining: Set(proposals.map(\.kind.name))) { transaction in
      for proposal in proposals {
        let change = try KindChange(from: try transaction.kinds()[proposal.kind.name], to: proposal)
        if !change.isEmpty { try transaction.define(change) }
      }
      _ = try transaction.setComposition(notes, of: "notes")
    }
  }

  static let staging = [
    FeedStoreCheck("defines kinds in the transaction of their items, in one revision, once") {
      store in
      let cafes = try cafes()
      let tables = try kind(
        #"{"kind":"tables","fields":[{"name":"cafe","type":"reference","kind":"cafes"}]}"#)
      let items = [
        ContentItem(kind: cafes.kind, id: 1, values: [.text("A")]),
        ContentItem(kind: cafes.kind, id: 2, values: [.text("B")]),
        ContentItem(kind: tables.kind, id: 7, values: [.integer(2)]),
        try TestContent.banner(1).item,
      ]
      // A dry run counts what the other does, and changes nothing.
      for (isDryRun, change) in [(true, Change.inserted), (false, .inserted), (false, .unchanged)] {
        let outcome = try await store.commit(
          items, with: companions([cafes, tables]), isDryRun: isDryRun)
        try requireEqual(
          outcome.counts,
          ["cafes": [change: 2], "tables": [change: 1], "campaign_banners": [change: 1]])
        try requireEqual(outcome.revision?.number, isDryRun || change == .unchanged ? nil : 1)
        try requireEqual(try await store.latestRevision()?.number, isDryRun ? nil : 1)
      }
      try requireEqual(try await store.items(of: cafes.kind, after: 0, limit: 9), items.dropLast(2))
      try await store.read { reader in
        try requireEqual(try reader.composedFeeds(), ["notes"])
        let changes = try reader.changes(after: 0, limit: 9).flatMap(\.items).map(\.kind)
        try requireEqual(Set(changes), ["cafes", "tables", "campaign_banners"])
        let query = ContentQuery(search: "A")
        let found = try reader.ids(of: cafes.kind, matching: query, visibility: nil, limit: 9)
        try requireEqual(found, [1])
      }
    },

    FeedStoreCheck("compares items by the definition that comes with them") { store in
      let before = try cafes()
      _ = try await store.commit(
        [
          ContentItem(kind: before.kind, id: 1, values: [.text("A")]),
          ContentItem(kind: before.kind, id: 2, values: [.text("B")]),
        ], with: companions([before]))
      let after = try cafes(#", {"name":"seats","type":"integer","default":4}"#)
      let outcome = try await store.commit(
        [
          ContentItem(kind: after.kind, id: 1, values: [.text("A"), .integer(4)]),
          ContentItem(kind: after.kind, id: 2, values: [.text("B"), .integer(6)]),
        ], with: companions([after]))
      try requireEqual(outcome.counts, ["cafes": [.unchanged: 1, .updated: 1]])
      try requireEqual(outcome.revision?.number, 2)
      let seats = try await store.items(of: after.kind, after: 0, limit: 9).map { $0["seats"] }
      try requireEqual(seats, [.integer(4), .integer(6)])
      let former = try await store.read(at: 1) { try $0.item(of: before.kind, id: 2)?.content }
      try requireEqual(former?.values, [.text("B")])
      // The items wait for a definition that does not come.
      let stage = try await store.stage()
      try await stage.add([StagedItem(ContentItem(kind: before.kind, id: 3, values: [.text("C")]))])
      try await requireError(StoreError.kindChanged("cafes")) {
        try await stage.commit(
          at: SampleContent.committedAt, by: .program, isDryRun: false,
          with: CompanionWrites(defining: ["cafes"]) { _ in })
      }
    },

    FeedStoreCheck("writes neither items nor definitions nor compositions if one of them fails") {
      store in
      let cafes = try cafes()
      let tables = try kind(
        #"{"kind":"tables","fields":[{"name":"cafe","type":"reference","kind":"cafes"}]}"#)
      let cafe = ContentItem(kind: cafes.kind, id: 1, values: [.text("A")])
      let table = ContentItem(kind: tables.kind, id: 7, values: [.integer(2)])
      let written = companions([cafes, tables])
      let failing = CompanionWrites(defining: written.kinds) { transaction in
        try written.write(transaction)
        throw Interruption()
      }
      for isDryRun in [false, true] {
        try await requireError(Interruption()) {
          try await store.commit([cafe], with: failing, isDryRun: isDryRun)
        }
        let dangling = StageError.DanglingReference(
          kind: "tables", id: 7, field: "cafe", expected: "the id of an item of cafes", found: "2")
        try await requireError(StageError.noSuchReferents([dangling], count: 1)) {
          try await store.commit([cafe, table], with: written, isDryRun: isDryRun)
        }
      }
      try requireEqual(try await store.latestRevision(), nil)
      try requireEqual(try await store.kinds(), .standard)
      try requireEqual(try await store.read { try $0.composedFeeds() }, [])
    },

    FeedStoreCheck("makes a revision of a composition alone") { store in
      let banner = try TestContent.banner(1).item
      try await store.upsert(items: [banner])
      for number in [2, nil] {
        let outcome = try await store.commit([banner], with: companions([]))
        try requireEqual(outcome.counts, ["campaign_banners": [.unchanged: 1]])
        try requireEqual(outcome.revision?.number, number)
      }
    },

    FeedStoreCheck("defines kinds anew, in another order, with items, in one revision") { store in
      let standard = ContentKinds.standard.all
      let kinds = [standard[1], try cafes().kind, standard[0]]
      let items = [
        ContentItem(kind: kinds[1], id: 1, values: [.text("A")]), try TestContent.banner(1).item,
      ]
      let companions = CompanionWrites(defining: Set((standard + kinds).map(\.name))) {
        transaction in
        for kind in standard { try transaction.remove(kind) }
        for kind in kinds { try transaction.define(kind) }
      }
      let outcome = try await store.commit(
        items.filter { kinds.contains($0.kind) }, with: companions)
      try requireEqual(outcome.revision?.number, 1)
      try requireEqual(try await store.kinds().all, kinds)
      let names = try await store.read(at: 0) { try $0.kinds().names }
      try requireEqual(names, ContentKinds.standard.names)
      let again = try await store.upsert(items: [items[0]])
      try requireEqual(again.changes, [.unchanged])
    },
  ]
}

extension FeedStore {
  /// Stages `items` and puts them in place.
  fileprivate func commit(
    _ items: [ContentItem], with companions: CompanionWrites, isDryRun: Bool = false
  ) async throws -> StageOutcome {
    let stage = try await stage()
    try await stage.add(items.map { StagedItem($0) })
    return try await stage.commit(
      at: SampleContent.committedAt, by: .program, isDryRun: isDryRun, with: companions)
  }
}
