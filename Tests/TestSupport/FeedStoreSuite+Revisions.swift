import FeedEntities
import FeedModel
import FeedStore
import Foundation

extension FeedStoreCheck {
  static let revisions = [
    FeedStoreCheck("keeps a secret as it was made first") { store in
      let first = try await store.secret("key", at: SampleContent.committedAt) { [1, 2, 3] }
      try requireEqual(first, [1, 2, 3])
      let second = try await store.secret("key", at: SampleContent.committedAt) { [4] }
      try requireEqual(second, [1, 2, 3])
      try requireEqual(try await store.latestRevision(), nil)
    },

    FeedStoreCheck("does not go on with a secret that is empty") { store in
      do {
        let secret = try await store.secret("key", at: SampleContent.committedAt) { [] }
        try require(false, "\(secret)")
      } catch StoreError.failed(let place, _) {
        try requireEqual(place, "secrets/key")
      }
    },

    FeedStoreCheck("has no revision before the first write") { store in
      try requireEqual(try await store.latestRevision(), nil)
      let snapshot = try await store.snapshot(limit: 10)
      try requireEqual(snapshot.revision, nil)
      for kind in ContentKinds.standard.all {
        try requireEqual(try snapshot.items[kind]?.get().count, 0)
      }
    },

    FeedStoreCheck("adds one revision for each transaction that changes something") { store in
      for number in 1...5 {
        let moment = Timestamp(Date(timeIntervalSince1970: Double(1_700_000_000 + number)))
        let items = [try TestContent.banner(number), try TestContent.banner(number + 100)]
        let revision = try await store.upsert(items, at: moment).revision
        try requireEqual(revision?.number, number)
        try requireEqual(revision?.committedAt, moment)
        try requireEqual(try await store.latestRevision(), revision)
      }
    },

    FeedStoreCheck("makes no revision when nothing changes") { store in
      let items = [try TestContent.banner(1), try TestContent.banner(2)]
      try await store.upsert(items)
      let again = try await store.upsert(items)
      try requireEqual(again.changes, [.unchanged, .unchanged])
      try requireEqual(again.revision, nil)
      try requireEqual(try await store.upsert([]).revision, nil)
      try requireEqual(try await store.latestRevision()?.number, 1)
    },

    FeedStoreCheck("says of each item whether it was inserted, updated or unchanged") { store in
      try await store.upsert([try TestContent.banner(1), try TestContent.banner(2)])
      let changes = try await store.upsert([
        try TestContent.banner(1), try TestContent.banner(2, campaign: 9),
        try TestContent.banner(3), try TestContent.banner(1), try TestContent.topic(1),
      ]).changes
      try requireEqual(changes, [.unchanged, .updated, .inserted, .unchanged, .inserted])
    },

    FeedStoreCheck("takes a difference in any one field for an update") { store in
      let original = try TestContent.topic()
      var variants = Array(repeating: original, count: 5)
      variants[0].rating = original.rating.nextUp
      variants[1].thumbnailURL += "?"
      variants[2].title = "rice"
      variants[3].caption += " "
      variants[4].publishedAt = "2022-12-02T00:00:00.000+0900"
      for variant in variants {
        try await store.upsert([original])
        try requireEqual(try await store.upsert([variant]).changes, [.updated])
        try requireEqual(try await store.topic(1), variant)
      }
    },

    FeedStoreCheck("tells what each revision changed, and abridges what is long") { store in
      let (few, many) = (
        try [TestContent.banner(9), TestContent.banner(2)],
        try (1...RevisionChanges.maximumItemCount).map { try TestContent.photo($0) }
      )
      try await store.upsert(few)
      try await store.write { transaction in
        for photo in many { _ = try transaction.upsert(photo) }
        _ = try transaction.delete(.campaignBanners, id: 2)
        _ = try transaction.setComposition("{}", of: "second")
        _ = try transaction.setComposition("{}", of: "first")
      }
      let changes = try await store.read { try $0.changes(after: 0, limit: 10) }
      try requireEqual(changes.map(\.revision.number), [1, 2])
      try requireEqual(
        changes[0].items,
        [.init(kind: "campaign_banners", id: 2), .init(kind: "campaign_banners", id: 9)])
      try requireEqual(changes[0].kinds, ["campaign_banners"])
      try require(!changes[0].isAbridged && changes[0].feeds.isEmpty, "the first is whole")
      try requireEqual(changes[1].items.count, RevisionChanges.maximumItemCount)
      try requireEqual(changes[1].kinds, ["campaign_banners", "pickup_photos"])
      try requireEqual(changes[1].feeds, ["first", "second"])
      try require(changes[1].isAbridged, "one is missing")
      let rest = try await store.read { try $0.changes(after: 1, limit: 1) }
      try requireEqual(rest, [changes[1]])
      try requireEqual(try await store.read { try $0.changes(after: 2, limit: 1) }, [])
    },

    FeedStoreCheck("numbers revisions without gaps when several write at once") { store in
      let numbers = try await withThrowingTaskGroup(of: Int?.self) { group in
        for id in 1...20 {
          group.addTask { try await store.upsert([try TestContent.banner(id)]).revision?.number }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      try requireEqual(numbers.compactMap(\.self).sorted(), Array(1...20))
    },
  ]
}

extension FeedStore {
  /// The topic `id`.
  func topic(_ id: Int) async throws -> FeaturedTopic? {
    try await entity(id: id)
  }
}
