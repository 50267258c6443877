import FeedModel
import FeedStore

extension FeedStoreCheck {
  static let fidelity = [
    FeedStoreCheck("returns the sample content as it was") { store in
      let sample = try SampleContent.snapshot()
      let items = try ContentKind.allCases.flatMap { try sample.items[$0]?.get() ?? [] }
      try requireEqual(try await store.upsert(items).revision?.number, 1)
      let stored = try await store.snapshot(limit: 1_000)
      for kind in ContentKind.allCases {
        func check<Entity: ContentEntity>(_: Entity.Type) throws {
          let expected = try sample.items[kind]?.get() as? [Entity]
          try requireEqual(try stored.items[kind]?.get() as? [Entity], expected)
        }
        try check(kind.entityType)
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
      _ = try await store.upsert([topic])
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
        _ = try await store.upsert([topic])
        try requireEqual(try await store.topic(index + 1)?.rating, rating)
      }
      let photo = try TestContent.photo(.max, width: .max, height: 1)
      let banner = try TestContent.banner(1, campaign: .min)
      _ = try await store.upsert([photo, banner])
      let stored = try await store.item(of: .pickupPhotos, id: .max) as? PickupPhoto
      try requireEqual(stored, photo)
      try requireEqual(try await store.banners(), [banner])
    },

    FeedStoreCheck("keeps dates to the millisecond, with their zone") { store in
      let texts = [
        "2022-12-01T07:30:00.123+0000", "2022-12-01T16:30:00.000+0900",
        "1969-12-31T23:59:59.999-0330", "0001-01-01T00:00:00.000+0000",
        "9999-12-31T23:59:59.999+0000",
      ]
      for (index, text) in texts.enumerated() {
        var topic = try TestContent.topic(index + 1)
        topic.publishedAt = Timestamp(text) ?? SampleContent.committedAt
        _ = try await store.upsert([topic])
        try requireEqual(try await store.topic(index + 1)?.publishedAt.text, text)
      }
    },
  ]
}
