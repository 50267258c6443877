package import FeedModel
import FeedStore
import StrictJSON

extension FeedStoreCheck {
  static let locales = [
    FeedStoreCheck("translations are read as they were written, and replaced as a whole") { store in
      let (en, french) = (try tag("en"), try tag("fr"))
      let topic = try TestContent.topic().item
      let translated = topic.translated([
        ("title", en, "Rice"), ("title", french, "Riz"), ("caption", en, ""),
      ])
      try requireEqual(try await store.upsert(items: [translated]).changes, [.inserted])
      try requireEqual(try await store.upsert(items: [translated]).changes, [.unchanged])
      try requireEqual(try await store.localizedTopic(), translated)
      // Another translation makes another item; the order of writing does not.
      let fewer = topic.translated([("caption", en, ""), ("title", en, "Rice")])
      try requireEqual(try await store.upsert(items: [fewer]).changes, [.updated])
      try requireEqual(try await store.localizedTopic(), fewer)
      // Former revisions have the former translations.
      let former = try await store.read { reader in
        try (1...2).map { number in
          try reader.content(at: number).item(of: .featuredTopics, id: 1)?.content
        }
      }
      try requireEqual(former, [translated, fewer])
      try requireEqual(try await store.upsert(items: [topic]).changes, [.updated])
      try requireEqual(try await store.localizedTopic(), topic)
    },

    FeedStoreCheck(
      "pictures of translations are listed, too, and translated photos have to be there"
    ) { store in
      let proposal = try KindProposal(
        reading: try JSONTree(
          parsing: Array(
            #"""
            {"kind":"signs","roles":{"image":"address"},"fields":[
              {"name":"address","type":"url","localized":true},
              {"name":"photo","type":"photo","required":false,"localized":true}]}
            """#.utf8)))
      let kind = proposal.kind
      _ = try await store.write(at: SampleContent.committedAt) {
        try $0.define(try KindChange(from: nil, to: proposal))
      }
      func item(_ photo: PhotoID?) throws -> StagedItem {
        let addresses = ["https://example.com/a.jpg", "https://example.com/b.jpg"]
        let english = try tag("en")
        var translations = [
          Translation(
            place: try require(kind.place(of: "address")), locale: english,
            value: .text(addresses[1]))
        ]
        if let photo {
          translations.append(
            Translation(
              place: try require(kind.place(of: "photo")), locale: english,
              value: .text(photo.description)))
        }
        return StagedItem(
          ContentItem(kind: kind, id: 1, values: [.text(addresses[0]), .null]),
          translations: WrittenTranslations(translations))
      }
      let photo = TestPhotos.photo(1)
      do {
        _ = try await store.staged([item(photo.id)])
        try require(false, "a translation to no photo was written")
      } catch StageError.noSuchReferents(let references, let count) {
        try requireEqual(count, 1)
        try requireEqual(references.map(\.found), [photo.id.description])
      }
      _ = try await store.write(at: SampleContent.committedAt) { _ = try $0.add(photo) }
      try requireEqual(try await store.staged([item(photo.id)]), ImportCounts(inserted: 1))
      try requireEqual(
        try await store.read { try $0.unknownPictures(of: kind, after: nil, limit: 9) },
        ["https://example.com/a.jpg", "https://example.com/b.jpg"])
    },

    FeedStoreCheck("staged items keep translations that they do not mention, and null removes one")
    {
      store in
      let (en, french) = (try tag("en"), try tag("fr"))
      let topic = try TestContent.topic().item
      _ = try await store.upsert(items: [
        topic.translated([("title", en, "Rice"), ("title", french, "Riz")])
      ])
      let place = try require(ContentKind.featuredTopics.place(of: "title"))
      let patch = WrittenTranslations([
        Translation(place: place, locale: french, value: .null),
        Translation(place: place, locale: try tag("de"), value: .text("Reis")),
      ])
      let expected = topic.translated([("title", en, "Rice"), ("title", try tag("de"), "Reis")])
      for change in [ImportCounts(updated: 1), ImportCounts(unchanged: 1)] {
        let counts = try await store.staged([StagedItem(topic, translations: patch)])
        try requireEqual(counts, change)
        try requireEqual(try await store.localizedTopic(), expected)
      }
      let counts = try await store.staged([
        StagedItem(topic, translations: WrittenTranslations()),
        StagedItem(try TestContent.topic(2).item, translations: patch),
      ])
      try requireEqual(counts, ImportCounts(inserted: 1, unchanged: 1))
      try requireEqual(try await store.localizedTopic(), expected)
      try requireEqual(
        try await store.localizedTopic(2)?.translations,
        [Translation(place: place, locale: try tag("de"), value: .text("Reis"))])
      let complete = StagedItem(topic, translations: patch, replacesTranslations: true)
      for change in [ImportCounts(updated: 1), ImportCounts(unchanged: 1)] {
        try requireEqual(try await store.staged([complete]), change)
        try requireEqual(
          try await store.localizedTopic()?.translations,
          [Translation(place: place, locale: try tag("de"), value: .text("Reis"))])
      }
    },

    FeedStoreCheck("the known locales are those of a revision, by kind and of compositions") {
      store in
      let (en, french) = (try tag("en"), try tag("fr"))
      let topic = try TestContent.topic().item
      _ = try await store.upsert(items: [topic])
      _ = try await store.upsert(items: [topic.translated([("title", en, "Rice")])])
      _ = try await store.write(at: SampleContent.committedAt) {
        _ = try $0.setComposition(
          #"{"sections":[{"id":"a","kind":"recent_news","title":"a","title@fr":"b"}]}"#, of: "home")
      }
      // A locale stays known when its last text is gone: its documents may be asked for.
      _ = try await store.upsert(items: [topic])
      let (known, now, ofItems) = try await store.read { reader in
        (
          try (1...3).map { try reader.content(at: $0).knownLocales() },
          try reader.knownLocales(), try reader.locales(of: .featuredTopics, visibility: nil)
        )
      }
      try requireEqual(known.map(\.all), [[], [en], [en, french]])
      try requireEqual(now.all, [en, french])
      try require(now.includes(en, of: "featured_topics"), "topics are in English")
      try require(!now.includes(en, of: "recent_news"), "news are not")
      try require(!now.includes(french, of: "featured_topics"), "the composition is in French")
      try requireEqual(ofItems, [])
    },

    FeedStoreCheck("a locale is seen by those who see an item with a text in it, from then on") {
      store in
      let (en, french, german) = (try tag("en"), try tag("fr"), try tag("de"))
      let when = try requireValue(Targeting(platforms: ["ios"]))
      let start = SampleContent.committedAt
      let later = Timestamp(millisecondsSince1970: start.millisecondsSince1970 + 1_000)
      let everybody = Visibility(at: later)
      let phones = Visibility(at: later, meeting: .only([when]))
      func seen() async throws -> [Set<LocaleTag>] {
        try await store.read { reader in
          try [
            everybody, phones, Visibility(at: later, meeting: .all),
            .preview(at: later, includesDrafts: true),
          ].map { try reader.knownLocales(seenBy: $0).all(of: "featured_topics") }
        }
      }
      func put(_ id: Int, _ locale: LocaleTag, _ window: Window) async throws {
        let item = try TestContent.topic(id).item.translated([("title", locale, "Rice")])
        _ = try await store.write(at: start) { transaction in
          _ = try transaction.upsert(item)
          _ = try transaction.setWindow(window, of: .featuredTopics, id: id)
        }
      }
      // 1. A draft, one for some, and one that begins later.
      try await put(1, en, Window(isDraft: true))
      try requireEqual(try await seen(), [[], [], [], [en]])
      try await put(2, french, Window(when: when))
      try requireEqual(try await seen(), [[], [french], [french], [en, french]])
      try await put(3, german, Window(publishAt: later))
      try requireEqual(try await seen(), [[], [french], [french], [en, french, german]])
      _ = try await store.write(at: later) { _ = try $0.applyBoundaries() }
      try requireEqual(
        try await seen(), [[german], [french, german], [french, german], [en, french, german]])
      // 2. Then as now; and a locale that was seen stays.
      let numbers = try requireValue(try await store.latestRevision()).number
      _ = try await store.write(at: later) { _ = try $0.delete(.featuredTopics, id: 3) }
      try requireEqual(try await seen()[0], [german])
      let former = try await store.read { reader in
        try (1...numbers).map {
          try reader.content(at: $0).knownLocales(seenBy: everybody).all(of: "featured_topics")
        }
      }
      try requireEqual(former, [[], [], [], [german]])
      // 3. The other way of writing.
      let place = try requireValue(ContentKind.featuredTopics.place(of: "title"))
      let korean = try tag("ko")
      func patch(_ locale: LocaleTag) -> WrittenTranslations {
        WrittenTranslations([Translation(place: place, locale: locale, value: .text("Rice"))])
      }
      let (four, five) = (try TestContent.topic(4).item, try TestContent.topic(5).item)
      _ = try await store.staged([
        StagedItem(four, translations: patch(korean)),
        StagedItem(five, translations: patch(try tag("sw")), window: Window(isDraft: true)),
      ])
      try requireEqual(try await seen()[0], [german, korean])
    },

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
      _ = try await store.upsert(items: items)
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
      _ = try await store.upsert(items: items)
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
      _ = try await store.upsert(items: [
        items[0].translated([("title", en, "Baked clams")])
      ])
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
      _ = try await store.upsert(items: items)
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

    FeedStoreCheck("photos that a translation shows are public, used and kept") { store in
      let en = try tag("en")
      let photos = (1...4).map { TestPhotos.photo($0) }
      let address = { (photo: Photo) in "https://a.example\(PhotoAddress.path(of: photo.id))" }
      var banner = try TestContent.banner(7)
      banner.bannerURL = address(photos[0])
      let item = banner.item
      let translated = item.translated([
        ("banner_url", en, address(photos[1])),
        ("banner_url", try tag("fr"), "https://a.example/x"),
      ])
      _ = try await store.write(at: SampleContent.committedAt) { transaction in
        for photo in photos { _ = try transaction.add(photo) }
        _ = try transaction.setPhoto(photos[2].id, assignedTo: "https://a.example/x")
        _ = try transaction.upsert(translated)
      }
      let later = Timestamp(
        millisecondsSince1970: SampleContent.committedAt.millisecondsSince1970 + 1)
      for hasTranslations in [true, false] {
        let (uses, unused, isPublic) = try await store.read { reader in
          (
            try photos.map { try reader.uses(of: $0.id, limit: 9).map(\.description) },
            try reader.unusedPhotos(addedBefore: later),
            try photos.map { try reader.isShownPublicly($0.id, at: nil) }
          )
        }
        let use = "campaign_banners/7/banner_url"
        let former = "\(use) (before revision 2)"
        try requireEqual(
          uses,
          hasTranslations ? [[use], [use], [use], []] : [[use, former], [former], [former], []])
        // A former revision still shows them.
        try requireEqual(unused, [photos[3].id])
        try requireEqual(isPublic, [true, hasTranslations, hasTranslations, false])
        _ = try await store.upsert(items: [item])
      }
    },

    FeedStoreCheck(
      "a kind keeps translations of fields that are renamed, and of those that lose them"
    ) {
      store in
      let en = try tag("en")
      let kind = localizedKind([("title", true), ("note", true)])
      let item = ContentItem(kind: kind, id: 1, values: [.text("題"), .text("注")]).translated([
        ("title", en, "Title"), ("note", en, "Note"),
      ])
      _ = try await store.write(at: SampleContent.committedAt) { transaction in
        try transaction.define(try KindChange(from: nil, to: KindProposal(kind)))
        _ = try transaction.upsert(item)
      }
      // 1. A field that is not localised any more has its translations unseen, and a write keeps them.
      let plain = localizedKind([("title", false), ("note", true)])
      try await store.redefine(kind, as: KindProposal(plain))
      var seen = try await store.item(of: plain, id: 1)
      try requireEqual(seen?.translations.map(\.value), [.text("Note")])
      seen?.values[0] = .text("新")
      let changed = try require(seen)
      _ = try await store.upsert(items: [changed])
      _ = try await store.staged([StagedItem(changed)])
      _ = try await store.staged([StagedItem(changed, replacesTranslations: true)])
      try await store.redefine(plain, as: KindProposal(kind))
      try requireEqual(
        try await store.item(of: kind, id: 1)?.translations.map(\.value),
        [.text("Title"), .text("Note")])
      // 2. Another name.
      let renamed = localizedKind([("headline", true), ("note", true)])
      let rename = KindProposal(renamed, renamedFields: ["headline": "title"])
      try await store.redefine(kind, as: rename)
      let now = try await store.item(of: renamed, id: 1)
      try requireEqual(
        now?.translations(of: "headline").map(\.value), [.text("Title")])
      var query = ContentQuery(search: "Title")
      query.lookup = [en]
      let (search, former) = (
        query,
        try await store.read { try $0.content(at: 1).kinds()["localized"] }
      )
      let (found, past) = try await store.read { reader in
        (
          try reader.items(
            of: renamed, matching: search, visibility: nil, after: nil, limit: 9
          ).map(\.content.id),
          try former.map { try reader.content(at: 1).item(of: $0, id: 1)?.content }
        )
      }
      try requireEqual(found, [1])
      try requireEqual(past ?? nil, item)
      // 3. Without the field its translations are gone, and do not come back with it.
      let short = localizedKind([("note", true)])
      try await store.redefine(renamed, as: KindProposal(short))
      let gained = ContentKind(
        name: "localized", title: "Localized",
        fields: short.fields + [
          ContentField("headline", TextField(), isNullable: true, isLocalized: true)
        ], roles: short.roles, layout: short.defaultLayout)
      try await store.redefine(short, as: KindProposal(gained))
      try requireEqual(
        try await store.item(of: gained, id: 1)?.translations.map(\.value), [.text("Note")])
    },
  ]

  private static func tag(_ text: String) throws -> LocaleTag { try require(LocaleTag(text)) }

  private static func localizedKind(_ fields: [(String, Bool)]) -> ContentKind {
    ContentKind(
      name: "localized", title: "Localized",
      fields: fields.map { ContentField($0, TextField(), isLocalized: $1) },
      roles: ContentRoles([:]), layout: Composition.LayoutChoice(type: "shelf", options: [:]))
  }
}

private func require<Value>(_ value: Value?, line: Int = #line) throws -> Value {
  guard let value else { throw FeedStoreFailure(description: "a value is missing (line \(line))") }
  return value
}

/// How many items an import changed.
private struct ImportCounts: Equatable {
  var inserted = 0
  var updated = 0
  var unchanged = 0
}

extension ContentItem {
  /// Returns this item with these translations of texts, and no others.
  package func translated(_ texts: [(name: String, locale: LocaleTag, text: String)])
    -> ContentItem
  {
    var item = self
    item.translations = texts.compactMap { text in
      kind.place(of: text.name).map {
        Translation(place: $0, locale: text.locale, value: .text(text.text))
      }
    }.sorted { $0.precedes($1) }
    return item
  }
}

extension FeedStore {
  /// The topic `id` with its translations.
  fileprivate func localizedTopic(_ id: Int = 1) async throws -> ContentItem? {
    try await item(of: .featuredTopics, id: id)
  }

  /// Writes `items` by a stage.
  fileprivate func staged(_ items: [StagedItem]) async throws -> ImportCounts {
    let stage = try await stage()
    try await stage.add(items)
    let outcome = try await stage.commit(
      at: SampleContent.committedAt, by: .program, isDryRun: false)
    let counts = outcome.counts.values.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
    return ImportCounts(
      inserted: counts[.inserted] ?? 0, updated: counts[.updated] ?? 0,
      unchanged: counts[.unchanged] ?? 0)
  }

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

  /// Changes the definition of a kind.
  fileprivate func redefine(_ kind: ContentKind, as proposal: KindProposal) async throws {
    _ = try await write(at: SampleContent.committedAt) {
      try $0.define(try KindChange(from: kind, to: proposal))
    }
  }
}
