import FeedEntities
import FeedModel
import FeedStore

extension FeedStoreCheck {
  static let reading = [
    FeedStoreCheck("lists items by id, whatever the order they were written in") { store in
      let ids = [40, 3, Int.max, 17, 1]
      try await store.upsert(try ids.map { try TestContent.banner($0) })
      try requireEqual(try await store.banners().map(\.id), ids.sorted())
    },

    FeedStoreCheck("continues a list behind an id, page by page") { store in
      let ids = (1...25).map { $0 * 3 }
      try await store.upsert(try ids.map { try TestContent.banner($0) })
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
      try await store.upsert([try TestContent.banner(1)])
      for (kind, id) in [
        (ContentKind.campaignBanners, 2), (.campaignBanners, -1), (.recentNews, 1),
      ] {
        let item = try await store.item(of: kind, id: id)
        try require(item == nil, "\(kind) \(id)")
      }
      let item = try await store.entity(CampaignBanner.self, id: 1)
      try requireEqual(item, try TestContent.banner(1))
    },

    FeedStoreCheck("limits a snapshot to the first items of every kind") { store in
      try await store.upsert(try (1...5).map { try TestContent.banner($0) })
      try await store.upsert(try (1...5).map { try TestContent.photo($0) })
      let snapshot = try await store.snapshot(limit: 3)
      try requireEqual(snapshot.revision?.number, 2)
      try requireEqual(try snapshot.items[.campaignBanners]?.get().map(\.id), [1, 2, 3])
      try requireEqual(try snapshot.items[.pickupPhotos]?.get().map(\.id), [1, 2, 3])
      try requireEqual(snapshot.items.count, ContentKinds.standard.all.count)
    },
  ]
}

extension FeedStoreCheck {
  private struct Interruption: Error, Equatable {
    let code: Int
  }

