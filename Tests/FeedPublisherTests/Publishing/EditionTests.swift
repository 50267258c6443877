import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import Foundation
import TestSupport
import Testing

/// The editions of a feed in the locales of readers.
struct EditionTests {
  private static let editCount = TestScale.count(gate: 20, all: 60, soak: 1_000)
  private let database: TestDatabase
  private let server: TestServer
  private var clock: TestClock { database.clock }

  init() throws {
    database = try TestDatabase()
    server = try database.server(Self.publishing)
  }

  static let locales = Locales(
    ["ja", "en", "en-GB", "ar", "de", "sw"].compactMap { LocaleTag($0) })
  static let composition = """
    {"sections":[
      {"id":"photos","kind":"pickup_photos","title":"写真","title@en":"Photos","limit":2,
       "layout":{"type":"staggered_grid"},"source":{"query":{"sort":"-photo_width"}}},
      {"id":"topics","kind":"featured_topics","title":"話題","limit":2,
       "layout":{"type":"uniform_grid"}}]}
    """
  /// The composition with a title in Arabic, too.
  private static let arabicComposition = composition.replacing(
    #""title@en":"Photos""#, with: #""title@en":"Photos","title@ar":"صور""#)

  private static var readers: [ReaderLocale] {
    locales.all.map { publishing.readerLocale(for: $0) }
  }
  static var publishing: ItemPublishing {
    ItemPublishing(
      timeZone: Feeds.tokyo, locales: locales, pictures: Feeds.publishing.pictures,
      pages: Feeds.publishing.pages)
  }

  @Test(
    "A server that follows every revision and one that starts anew serve the same in every locale",
    arguments: SeededGenerator.seeds)
  func following(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    _ = try await server.store.write(at: clock.now) {
      _ = try $0.setComposition(Self.composition, of: "home")
      for id in 1...5 {
        _ = try $0.upsert(TestContent.photo(id, width: 100 + id))
        _ = try $0.upsert(TestContent.topic(id))
      }
    }
    var differences: [String] = []
    var editionCount = 0
    for edit in 1...Self.editCount {
      try await server.publisher.publish()
      let fresh = try await database.startedServer(Self.publishing)
      let (followed, anew) = (try Self.served(by: server), try Self.served(by: fresh))
      for (tag, bytes) in followed where bytes != anew[tag] {
        differences.append("edit \(edit): the screen in \(tag)")
      }
      editionCount = max(editionCount, Set(followed.values).count)
      if edit.isMultiple(of: 10) {
        for reader in Self.readers {
          for section in ["photos", "topics"] {
            differences += try await Self.pageDifferences(server, section, reader)
              .map { "edit \(edit): \($0)" }
          }
        }
      }
      try await Self.edit(server.store, clock, &random)
    }
    #expect(differences == [])
    #expect(editionCount > 3)
  }

  @Test("A translation changes the documents of its locales alone, and events name these")
  func changes() async throws {
    let (topic, photo) = (try TestContent.topic(1).item, try TestContent.photo(1, width: 100).item)
    _ = try await server.store.write(at: clock.now) {
      _ = try $0.setComposition(Self.composition, of: "home")
      for item in [topic, photo] { _ = try $0.upsert(item) }
    }
    try await server.publisher.publish()
    // The locales whose screens an edit changes, and the documents that it names.
    let edits: [(String, [String], [String])] = [
      ("de", ["de"], ["home@de", "home@de/topics"]),
      ("en", ["en", "en-GB"], ["home@en", "home@en/topics"]),
      ("en-GB", ["en-GB"], ["home@en-GB", "home@en-GB/topics"]),
      ("fr", [], []),
      ("ar", ["ar"], ["home@ar", "home@ar/topics"]),
      ("ja", [], []),
    ]
    var translated = topic
    for (locale, changed, documents) in edits {
      let before = try Self.served(by: server)
      let former = try #require(server.publisher.current)
      translated = translated.translated("title", locale, "Title in \(locale)")
      let item = translated
      _ = try await server.store.write(at: clock.now) { _ = try $0.upsert(item) }
      try await server.publisher.publish()
      let after = try Self.served(by: server)
      #expect(before.keys.filter { before[$0] != after[$0] }.sorted() == changed, "\(locale)")
      let current = try #require(server.publisher.current)
      let revision = try #require(try await server.store.latestRevision())
      let named = DocumentChanges(revision, from: former.feeds, to: current.feeds)
      let keys = (named.map { $0.shown.union($0.moved) } ?? []).filter {
        // Nobody is served in French.
        !$0.feed.hasSuffix("@fr")
      }
      #expect(
        keys.map { [$0.feed, $0.section].compactMap { $0 }.joined(separator: "/") }.sorted()
          == documents, "\(locale)")
    }
    // Without its translations it is what it was.
    let before = try Self.served(by: server)
    _ = try await server.store.write(at: clock.now) { _ = try $0.upsert(topic) }
    try await server.publisher.publish()
    let after = try Self.served(by: server)
    #expect(after["en"] == after["en-GB"] && after["en"] != before["en"])
    #expect(after["ja"] == before["ja"])
  }

