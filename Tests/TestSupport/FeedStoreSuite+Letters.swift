import FeedModel
import FeedStore
import FeedStoreSQL

extension FeedStoreCheck {
  static let letters = [
    FeedStoreCheck("finds each letter in all its forms, in short words and in long ones") { store in
      let forms = (0..<UInt32(0x11_0000)).compactMap(Unicode.Scalar.init).filter {
        CaseFolding.forms(of: $0).count > 1
      }
      try require(forms.count > 2_800, "\(forms.count)")
      _ = try await store.upsert(
        try forms.enumerated().map { index, form in
          var topic = try TestContent.topic(index + 1)
          // Digits around it are no forms of other letters.
          (topic.title, topic.caption) = ("1\(form)2\(form)", "")
          return topic
        })
      let ids = Dictionary(grouping: forms.indices) { CaseFolding.fold(forms[$0]) }
      var random = SeededGenerator(seed: 1)
      for indices in ids.values {
        let first = forms[indices.randomElement(using: &random) ?? 0]
        let second = forms[indices.randomElement(using: &random) ?? 0]
        for word in ["\(first)", "\(first)2", "1\(first)2", "1\(first)2\(second)"] {
          let found = try await store.ids(word)
          let expected = indices.map { $0 + 1 }
          try require(found == expected, "\(word): expected \(expected), found \(found)")
        }
        for word in ["2\(first)1", "1\(first)2\(second)2"] {
          try requireEqual(try await store.ids(word), [])
        }
      }
    },

    FeedStoreCheck("folds letters as documented, whatever forms there are") { store in
      let titles = [
        1: "Istanbul", 2: "ISTANBUL", 3: "Straße", 4: "STRASSE", 5: "ΟΔΟΣ", 6: "οδος", 7: "kilo",
      ]
      _ = try await store.upsert(try titles.map(topic))
      let first: [(String, [Int])] = [
        ("istanbul", [1, 2]), ("İSTANBUL", [1, 2]), ("ıs", [1, 2]), ("straẞe", [3]), ("ss", [4]),
        ("ΟΔΟσ", [5, 6]), ("ς", [5, 6]), ("σ", [5, 6]), ("\u{212A}ilo", [7]), ("\u{212A}", [7]),
      ]
      for (word, ids) in first { try requireEqual(try await store.ids(word), ids) }
      let others = [
        8: "İstanbul", 9: "STRAẞE", 10: "Iİıi", 11: "anbul İst", 12: "\u{212A}ILO",
        13: "\u{1FD3}\u{FB05}\u{1FE3}", 14: "ᎠᎡᎢᎣᎤ", 15: "ꭰꭱꭲꭳꭴ", 16: "ᎣᎤ ᎠᎡᎢ",
      ]
      _ = try await store.upsert(try others.map(topic))
      let second: [(String, [Int])] = [
        ("istanbul", [1, 2, 8]), ("ıstanbul", [1, 2, 8]), ("İS", [1, 2, 8, 11]), ("iiıI", [10]),
        ("ıİ", [10]), ("istanbul ist", [1, 2, 8]), ("straße", [3, 9]), ("ẞe", [3, 9]),
        ("ss", [4]), ("KİLO", [7, 12]), ("\u{390}\u{FB06}\u{3B0}", [13]), ("\u{390}", [13]),
        ("ꭰꭱꭲꭳꭴ", [14, 15]), ("ᎡᎢᎣᎤ", [14, 15]), ("ꭴ", [14, 15, 16]), ("ꭰᎡ ᎣᎤ", [14, 15, 16]),
      ]
      for (word, ids) in second { try requireEqual(try await store.ids(word), ids) }
      _ = try await store.write(at: SampleContent.committedAt) { transaction in
        for id in others.keys { _ = try transaction.delete(.featuredTopics, id: id) }
      }
      for (word, ids) in first { try requireEqual(try await store.ids(word), ids) }
    },
  ]

  private static func topic(_ id: Int, _ title: String) throws -> FeaturedTopic {
    var topic = try TestContent.topic(id)
    (topic.title, topic.caption) = (title, "")
    return topic
  }
}

extension FeedStore {
  /// The ids of the topics that a search finds.
  fileprivate func ids(_ words: String) async throws -> [Int] {
    let query = ContentQuery(search: words)
    return try await read { reader in
      try reader.items(
        of: .featuredTopics, matching: query, visibility: nil, after: nil, limit: 99)
    }.map(\.content.id)
  }
}
