import FeedEntities
import FeedModel
import FeedStore

extension FeedStoreCheck {
  static let localizedLists = [
    FeedStoreCheck("a list in a locale is filtered, sorted and paged by what its readers see") {
      store in
      let (en, british) = (try tag("en"), try tag("en-GB"))
      let titles: [(String, String?, String?)] = [
        ("い", "b", nil), ("あ", nil, nil), ("う", "c", "a"), ("え", nil, "d"), ("お", "", nil),
      ]
      let items = try titles.enumerated().map { index, titles in
        var topic = try TestContent.topic(index + 1)
        topic.title = titles.0
        return topic.item.translated(
          [("title", en, titles.1), ("title", british, titles.2)].compactMap { name, tag, text in
            text.map { (name, tag, $0) }
          })
      }
      try await store.upsert(items: items)
      let orders: [([LocaleTag], [Int])] = [
        ([], [2, 1, 3, 4, 5]), ([en], [5, 1, 3, 2, 4]), ([british, en], [5, 3, 1, 4, 2]),
        ([british], [3, 4, 2, 1, 5]),
      ]
      for (tags, ids) in orders {
        for isDescending in [false, true] {
          var query = ContentQuery(sort: [.init(field: "title", isDescending: isDescending)])
          query.lookup = tags
          let expected = isDescending ? ids.reversed() : ids
          for limit in 1...6 {
            try requireEqual(try await store.pagedTopics(query, limit: limit), expected)
          }
        }
      }
      let filters: [(String, String, [LocaleTag], [Int])] = [
        ("title", "b", [en], [1]), ("title", "b", [], []), ("title", "い", [en], []),
        ("title", "い", [], [1]), ("title", "え", [en], [4]), ("title", "え", [british, en], []),
        ("title.gt", "b", [en], [2, 3, 4]), ("title.ne", "a", [british, en], [1, 2, 4, 5]),
      ]
      for (field, value, tags, ids) in filters {
        var query = try ContentQuery(parameters: [field: value], for: .featuredTopics)
        query.lookup = tags
        let found = try await store.pagedTopics(query, limit: 2)
        try require(found == ids, "\(field)=\(value) in \(tags): \(found)")
      }
    },

    FeedStoreCheck("a search in a locale finds what its readers see, and nothing else") { store in
      let en = try tag("en")
      let texts: [(String, String?)] = [
        ("カキフライ", "Fried Oysters"), ("Oysters", nil), ("ラーメン", "Ramen & Émile"),
        ("東京", "tokyo bay"),
      ]
      let items = try texts.enumerated().map { index, texts in
        var topic = try TestContent.topic(index + 1)
        (topic.title, topic.caption) = (texts.0, "")
        return topic.item.translated(texts.1.map { [("title", en, $0)] } ?? [])
      }
      try await store.upsert(items: items)
      let searches: [(String, [LocaleTag], [Int])] = [
        ("oysters", [en], [1, 2]), ("OYSTERS", [], [2]), ("カキフライ", [], [1]), ("カキフライ", [en], []),
        ("カキ", [], [1]), ("カキ", [en], []), ("fr", [en], [1]), ("fr", [], []), ("ra", [en], [3]),
        ("émile", [en], [3]), ("É", [en], [3]), ("é", [], []), ("bay", [en], [4]),
        ("y", [en], [1, 2, 4]),
        ("y", [], [2]), ("東", [], [4]), ("東", [en], []), ("ried oys", [en], [1]),
        ("fried bay", [en], []), ("カキ fried", [en], []),
      ]
      for (words, tags, ids) in searches {
        var query = ContentQuery(search: words)
        query.lookup = tags
        let found = try await store.pagedTopics(query, limit: 2)
        try require(found == ids, "\(words) in \(tags): expected \(ids), found \(found)")
      }
      // What is changed is found, and no longer what was.
      try await store.upsert(items: [items[0].translated([("title", en, "Baked clams")])])
      for (word, ids) in [("oysters", [2]), ("clams", [1]), ("カキフライ", [Int]())] {
        var query = ContentQuery(search: word)
        query.lookup = [en]
        let found = try await store.pagedTopics(query, limit: 9)
        try require(found == ids, "\(word): expected \(ids), found \(found)")
      }
    },

    FeedStoreCheck("items that lack a text in a locale are listed") { store in
      let (en, british) = (try tag("en"), try tag("en-GB"))
      let all = [("title", en, "a"), ("caption", en, "b")]
      var empty = try TestContent.topic(4)
      empty.caption = ""
      let items = [
        try TestContent.topic(1).item.translated(all), try TestContent.topic(2).item,
        try TestContent.topic(3).item.translated([all[0]]),
        // There is nothing to translate in its caption.
        empty.item.translated([all[0]]),
        try TestContent.topic(5).item.translated(all.map { ($0.0, british, $0.2) }),
      ]
      try await store.upsert(items: items)
      let cases: [([LocaleTag], [Int])] = [
        ([en], [2, 3, 5]), ([british, en], [2, 3]), ([british], [1, 2, 3, 4]), ([], []),
      ]
      for (tags, ids) in cases {
        var query = ContentQuery.all
        query.untranslated = tags
        let found = try await store.pagedTopics(query, limit: 2)
        try require(found == ids, "\(tags): expected \(ids), found \(found)")
      }
    },
  ]
}

extension FeedStore {
  /// The ids of the topics that `query` finds, read in pages of `limit`.
  fileprivate func pagedTopics(_ query: ContentQuery, limit: Int) async throws -> [Int] {
    try await read { reader in
      var ids: [Int] = []
      var position: ListPosition?
      // A store that repeats itself must fail here, not go on forever.
      while ids.count < 100 {
        let page = try reader.items(
          of: .featuredTopics, matching: query, visibility: nil, after: position, limit: limit)
        ids += page.map(\.content.id)
        guard let last = page.last else { break }
        position = ListPosition(behind: last.content, in: query)
      }
      try requireEqual(
        try reader.count(of: .featuredTopics, matching: query, visibility: nil), ids.count)
      return ids
    }
  }
}