  @Test("The first translation behind the screen is on the pages of servers that followed it")
  func firstTranslationBehindTheScreen() async throws {
    // German is known by a kind that the feed does not show, and no label differs in it.
    let topic = try TestContent.topic(1).item.translated("title", "de", "Reis")
    let composition = """
      {"sections":[{"id":"photos","kind":"pickup_photos","title":"写真","limit":2,
       "layout":{"type":"staggered_grid"},"source":{"query":{"sort":"-photo_width"}}}]}
      """
    // The last of five photos: the screen shows two.
    let photo = try TestContent.photo(1, width: 101).item
    _ = try await server.store.write(at: clock.now) {
      _ = try $0.setComposition(composition, of: "home")
      for id in 2...5 { _ = try $0.upsert(TestContent.photo(id, width: 100 + id)) }
      for item in [topic, photo] { _ = try $0.upsert(item) }
    }
    try await server.publisher.publish()
    _ = try await server.store.write(at: clock.now) {
      _ = try $0.upsert(photo.translated("title", "de", "Eins"))
    }
    try await server.publisher.publish()
    let fresh = try await database.startedServer(Self.publishing)
    #expect(try Self.served(by: server) == Self.served(by: fresh))
    let german = Self.publishing.readerLocale(for: LocaleTag("de"))
    #expect(try await Self.pageDifferences(server, "photos", german) == [])
  }

  @Test("Locales that show the same share their documents")
  func sharing() async throws {
    let photo = try TestContent.photo(1, width: 100).item.translated("title", "en", "One")
    _ = try await server.store.write(at: clock.now) {
      _ = try $0.setComposition(
        #"{"sections":[{"id":"photos","kind":"pickup_photos","title":"写真"}]}"#, of: "home")
      _ = try $0.upsert(photo)
    }
    try await server.publisher.publish()
    let feed = try #require(server.publisher.current?.feeds["home"])
    let traits = ScreenTraits(try Viewport(width: TestServer.widths[0]))
    let documents = Self.readers.map { ($0.tag.text, feed.edition(for: $0).screen(for: traits)) }
    let tags = documents.map { ($0.0, $0.1.entityTag) }
    // No item has a rating, so that labels do not differ.
    let german = try #require(tags.first { $0.0 == "de" }?.1)
    #expect(tags.filter { $0.1 == german }.map(\.0) == ["ja", "ar", "de", "sw"])
    #expect(Set(tags.map(\.1)).count == 2)
    #expect(try Self.item(documents[0].1)["title"].text == photo["title"]?.plainText)
    #expect(try Self.item(documents[2].1)["title"].text == "One")
    // The cache holds each of them once.
    let misses = server.publisher.cache.missCount
    for reader in Self.readers { _ = feed.edition(for: reader).screen(for: traits) }
    #expect(server.publisher.cache.missCount == misses)
  }

  @Test("A section that is the same in a more general locale is shared with that")
  func sharedSections() async throws {
    let topic = try TestContent.topic(1).item.translated("title", "en-GB", "Colour")
    _ = try await server.store.write(at: SampleContent.committedAt) {
      _ = try $0.setComposition(Self.composition, of: "home")
      _ = try $0.upsert(TestContent.photo(1, width: 100))
      _ = try $0.upsert(topic)
    }
    try await server.publisher.publish()
    let feed = try #require(server.publisher.current?.feeds["home"])
    let keys = ["en-GB", "en", "ja"].map { tag in
      let edition = feed.edition(for: Self.publishing.readerLocale(for: LocaleTag(tag)))
      return ["photos", "topics"].map { edition.section($0)?.feed }
    }
    // English has a title of the photos, and British English a topic besides.
    #expect(keys == [["home@en", "home@en-GB"], ["home@en", "home"], ["home", "home"]])
  }

  // MARK: -

  private static func item(_ document: PublishedDocument) throws -> JSONValue {
    let sections = try JSONValue.parse(document.bytes)["sections"].elements
    return try #require(sections.first?["items"].elements.first)
  }

  /// The screens of home in every locale.
  static func served(by server: TestServer) throws -> [String: [UInt8]] {
    let feed = try #require(server.publisher.current?.feeds["home"])
    let traits = ScreenTraits(try Viewport(width: TestServer.widths[0]))
    return readers.reduce(into: [:]) {
      $0[$1.tag.text] = feed.edition(for: $1).screen(for: traits).bytes
    }
  }

  /// What the pages of a section, laid end to end, have that `reader` should not see.
  private static func pageDifferences(
    _ server: TestServer, _ section: String, _ reader: ReaderLocale
  ) async throws -> [String] {
    let (publisher, limit) = (server.publisher, 1)
    let pages = Self.publishing.pages
    let feed = try #require(publisher.current?.feeds["home"])
    let edition = feed.edition(for: reader)
    let traits = ScreenTraits(try Viewport(width: TestServer.widths[0]))
    let address = { (cursor: SectionCursor) in
      try pages.page(at: cursor, of: section, in: "home", limit: limit)
    }
    var document = try edition.firstPage(
      of: #require(edition.section(section)), for: traits, limit: limit, next: address)
    var page = try JSONValue.parse(document.bytes)
    let locale = page["locale"].text
    var items = page["section"]["items"].elements
    var found: [String] = []
    while let next = document.next, items.count < 100 {
      let text = try #require(next.firstRange(of: "cursor=")).upperBound
      let cursor = try #require(pages.open(String(next[text...]), of: section, in: "home"))
      if cursor.isBehindScreen {
        document = try #require(
          try await publisher.continuation(of: section, in: "home", at: cursor, limit: limit))
      } else {
        document = try #require(
          try await publisher.section(section, of: "home", at: cursor)?.page(
            at: cursor, in: publisher.documentLocale(of: cursor), limit: limit, next: address))
      }
      page = try JSONValue.parse(document.bytes)
      items += page["section"]["items"].elements
      if page["locale"].text != locale { found.append("a page in \(page["locale"].text ?? "")") }
    }
    // A plain interpreter of the rules.
    let kind = section == "photos" ? ContentKind.pickupPhotos : .featuredTopics
    let sort =
      section == "photos" ? [ContentQuery.SortKey(field: "photo_width", isDescending: true)] : []
    let now = publisher.clock.now
    let stored = try await server.store.read {
      try $0.items(
        of: kind, matching: ContentQuery(sort: sort), visibility: Visibility(at: now), after: nil,
        limit: 100)
    }
    let expected = stored.map { item in
      let tags = reader.tag == locales.default ? [] : reader.tag.lookup
      let title =
        tags.compactMap { tag in
          item.content.translations(of: "title").first { $0.locale == tag }?.value.plainText
        }.first ?? item.content["title"]?.plainText ?? ""
      return "\(item.content.id) \(title)"
    }
    let shown = items.map { "\(Int($0["id"].number ?? 0)) \($0["title"].text ?? "")" }
    if shown != expected { found.append("\(shown), not \(expected)") }
    if section == "topics" {
      let phrase = reader.labels.rating(3.7)
      for item in items where item["accessibility_label"].text?.contains(phrase) != true {
        found.append("\(item["accessibility_label"].text ?? "") without \(phrase)")
      }
    }
    return found.map { "\(section) in \(reader.tag): \($0)" }
  }

