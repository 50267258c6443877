import FeedEntities
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
      try await store.write { try $0.define(try KindChange(from: nil, to: proposal)) }
      func item(_ photo: PhotoID?) throws -> StagedItem {
        let addresses = ["https://example.com/a.jpg", "https://example.com/b.jpg"]
        let english = try tag("en")
        var translations = [
          Translation(
            place: try requireValue(kind.place(of: "address")), locale: english,
            value: .text(addresses[1]))
        ]
        if let photo {
          translations.append(
            Translation(
              place: try requireValue(kind.place(of: "photo")), locale: english,
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
      try await store.write { _ = try $0.add(photo) }
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
      try await store.upsert(items: [
        topic.translated([("title", en, "Rice"), ("title", french, "Riz")])
      ])
      let place = try requireValue(ContentKind.featuredTopics.place(of: "title"))
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
      try await store.write { transaction in
        for photo in photos { _ = try transaction.add(photo) }
        _ = try transaction.setPhoto(photos[2].id, assignedTo: "https://a.example/x")
        _ = try transaction.upsert(translated)
      }
      let later = SampleContent.committedAt.later(milliseconds: 1)
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
        try await store.upsert(items: [item])
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
      try await store.write { transaction in
        try transaction.define(kind)
        _ = try transaction.upsert(item)
      }
      // 1. A field that is not localised any more has its translations unseen, and a write keeps them.
      let plain = localizedKind([("title", false), ("note", true)])
      try await store.redefine(kind, as: KindProposal(plain))
      var seen = try await store.item(of: plain, id: 1)
      try requireEqual(seen?.translations.map(\.value), [.text("Note")])
      seen?.values[0] = .text("新")
      let changed = try requireValue(seen)
      try await store.upsert(items: [changed])
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
      try requireEqual(now?.translations(of: "headline").map(\.value), [.text("Title")])
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

  static func tag(_ text: String) throws -> LocaleTag { try requireValue(LocaleTag(text)) }

  private static func localizedKind(_ fields: [(String, Bool)]) -> ContentKind {
    plainKind("localized", fields.map { ContentField($0, TextField(), isLocalized: $1) })
  }
}

/// How many items an import changed.
struct ImportCounts: Equatable {
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
  func staged(_ items: [StagedItem]) async throws -> ImportCounts {
    let stage = try await stage()
    try await stage.add(items)
    let outcome = try await stage.commit(
      at: SampleContent.committedAt, by: .program, isDryRun: false)
    let counts = outcome.counts.values.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
    return ImportCounts(
      inserted: counts[.inserted] ?? 0, updated: counts[.updated] ?? 0,
      unchanged: counts[.unchanged] ?? 0)
  }

  /// Changes the definition of a kind.
  func redefine(_ kind: ContentKind, as proposal: KindProposal) async throws {
    try await write { try $0.define(try KindChange(from: kind, to: proposal)) }
  }
}