  static let transactions = [
    FeedStoreCheck("changes nothing when the transaction throws, and passes the error on") {
      store in
      try await store.upsert([try TestContent.banner(1)])
      let changed = [try TestContent.banner(1, campaign: 9), try TestContent.banner(2)]
      try await requireError(Interruption(code: 7)) {
        try await store.write { transaction in
          for banner in changed { _ = try transaction.upsert(banner) }
          throw Interruption(code: 7)
        }
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
      try await store.upsert(try banners(1))
      try await withThrowingTaskGroup { group in
        group.addTask { for number in 2...30 { try await store.upsert(try banners(number)) } }
        for _ in 0..<3 {
          group.addTask {
            var newest = 0
            // A bounded number of tries, so that the check of a store that stands still fails.
            for _ in 0..<100_000 where newest < 30 {
              let snapshot = try await store.snapshot(limit: 100)
              let items = try snapshot.items[.campaignBanners]?.get() ?? []
              let number = snapshot.revision?.number ?? 0
              try requireEqual(Set(items.map { CampaignBanner($0)?.bannerContentsID }), [number])
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
    try await items(of: .campaignBanners, after: 0, limit: 1_000).compactMap { CampaignBanner($0) }
  }
}

extension FeedStoreCheck {
  static let fidelity = [
    FeedStoreCheck("returns the sample content as it was") { store in
      let sample = try SampleContent.items()
      let items = ContentKinds.standard.all.flatMap { sample[$0] ?? [] }
      try requireEqual(try await store.upsert(items: items).revision?.number, 1)
      let stored = try await store.snapshot(limit: 1_000)
      for kind in ContentKinds.standard.all {
        try requireEqual(try stored.items[kind]?.get(), try requireValue(sample[kind]))
      }
    },

    FeedStoreCheck("keeps text of any kind and length") { store in
      let texts = [
        "", " ", "最新のお知らせ 😆👩‍👩‍👧‍👦🇯🇵", "'; DROP TABLE featured_topics; --", "\"quoted\" \\ back",
        "line\nline\r\n\ttab", "e\u{301} and \u{E9}", "\u{FEFF}\u{200B}\u{202E}", "\u{7F}\u{1}",
        "1", "1.0", "null", "0x10", String(repeating: "長い", count: 1 << 18),
      ]
      for (index, text) in texts.enumerated() {
        var topic = try TestContent.topic(index + 1)
        topic.title = text
        topic.caption = String(text.reversed())
        try requireEqual(try await store.upsert([topic]).changes, [.inserted])
        let stored = try await store.topic(index + 1)
        // By bytes: two strings are equal for Swift when they only look the same.
        try require(
          stored.map { Array($0.title.utf8) } == Array(text.utf8), "text \(index) has changed")
        try requireEqual(try await store.upsert([topic]).changes, [.unchanged])
      }
    },

    FeedStoreCheck("tells apart texts that only look the same") { store in
      var topic = try TestContent.topic()
      topic.title = "caf\u{E9}"
      try await store.upsert([topic])
      topic.title = "cafe\u{301}"
      try requireEqual(try await store.upsert([topic]).changes, [.updated])
    },

    FeedStoreCheck("keeps numbers to the last bit") { store in
      let ratings = [
        0, 5, 3.7, 0.1 + 0.2, 4.999_999_999_999_999, .leastNonzeroMagnitude, 2.0.nextUp,
      ]
      for (index, rating) in ratings.enumerated() {
        var topic = try TestContent.topic(index + 1)
        topic.rating = rating
        try await store.upsert([topic])
        try requireEqual(try await store.topic(index + 1)?.rating, rating)
      }
      let photo = try TestContent.photo(.max, width: .max, height: 1)
      let banner = try TestContent.banner(1, campaign: .min)
      try await store.upsert([photo, banner])
      let stored = try await store.entity(PickupPhoto.self, id: .max)
      try requireEqual(stored, photo)
      try requireEqual(try await store.banners(), [banner])
    },

    FeedStoreCheck("reads whole numbers beyond 2⁵³, which former versions accepted") { store in
      let far = 9_007_199_254_740_993
      let kind = ContentKind(
        name: "shops", title: "Shops",
        fields: [
          ContentField("seats", IntegerField(-far...far), defaultValue: .integer(far)),
          ContentField("counts", ListField(of: IntegerField()), isNullable: true),
          ContentField("near", ReferenceField("shops"), isNullable: true),
        ], layout: Composition.LayoutChoice(type: "shelf", options: [:]))
      let item = ContentItem(
        kind: kind, id: .max,
        values: [.integer(-far), .list([.integer(far), .integer(1)]), .integer(.max)])
      let composition = """
        {"sections":[{"id":"a","kind":"shops","title":"","source":{"pinned":[9007199254740993]}},
        {"id":"b","kind":"shops","title":"",
         "source":{"query":{"filter":{"seats.lt":"-9007199254740992"}}}}]}
        """
      try await store.write { transaction in
        try transaction.define(kind)
        _ = try transaction.upsert(item)
        _ = try transaction.setComposition(composition, of: "far")
      }
      // The definition is read from the database.
      let stored = try requireValue(try await store.kinds()["shops"])
      try requireEqual(stored.fields, kind.fields)
      try requireEqual(try await store.item(of: stored, id: .max), item)
      let items = try await store.items(of: stored, after: 0, limit: 9)
      try requireEqual(items, [item])
      let sections = try await store.read { reader in
        let sections = try reader.composition(of: "far")?.sections ?? []
        return try sections.map { section in
          try reader.items(
            of: section, after: nil, limit: 9, visibility: Visibility(at: SampleContent.committedAt)
          ).map(\.content.id)
        }
      }
      try requireEqual(sections, [[], [.max]])
      try await store.write { transaction in _ = try transaction.delete(stored, id: .max) }
      try requireEqual(try await store.item(of: stored, id: .max), nil)
    },

    FeedStoreCheck("keeps dates to the millisecond, with their zone") { store in
      let texts = [
        "2022-12-01T07:30:00.123+0000", "2022-12-01T16:30:00.000+0900",
        "1969-12-31T23:59:59.999-0330", "0001-01-01T00:00:00.000+0000",
        "9999-12-31T23:59:59.999+0000",
      ]
      for (index, text) in texts.enumerated() {
        var topic = try TestContent.topic(index + 1)
        topic.publishedAt = text
        try await store.upsert([topic])
        try requireEqual(try await store.topic(index + 1)?.publishedAt, text)
      }
    },
  ]
}
