import FeedModel
import FeedStore
import StrictJSON

extension FeedStoreCheck {
  static let knownLocales = [
    FeedStoreCheck("the known locales are those of a revision, by kind and of compositions") {
      store in
      let (en, french) = (try tag("en"), try tag("fr"))
      let topic = try TestContent.topic().item
      try await store.upsert(items: [topic])
      try await store.upsert(items: [topic.translated([("title", en, "Rice")])])
      try await store.write {
        _ = try $0.setComposition(
          #"{"sections":[{"id":"a","kind":"recent_news","title":"a","title@fr":"b"}]}"#, of: "home")
      }
      // A locale stays known when its last text is gone: its documents may be asked for.
      try await store.upsert(items: [topic])
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
      let later = start.later(seconds: 1)
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
        try await store.write(at: start) { transaction in
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
      try await store.write(at: later) { _ = try $0.applyBoundaries() }
      try requireEqual(
        try await seen(), [[german], [french, german], [french, german], [en, french, german]])
      // 2. Then as now; and a locale that was seen stays.
      let numbers = try requireValue(try await store.latestRevision()).number
      try await store.write(at: later) { _ = try $0.delete(.featuredTopics, id: 3) }
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
  ]
}
