import FeedEntities
import FeedModel
import FeedStore

extension FeedStoreCheck {
  static let lists = [
    FeedStoreCheck("compares numbers as numbers, dates as moments and text by code points") {
      store in
      try await store.upsert(try topics())
      let cases: [([String: String], [Int])] = [
        (["id.gt": "9"], [10, 11]), (["id.lte": "2"], [1, 2]), (["id": "10"], [10]),
        (["rating.gte": "4"], [4, 5, 11]), (["rating.lt": "1e0"], [10]), (["rating": "3.50"], [3]),
        (["rating.ne": "4"], [1, 2, 3, 5, 6, 7, 8, 9, 10]),
        // An equal moment in another zone, which is later as text.
        (["published_at": "2022-12-01T06:00:00Z"], [1, 2]),
        (["published_at.gt": "2022-12-01T06:00:00.000+0000"], [3, 4, 5, 6, 7, 8, 9, 10, 11]),
        (["published_at.lt": "2022-12-01T15:00:00+09:00"], []),
        (["title": "B"], [2]), (["title.gt": "b"], [3, 6, 7, 8]), (["title": "e\u{301}"], [6]),
        (["title": "a"], [1, 7, 10, 11]), (["title.ne": "\u{FF41}"], [2, 3, 4, 5, 6, 8, 9]),
        (["title.lt": "a"], [4, 5, 9, 10]),
        (["title.gte": "\u{FF21}"], [7, 8]), (["title": ""], [9]),
        (["title.ne": "", "id.gte": "8", "rating.lte": "1"], [8, 10]),
        (["title": "' OR 1=1 --"], []),
      ]
      for (parameters, ids) in cases {
        let found = try await store.ids(parameters)
        try require(found == ids, "\(parameters): expected \(ids), found \(found)")
        let query = try ContentQuery(parameters: parameters, for: .featuredTopics)
        let count = try await store.read {
          try $0.count(of: .featuredTopics, matching: query, visibility: nil)
        }
        try requireEqual(count, ids.count)
      }
    },

    FeedStoreCheck("sorts by several fields and then by id, and goes on behind any item") { store in
      try await store.upsert(try topics())
      let orders: [(String, [Int])] = [
        ("-id", Array((1...11).reversed())), ("title", [9, 10, 4, 5, 1, 11, 2, 3, 6, 7, 8]),
        ("-published_at", [11, 10, 9, 8, 7, 6, 5, 4, 3, 1, 2]),
        ("rating,-id", [10, 9, 8, 7, 6, 2, 1, 3, 11, 4, 5]),
        ("-rating,title", [5, 4, 11, 3, 9, 1, 2, 6, 7, 8, 10]),
        ("caption,-published_at,title", [11, 10, 9, 8, 7, 6, 5, 4, 3, 1, 2]),
        ("caption", Array(1...11)), ("id,-title", Array(1...11)),
      ]
      for (sort, ids) in orders {
        try requireEqual(try await store.ids(["sort": sort]), ids)
        for limit in [1, 2, 3, 7, 10, 11] {
          let paged = try await store.pagedIDs(["sort": sort], limit: limit)
          try require(paged == ids, "\(sort) by \(limit): \(paged)")
        }
      }
    },

    FeedStoreCheck("pages of a descending list go on to the items without a value") { store in
      let kind = plainKind("shops", [ContentField("seats", IntegerField(), isNullable: true)])
      let seats: [FieldValue] = [.null, .integer(4), .null, .integer(9), .integer(4)]
      try await store.write { transaction in
        try transaction.define(kind)
        for (index, seats) in seats.enumerated() {
          _ = try transaction.upsert(ContentItem(kind: kind, id: index + 1, values: [seats]))
        }
      }
      let query = try ContentQuery(parameters: ["sort": "-seats"], for: kind)
      var ids: [Int] = []
      var position: ListPosition?
      while ids.count < 9 {
        let behind = position
        let page = try await store.read {
          try $0.items(of: kind, matching: query, visibility: nil, after: behind, limit: 1)
        }
        guard let last = page.last else { break }
        ids.append(last.content.id)
        position = ListPosition(behind: last.content, sortedBy: query.sort)
      }
      try requireEqual(ids, [4, 2, 5, 1, 3])
    },

    FeedStoreCheck("keeps its place in a list that changes") { store in
      try await store.upsert(try topics())
      let query = try ContentQuery(parameters: ["sort": "-rating"], for: .featuredTopics)
      let first = try await store.page(query, after: nil, limit: 3)
      try requireEqual(first.map(\.id), [5, 4, 11])
      let place = first.last.map { ListPosition(behind: $0.item, sortedBy: query.sort) }
      // The item the page ended with is gone, and others have come before and behind it.
      var early = try TestContent.topic(100)
      early.rating = 5
      var late = try TestContent.topic(101)
      late.rating = 3.4
      let items = [early, late]
      try await store.write { transaction in
        _ = try transaction.delete(.featuredTopics, id: 11)
        for item in items { _ = try transaction.upsert(item) }
      }
      try requireEqual(try await store.page(query, after: place, limit: 2).map(\.id), [3, 101])
    },

    FeedStoreCheck("finds words in Japanese and Latin text, long and short") { store in
      let texts = [
        1: ("最新のお知らせ", "カキフライ&焼きはまぐり"), 2: ("Caf\u{E9} Ole", "ÄÖÜ straße"),
        3: ("100% \"sure\" _x", "it's a*b (c) OR d"), 4: ("東京 ラーメン", "新しい店"),
        5: ("émile \\ back", "-dash ^caret"),
      ]
      let items = try texts.map { id, texts in
        var topic = try TestContent.topic(id)
        (topic.title, topic.caption) = texts
        return topic
      }
      try await store.upsert(items)
      let cases: [(String, [Int])] = [
        ("お知らせ", [1]), ("新", [1, 4]), ("最新", [1]), ("ラーメン 新しい", [4]), ("東京\u{3000}店", [4]),
        ("ラーメン お知らせ", []), ("CAF\u{C9}", [2]), ("É", [2, 5]), ("ole", [2]), ("OL", [2]),
        ("äÖ", [2]), ("STRA", [2]), ("OR", [3]), ("NOT", []), ("\"sure\"", [3]), ("\"", [3]),
        ("%", [3]), ("_", [3]), ("_x", [3]), ("a*b", [3]), ("(c)", [3]), ("it's", [3]), ("'", [3]),
        ("\\", [5]), ("-dash", [5]), ("^caret", [5]), ("title:最新の", []), ("NEAR(a b)", []),
        ("AND", []), ("\"\"\"", []), ("100%", [3]), ("カキフライ&焼き", [1]), ("zzz", []),
        ("らせカキ", []), ("せカ", []),
      ]
      for (words, ids) in cases {
        let found = try await store.ids(["q": words])
        try require(found == ids, "\(words): expected \(ids), found \(found)")
      }
      try requireEqual(try await store.ids(["q": "新", "id.gt": "1", "sort": "-id"]), [4])
    },

    FeedStoreCheck("finds what is written and no longer what was") { store in
      var topic = try TestContent.topic()
      topic.title = "first words"
      try await store.upsert([topic])
      try requireEqual(try await store.ids(["q": "first"]), [1])
      topic.title = "second words"
      try requireEqual(try await store.upsert([topic]).changes, [.updated])
      try requireEqual(try await store.ids(["q": "first"]), [])
      try requireEqual(try await store.ids(["q": "second wo"]), [1])
      try requireEqual(try await store.upsert([topic]).changes, [.unchanged])
      try await store.write { _ = try $0.delete(.featuredTopics, id: 1) }
      try requireEqual(try await store.ids(["q": "second"]), [])
    },

    FeedStoreCheck("lists and counts only what is shown at a moment") { store in
      try await store.upsert(try (1...4).map { try TestContent.topic($0) })
      let moment = SampleContent.committedAt
      let later = moment.later(milliseconds: 1)
      try await store.write(at: moment) { transaction in
        for (id, window) in [
          (1, Window(isDraft: true)), (2, Window(publishAt: later)),
          (3, Window(unpublishAt: later)),
        ] { _ = try transaction.setWindow(window, of: .featuredTopics, id: id) }
      }
      for (time, ids) in [(moment, [3, 4]), (later, [2, 4]), (nil, [1, 2, 3, 4])] {
        let visibility = time.map { Visibility(at: $0) }
        for parameters in [[:], ["q": "rice"], ["q": "ri"], ["q": "rice", "sort": "title,id"]] {
          let query = try ContentQuery(parameters: parameters, for: .featuredTopics)
          let (found, count) = try await store.read { reader in
            (
              try reader.items(
                of: .featuredTopics, matching: query, visibility: visibility, after: nil, limit: 9
              ).map(\.content.id),
              try reader.count(of: .featuredTopics, matching: query, visibility: visibility)
            )
          }
          try requireEqual(found, ids)
          try requireEqual(count, ids.count)
          let counted = try await store.read {
            try $0.countedItems(
              of: .featuredTopics, matching: query, visibility: visibility, limit: 2)
          }
          try requireEqual(counted.items.map(\.content.id), Array(ids.prefix(2)))
          try requireEqual(counted.items.map(\.window.isDraft), ids.prefix(2).map { $0 == 1 })
          try requireEqual(counted.count, ids.count)
        }
      }
    },

    FeedStoreCheck("sorts long texts by their beginnings, and still goes through all of them") {
      store in
      let items = try (1...6).map { id in
        var topic = try TestContent.topic(id)
        topic.title = String(repeating: "長", count: 5_000) + String(9 - id)
        return topic
      }
      try await store.upsert(items)
      try requireEqual(try await store.pagedIDs(["sort": "title"], limit: 2), Array(1...6))
      let query = try ContentQuery(parameters: ["sort": "title"], for: .featuredTopics)
      let place = ListPosition(behind: items[0].item, sortedBy: query.sort)
      try requireEqual(place.values.map(\.?.unicodeScalars.count), [100])
    },
  ]