  /// Makes an edit of an item, its translations, its window, or the composition.
  private static func edit(
    _ store: any FeedStore, _ clock: TestClock, _ random: inout SeededGenerator
  ) async throws {
    clock.set(clock.now.later(seconds: Int.random(in: 0...40, using: &random)))
    let (id, sort) = (Int.random(in: 1...5, using: &random), Int.random(in: 0..<12, using: &random))
    let kind = Bool.random(using: &random) ? ContentKind.pickupPhotos : .featuredTopics
    let width = Int.random(in: 100...106, using: &random)
    let locale = ["en", "en", "en-GB", "ar", "fr", "sw"].randomElement(using: &random) ?? "en"
    let text = ["One", "Two", nil].randomElement(using: &random) ?? nil
    let begin = clock.now.later(seconds: Int.random(in: -60...120, using: &random))
    let isArabic = Bool.random(using: &random)
    _ = try await store.write(at: clock.now) { transaction in
      let new =
        kind == .pickupPhotos
        ? try TestContent.photo(id, width: width).item : try TestContent.topic(id).item
      let item = try transaction.item(of: kind, id: id)?.content ?? new
      switch sort {
      case 0..<7: _ = try transaction.upsert(item.translated("title", locale, text))
      case 7:
        var changed = new
        changed.translations = item.translations
        _ = try transaction.upsert(changed)
      case 8: _ = try transaction.upsert(new)
      case 9: _ = try transaction.delete(kind, id: id)
      case 10:
        _ = try transaction.upsert(item)
        _ = try transaction.setWindow(Window(publishAt: begin), of: kind, id: id)
      default:
        _ = try transaction.setComposition(
          isArabic ? arabicComposition : composition, of: "home")
      }
    }
  }
}

extension ContentItem {
  /// Returns this item with `text` as the translation of the field `name`; without it for `nil`.
  func translated(_ name: String, _ locale: String, _ text: String?) -> ContentItem {
    guard let tag = LocaleTag(locale), let place = kind.place(of: name) else { return self }
    var item = self
    item.translations.removeAll { $0.place == place && $0.locale == tag }
    if let text {
      item.translations.append(Translation(place: place, locale: tag, value: .text(text)))
    }
    item.translations.sort { $0.precedes($1) }
    return item
  }
}
