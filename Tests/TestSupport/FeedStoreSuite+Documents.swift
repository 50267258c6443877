import FeedModel
import FeedStore

extension FeedStoreCheck {
  private static let home = DocumentKey(feed: "home")
  private static let news = DocumentKey(feed: "home", section: "news")

  /// Writes a banner in each of `count` revisions.
  private static func revisions(_ count: Int, in store: any FeedStore) async throws -> [Revision] {
    var revisions: [Revision] = []
    for number in 1...count {
      let moment = SampleContent.committedAt.later(minutes: number)
      if let made = try await store.upsert([TestContent.banner(number)], at: moment).revision {
        revisions.append(made)
      }
    }
    return revisions
  }

  private static func note(
    _ changes: [DocumentChanges], after: Int, through: Revision, in store: any FeedStore
  ) async throws -> DocumentNoting {
    try await store.write(making: {
      try $0.note(DocumentChangeRange(after: after, through: through, changes: changes))
    })
  }

  static let documents = [
    FeedStoreCheck("notes the changes of documents in order, once, and of its own revisions") {
      store in
      let revisions = try await revisions(3, in: store)
      let first = DocumentChanges(revision: revisions[0], shown: [home, news])
      let last = DocumentChanges(revision: revisions[2], shown: [home], moved: [news])
      func noted() async throws -> Int {
        try await store.read { try $0.notedRevisions().upperBound }
      }
      try requireEqual(try await noted(), 0)
      // 1. What is before is missing.
      let early = try await note([last], after: 2, through: revisions[2], in: store)
      try requireEqual(early, .incomplete)
      try requireEqual(try await noted(), 0)
      // 2. In order, and again.
      for _ in 0..<2 {
        let outcome = try await note([first], after: 0, through: revisions[1], in: store)
        try requireEqual(outcome, .noted)
        try requireEqual(try await noted(), 2)
      }
      let overlapping = try await note([first, last], after: 0, through: revisions[2], in: store)
      try requireEqual(overlapping, .noted)
      try requireEqual(try await noted(), 3)
      // 3. Another copy of the store.
      let other = Revision(number: 3, id: revisions[0].id, committedAt: revisions[2].committedAt)
      try requireEqual(try await note([], after: 0, through: other, in: store), .foreign)
      // 4. What moves has the revision that it had, but is named.
      try await store.read { reader in
        try requireEqual(try reader.documentRevision(of: news, through: 3), 1)
        try requireEqual(try reader.documentRevision(of: home, through: 2), 1)
        try requireEqual(try reader.documentRevision(of: home, through: 3), 3)
        try requireEqual(try reader.nextChange(of: news, after: 1), nil)
        try requireEqual(try reader.changes(after: 2, limit: 1).first?.documents, [home, news])
      }
      try requireEqual(try await store.latestRevision()?.number, 3)
    },

    FeedStoreCheck("knows what touched a kind last, also when that is forgotten") { store in
      _ = try await revisions(2, in: store)
      try await store.upsert([TestContent.photo(1)])
      let kind = ContentKind.campaignBanners.name
      func touches() async throws -> [Int] {
        try await store.read { reader in
          try [(kind, 1), (kind, 3), (ContentKind.pickupPhotos.name, 3), ("none", 3)].map {
            try reader.lastTouch(ofKind: $0.0, through: $0.1)
          }
        }
      }
      try requireEqual(try await touches(), [1, 2, 3, 1])
      let moment = SampleContent.committedAt.later(minutes: 9)
      try await store.write(at: moment) { try $0.forgetHistory(before: 3) }
      while try await store.write(
        at: moment, making: { try $0.removeForgottenVersions(limit: 1) }) > 0
      {}
      try requireEqual(try await touches().dropFirst().first, 2)
    },
  ]
}