  /// Eleven topics: titles in several scripts, equal ratings, one moment written in two zones.
  private static func topics() throws -> [FeaturedTopic] {
    let titles = ["a", "b", "ba", "Z", "Z", "\u{E9}", "\u{FF21}", "\u{1F600}", "", "A", "a"]
    let ratings = [1, 1, 3.5, 4, 5, 1, 1, 1, 1, 0.5, 4]
    return try zip(titles, ratings).enumerated().map { index, values in
      var topic = try TestContent.topic(index + 1)
      (topic.title, topic.rating) = values
      topic.caption = "alike"
      let date =
        index == 0
        ? "2022-12-01T15:00:00.000+0900" : "2022-12-01T06:00:00.\(100 + index - 1)+0000"
      topic.publishedAt = index == 1 ? "2022-12-01T06:00:00.000+0000" : date
      return topic
    }
  }
}

extension FeedStore {
  /// Topics that `query` finds.
  fileprivate func page(
    _ query: ContentQuery, after position: ListPosition?, limit: Int
  ) async throws -> [FeaturedTopic] {
    try await read { reader in
      let items = try reader.items(
        of: .featuredTopics, matching: query, visibility: nil, after: position, limit: limit)
      if position == nil {
        let counted = try reader.countedItems(
          of: .featuredTopics, matching: query, visibility: nil, limit: limit)
        try requireEqual(counted.items.map(\.content), items.map(\.content))
        try requireEqual(
          counted.count, try reader.count(of: .featuredTopics, matching: query, visibility: nil))
      }
      return items.compactMap { FeaturedTopic($0.content) }
    }
  }

  /// The ids of the topics that `parameters` ask for.
  fileprivate func ids(_ parameters: [String: String]) async throws -> [Int] {
    let query = try ContentQuery(parameters: parameters, for: .featuredTopics)
    return try await page(query, after: nil, limit: 1_000).map(\.id)
  }

  /// The ids of the list, read in pages of `limit`.
  fileprivate func pagedIDs(_ parameters: [String: String], limit: Int) async throws -> [Int] {
    let query = try ContentQuery(parameters: parameters, for: .featuredTopics)
    var ids: [Int] = []
    var position: ListPosition?
    // A store that repeats itself must fail here, not go on forever.
    while ids.count < 100 {
      let page = try await page(query, after: position, limit: limit)
      ids += page.map(\.id)
      guard let last = page.last else { break }
      position = ListPosition(behind: last.item, sortedBy: query.sort)
    }
    return ids
  }
}
