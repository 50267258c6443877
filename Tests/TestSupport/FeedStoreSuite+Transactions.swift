import FeedModel
import FeedStore

extension FeedStoreCheck {
  private struct Interruption: Error, Equatable {
    let code: Int
  }

  static let transactions = [
    FeedStoreCheck("changes nothing when the transaction throws, and passes the error on") {
      store in
      _ = try await store.upsert([try TestContent.banner(1)])
      let changed = [try TestContent.banner(1, campaign: 9), try TestContent.banner(2)]
      do {
        _ = try await store.write(at: SampleContent.committedAt) { transaction in
          for banner in changed { _ = try transaction.upsert(banner) }
          throw Interruption(code: 7)
        }
        throw FeedStoreFailure(description: "the error was lost")
      } catch let error as Interruption {
        try requireEqual(error, Interruption(code: 7))
      }
      try requireEqual(try await store.latestRevision()?.number, 1)
      let banners = try await store.banners()
      try requireEqual(banners, [try TestContent.banner(1)])
      // And the next one gets the number that was not used.
      try requireEqual(try await store.upsert(changed).revision?.number, 2)
    },

    FeedStoreCheck("sees an item it has just written") { store in
      let changes = try await store.upsert([
        try TestContent.banner(1), try TestContent.banner(1, campaign: 2),
        try TestContent.banner(1, campaign: 2),
      ]).changes
      try requireEqual(changes, [.inserted, .updated, .unchanged])
      let banners = try await store.banners()
      try requireEqual(banners, [try TestContent.banner(1, campaign: 2)])
    },

    FeedStoreCheck("takes a snapshot of one revision while others write") { store in
      let count = 20
      func banners(_ number: Int) throws -> [CampaignBanner] {
        try (1...count).map { try TestContent.banner($0, campaign: number) }
      }
      _ = try await store.upsert(try banners(1))
      try await withThrowingTaskGroup { group in
        group.addTask {
          for number in 2...30 { _ = try await store.upsert(try banners(number)) }
        }
        for _ in 0..<3 {
          group.addTask {
            var newest = 0
            // As many tries as are plenty, so that a store that stands still fails.
            for _ in 0..<100_000 where newest < 30 {
              let snapshot = try await store.snapshot(limit: 100)
              let items = try snapshot.items[.campaignBanners]?.get() as? [CampaignBanner] ?? []
              let number = snapshot.revision?.number ?? 0
              try requireEqual(Set(items.map(\.bannerContentsID)), [number])
              try require(number >= newest, "revision \(number) after \(newest)")
              newest = number
            }
          }
        }
        try await group.waitForAll()
      }
    },
  ]
}

extension FeedStore {
  /// Every banner.
  func banners() async throws -> [CampaignBanner] {
    try await items(of: .campaignBanners, after: 0, limit: 1_000) as? [CampaignBanner] ?? []
  }
}
