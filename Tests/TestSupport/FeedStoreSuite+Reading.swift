import FeedModel
import FeedStore

extension FeedStoreCheck {
  static let reading = [
    FeedStoreCheck("lists items by id, whatever the order they were written in") { store in
      let ids = [40, 3, Int.max, 17, 1]
      _ = try await store.upsert(try ids.map { try TestContent.banner($0) })
      try requireEqual(try await store.banners().map(\.id), ids.sorted())
    },

    FeedStoreCheck("continues a list behind an id, page by page") { store in
      let ids = (1...25).map { $0 * 3 }
      _ = try await store.upsert(try ids.map { try TestContent.banner($0) })
      for limit in [1, 2, 7, 24, 25, 26] {
        var read: [Int] = []
        // A store that repeats itself must fail here, not go on forever.
        while read.count <= ids.count {
          let page = try await store.items(
            of: .campaignBanners, after: read.last ?? 0, limit: limit)
          read += page.map(\.id)
          guard page.count == limit else { break }
        }
        try requireEqual(read, ids)
      }
      let between = try await store.items(of: .campaignBanners, after: 10, limit: 2)
      try requireEqual(between.map(\.id), [12, 15])
      let none = try await store.items(of: .campaignBanners, after: .max, limit: 2)
      try require(none.isEmpty, "there is nothing behind the largest id")
    },

    FeedStoreCheck("has no item where there is none") { store in
      _ = try await store.upsert([try TestContent.banner(1)])
      for (kind, id) in [
        (ContentKind.campaignBanners, 2), (.campaignBanners, -1), (.recentNews, 1),
      ] {
        let item = try await store.item(of: kind, id: id)
        try require(item == nil, "\(kind) \(id)")
      }
      let item = try await store.item(of: .campaignBanners, id: 1) as? CampaignBanner
      try requireEqual(item, try TestContent.banner(1))
    },

    FeedStoreCheck("limits a snapshot to the first items of every kind") { store in
      _ = try await store.upsert(try (1...5).map { try TestContent.banner($0) })
      _ = try await store.upsert(try (1...5).map { try TestContent.photo($0) })
      let snapshot = try await store.snapshot(limit: 3)
      try requireEqual(snapshot.revision?.number, 2)
      try requireEqual(try snapshot.items[.campaignBanners]?.get().map(\.id), [1, 2, 3])
      try requireEqual(try snapshot.items[.pickupPhotos]?.get().map(\.id), [1, 2, 3])
      try requireEqual(snapshot.items.count, ContentKind.allCases.count)
    },
  ]
}
