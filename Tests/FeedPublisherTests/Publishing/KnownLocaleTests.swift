import FeedModel
import FeedPublisher
import FeedStore
import Foundation
import TestSupport
import Testing

/// The locales that a store knows, those that a server is set to, and what they change.
struct KnownLocaleTests {
  @Test("A server that is set to more locales serves what one does that always had them")
  func moreLocales() async throws {
    let database = try TestDatabase()
    let clock = database.clock
    var few = EditionTests.publishing
    few.locales = .standard
    let all = try database.server(EditionTests.publishing)
    var topic = try TestContent.topic(1).item
    _ = try await all.store.write(at: clock.now) {
      _ = try $0.setComposition(EditionTests.composition, of: "home")
      _ = try $0.upsert(TestContent.topic(1))
    }
    try await all.publisher.publish()
    for locale in ["en", "ar", "en-GB"] {
      topic = topic.translated("title", locale, "Title in \(locale)")
      let item = topic
      clock.set(clock.now.later(seconds: 9))
      _ = try await all.store.write(at: clock.now) { _ = try $0.upsert(item) }
      try await all.publisher.publish()
      // A server in Japanese alone notes the changes of documents.
      let japanese = try await database.startedServer(few)
      await japanese.publisher.noteDocumentRevisionsNow()
      let again = try await database.startedServer(EditionTests.publishing)
      #expect(try EditionTests.served(by: again) == EditionTests.served(by: all), "\(locale)")
    }
  }

  @Test("Locales that the store has forgotten are as general ones are, on every server")
  func forgottenLocales() async throws {
    let database = try TestDatabase()
    let clock = database.clock
    let server = try database.server(EditionTests.publishing)
    let photo = try TestContent.photo(1, width: 101).item
    _ = try await server.store.write(at: clock.now) {
      _ = try $0.setComposition(EditionTests.composition, of: "home")
      for id in 2...5 { _ = try $0.upsert(TestContent.photo(id, width: 100 + id)) }
      _ = try $0.upsert(photo.translated("title", "de", "Eins"))
    }
    try await server.publisher.publish()
    _ = try await server.store.write(at: clock.now) { _ = try $0.upsert(photo) }
    try await server.publisher.publish()
    await server.publisher.noteDocumentRevisionsNow()
    _ = try await server.store.write(at: clock.now) {
      try $0.forgetHistory(before: 2)
      #expect(try $0.removeForgottenVersions(limit: 9) > 0)
    }
    #expect(try await server.store.read { try $0.knownLocales().all.count } == 2)
    // A kind that the feed does not show needs the room.
    let codes = (0..<KnownLocales.maximumCount - 1).map { "zz-\(1_000 + $0)" }
    for half in [codes.prefix(99), codes.dropFirst(99).prefix(99), codes.suffix(1)] {
      var news = try TestContent.banner(half.count).item
      for code in half { news = news.translated("banner_url", code, "https://a.example/\(code)") }
      let item = news
      _ = try await server.store.write(at: clock.now) { _ = try $0.upsert(item) }
    }
    try await server.publisher.publish()
    let known = try await server.store.read { try $0.knownLocales().all }
    #expect(known.count == KnownLocales.maximumCount)
    #expect(known.isSuperset(of: [LocaleTag("en")].compactMap { $0 }))
    #expect(!known.contains { $0.text == "de" })
    let fresh = try await database.startedServer(EditionTests.publishing)
    let (followed, anew) = (try EditionTests.served(by: server), try EditionTests.served(by: fresh))
    #expect(followed.keys.filter { followed[$0] != anew[$0] } == [])
    let german = EditionTests.publishing.readerLocale(for: LocaleTag("de"))
    let edition = server.publisher.current?.feeds["home"]?.edition(for: german)
    #expect(edition?.key == "home")
  }
}
