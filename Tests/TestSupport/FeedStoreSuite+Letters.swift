import FeedEntities
import FeedModel
import FeedStore

extension FeedStoreCheck {
  static let letters = [
    FeedStoreCheck("finds each letter in all its forms, in short words and in long ones") { store in
      let scalars = (0..<UInt32(0x2_0000)).compactMap(Unicode.Scalar.init).filter {
        ![.unassigned, .privateUse].contains($0.properties.generalCategory)
      }
      let changed = scalars.filter {
        let folded = TextFolding.fold("\($0)")
        return !folded.isEmpty && Array(folded.unicodeScalars) != [$0]
      }
      try require(changed.count > 5_000, "\(changed.count)")
      var random = SeededGenerator(seed: 1)
      let forms = changed.shuffled(using: &random).prefix(1_500).flatMap { form in
        [String(form), TextFolding.fold("\(form)")]
      }
      try await store.upsert(
        try forms.enumerated().map { index, form in
          var topic = try TestContent.topic(index + 1)
          (topic.title, topic.caption) = ("x\(form)y\(form)", "")
          return topic
        })
      let texts = forms.map { Array(TextFolding.fold("x\($0)y\($0)").unicodeScalars) }
      for _ in 0..<150 {
        let first = forms.randomElement(using: &random) ?? ""
        let second = forms.randomElement(using: &random) ?? ""
        for words in [first, "\(first)Y", "x\(first)", "Ｘ\(first)y\(second)"] {
          let folded = TextFolding.words(of: words).map { Array($0.unicodeScalars) }
          // The form of a space alone is none.
          guard !folded.isEmpty else { continue }
          let expected = texts.indices.filter { index in
            folded.allSatisfy { texts[index].contains($0) }
          }.map { $0 + 1 }
          let found = try await store.ids(words)
          try require(
            found == Array(expected.prefix(99)), "\(words): expected \(expected), found \(found)")
        }
      }
    },

    FeedStoreCheck("finds a text in whatever form it is written and looked for, indexed or not") {
      store in
      let titles = [
        1: "Istanbul", 2: "ISTANBUL", 3: "Straße", 4: "STRASSE", 5: "ΟΔΟΣ", 6: "οδος", 7: "kilo",
        8: "İstanbul", 9: "STRAẞE", 10: "Iİıi", 11: "anbul İst", 12: "\u{212A}ILO", 13: "café",
        14: "cafe\u{301}", 15: "ＣＡＦÉ", 16: "ガーデン", 17: "ｶﾞｰﾃﾞﾝ", 18: "カ\u{3099}ーテ\u{3099}ン",
        19: "한국어", 20: "\u{1112}\u{1161}\u{11AB}국어", 21: "ﬁn", 22: "❤\u{FE0F}", 23: "❤", 24: "①㈱",
        25: "ᎠᎡᎢᎣᎤ", 26: "ꭰꭱꭲꭳꭴ", 27: "カーテン", 28: "cafe",
      ]
      try await store.upsert(try titles.map(topic))
      let cases: [(String, [Int])] = [
        ("istanbul", [1, 2, 8]), ("İSTANBUL", [1, 2, 8]), ("ıstanbul", [1, 2, 8]),
        ("ıs", [1, 2, 8, 11]), ("iiıI", [10]), ("istanbul ist", [1, 2, 8]),
        ("straẞe", [3, 4, 9]), ("STRASSE", [3, 4, 9]), ("ſtraß", [3, 4, 9]), ("ss", [3, 4, 9]),
        ("ß", [3, 4, 9]), ("ΟΔΟσ", [5, 6]), ("ς", [5, 6]), ("\u{212A}ilo", [7, 12]),
        ("KİLO", [7, 12]),
        ("café", [13, 14, 15]), ("CAFE\u{301}", [13, 14, 15]), ("ｃａｆé", [13, 14, 15]),
        ("é", [13, 14, 15]),
        ("cafe", [28]), ("ｃａｆ", [13, 14, 15, 28]), ("ガーデン", [16, 17, 18]), ("ｶﾞ", [16, 17, 18]),
        ("ﾃﾞﾝ", [16, 17, 18]), ("ｶｰﾃﾝ", [27]), ("한국어", [19, 20]),
        ("\u{1112}\u{1161}\u{11AB}", [19, 20]), ("fin", [21]), ("FI", [21]), ("ﬁ", [21]),
        ("❤", [22, 23]), ("❤\u{FE0F}", [22, 23]), ("1(株)", [24]), ("①", [24]), ("ꭰꭱꭲꭳꭴ", [25, 26]),
        ("Ꭴ", [25, 26]),
        ("ＩＳＴ　anbul", [1, 2, 8, 11]),
      ]
      for _ in 0..<2 {
        for (word, ids) in cases { try requireEqual(try await store.ids(word), ids) }
        try await store.index()
      }
      try await store.write { transaction in
        for id in [8, 14, 17] { _ = try transaction.delete(.featuredTopics, id: id) }
      }
      try requireEqual(try await store.ids("istanbul"), [1, 2])
      try requireEqual(try await store.ids("ｶﾞｰﾃﾞﾝ"), [16, 18])
      try requireEqual(try await store.ids("é"), [13, 15])
    },

    FeedStoreCheck("compares texts in filters in whatever form they are written") { store in
      let kind = ContentKind(
        name: "shops", title: "Shops",
        fields: [
          ContentField("name", TextField(), isNullable: true, isLocalized: true),
          ContentField("tags", ListField(of: TextField())),
          ContentField("style", ChoiceField(["カフェ", "BAR"])), ContentField("site", URLField()),
        ], roles: ContentRoles([:]), layout: Composition.LayoutChoice(type: "shelf", options: [:]))
      let rows: [(FieldValue, [String], String)] = [
        (.text("Café"), ["ＷｉＦｉ", "テラス"], "カフェ"), (.text("CAFE\u{301}"), ["ﾃﾗｽ"], "BAR"),
        (.text("Cafe"), ["wifi"], "カフェ"), (.null, [], "BAR"), (.text("ガーデン"), ["한국"], "BAR"),
      ]
      let site = "https://example.com/A"
      try await store.write { transaction in
        try transaction.define(kind)
        for (index, row) in rows.enumerated() {
          _ = try transaction.upsert(
            ContentItem(
              kind: kind, id: index + 1,
              values: [
                row.0, .list(row.1.map { .text($0) }), .text(row.2),
                .text(index == 0 ? site : site.lowercased()),
              ],
              translations: index == 4
                ? [Translation(place: 0, locale: en, value: .text("ＧＡＲＤＥＮ"))] : []))
        }
      }
      let cases: [([String: String], [LocaleTag], [Int])] = [
        (["name": "café"], [], [1, 2]), (["name": "ＣＡＦE\u{301}"], [], [1, 2]),
        (["name": "cafe"], [], [3]),
        (["name.ne": "CAFÉ"], [], [3, 4, 5]), (["name": "ｶﾞｰﾃﾞﾝ"], [], [5]),
        (["name": "ｶﾞｰﾃﾞ"], [], []),
        (["name": "ｶﾞｰﾃﾞﾝ"], [en], []), (["name": "Garden"], [en], [5]), (["name": "Garden"], [], []),
        (["tags": "wifi"], [], [1, 3]), (["tags": "ﾃﾗｽ"], [], [1, 2]),
        (["tags.ne": "WIFI"], [], [2, 4, 5]),
        (["tags": "\u{1112}\u{1161}\u{11AB}국"], [], [5]), (["tags": "wi"], [], []),
        (["style": "ｶﾌｪ"], [], [1, 3]), (["style.ne": "bar"], [], [1, 3]),
        // Addresses are what they are.
        (["site": site], [], [1]),
        // The order is that of the texts as they are.
        (["name.lt": "Cafe\u{301}"], [], [2, 3]), (["name.gte": "Café"], [], [1, 5]),
      ]
      for (parameters, lookup, ids) in cases {
        var query = try ContentQuery(parameters: parameters, for: kind)
        query.lookup = lookup
        let listed = query
        let found = try await store.read { reader in
          try reader.items(of: kind, matching: listed, visibility: nil, after: nil, limit: 9)
            .map(\.content.id)
        }
        try require(found == ids, "\(parameters) in \(lookup): expected \(ids), found \(found)")
      }
      // Those of a former revision, too.
      let past = try await store.write { _ = try $0.delete(kind, id: 1) }
      let query = try ContentQuery(parameters: ["name": "ｃａｆé", "q": "ｗｉｆｉ"], for: kind)
      let former = try await store.read(at: (past?.number ?? 1) - 1) { reader in
        try reader.items(of: kind, matching: query, visibility: nil, after: nil, limit: 9)
          .map(\.content.id)
      }
      try requireEqual(former, [1])
    },
  ]

  private static let en = LocaleTag("en") ?? Locales.standard.default

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
      try reader.items(of: .featuredTopics, matching: query, visibility: nil, after: nil, limit: 99)
    }.map(\.content.id)
  }
}
