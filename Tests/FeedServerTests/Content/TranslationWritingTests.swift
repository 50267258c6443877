import FeedModel
import FeedPublisher
import FeedServer
import FeedStore
import Foundation
import TestSupport
import Testing

/// Translations in batches, releases, tables and searches, and the tags of what they change.
@Suite(.server(locales: Locales("ja", "en", "en-GB", "fr"))) struct TranslationWritingTests {
  private static let topic = "/v1/content/featured_topics/1"
  fileprivate static let locales = Locales("ja", "en", "en-GB", "fr")

  @Test func aBatchWritesTranslationsAllOrNone() async throws {
    func operation(_ id: Int, _ body: String) -> String {
      #"{"op":"patch","kind":"featured_topics","id":\#(id),"body":\#(body)}"#
    }
    try await server.send(
      "POST", "/v1/batch", admin,
      json:
        "[\(operation(1, #"{"title@en":"One"}"#)),\(operation(2, #"{"rating@en":1,"title@e":"a"}"#))]",
      is: 422, pointers: ["/1/body/title@e", "/1/body/rating@en"])
    #expect(try await server.get(Self.topic + "?locale=*").item()["title@en"] == nil)
    let done = try await server.send(
      "POST", "/v1/batch", admin,
      json: "[\(operation(1, #"{"title@en":"One"}"#)),\(operation(2, #"{"title@en":"Two"}"#))]",
      is: 200)
    for (id, title) in [(1, "One"), (2, "Two")] {
      let item = try await server.get("/v1/content/featured_topics/\(id)?locale=*")
      #expect(try item.item()["title@en"] as? String == title)
      #expect(done.text.contains(try #require(item.header("ETag")).replacing("\"", with: #"\""#)))
    }
  }

  @Test func aReleaseShowsItsTranslationsWhenItIsPublished() async throws {
    try await server.send("POST", "/v1/releases", admin, json: #"{"name":"Christmas"}"#)
    try await server.send(
      "PUT", "/v1/releases/1/operations", admin,
      json: """
        {"operations":[
          {"op":"patch","kind":"featured_topics","id":1,"body":{"title@en":"Turkey"}},
          {"op":"compose","feed":"home","body":{"sections":[
            {"id":"t","kind":"featured_topics","title":"題","title@en":"Topics"}]}}]}
        """, is: 200)
    func shown(_ query: String) async throws -> [String?] {
      let answer = try await server.send("GET", "/v1/feeds/home?locale=\(query)", admin)
      let section = try answer.json()["sections"].elements.first
      return [section?["title"].text, section?["items"].elements.first?["title"].text]
    }
    // 1. The preview, the first to have an edition in English.
    #expect(try await shown("en-GB&release=1") == ["Topics", "Turkey"])
    #expect(try await shown("fr&release=1").first == "題")
    #expect(try await shown("en").contains("Turkey") == false)
    // 2. A translation that somebody else has written conflicts.
    try await server.send("PATCH", Self.topic, admin, json: #"{"title@fr":"Dinde"}"#)
    let refused = try await server.send("POST", "/v1/releases/1/publish", admin)
    #expect(try refused.code() == "release_conflicts")
    #expect(try refused.pointers() == ["/operations/0"])
    // 3. Both are there.
    try await server.send(
      "POST", "/v1/releases/1/publish", admin, json: #"{"force":true}"#, is: 200)
    try await server.publisher.publish()
    #expect(try await shown("en-GB") == ["Topics", "Turkey"])
    #expect(try await shown("fr") == ["題", "Dinde"])
  }

  @Test func aTableComesBackWithItsTranslations() async throws {
    let admin = try await server.bearer(.admin)
    try await server.send(
      "PATCH", Self.topic, admin,
      json: #"{"title@en":"=Rice, \"hot\"\nand more","title@fr":"Riz","caption@en":""}"#)
    let path = "/v1/export/featured_topics?format=csv"
    let table = try await server.send("GET", path, admin)
    #expect(table.text.prefix { $0 != "\r" && $0 != "\n" }.contains("title,title@en,title@fr,"))
    func importing(_ text: String) async throws -> [Int] {
      var headers = admin
      headers["Content-Type"] = "text/csv"
      let answer = try await server.send(
        "POST", "/v1/import/featured_topics", headers, json: text, is: 200)
      return try ["updated", "unchanged"].map { try answer.object()[$0] as? Int ?? 0 }
    }
    #expect(try await importing(table.text) == [0, 8])
    // An empty cell removes one, a column that is not there none.
    let row = try #require(table.text.firstRange(of: "Riz"))
    #expect(try await importing(table.text.replacingCharacters(in: row, with: "")) == [1, 7])
    let item = try await server.get(Self.topic + "?locale=*").item()
    #expect(item["title@fr"] == nil && item["caption@en"] as? String == "")
    #expect(item["title@en"] as? String == "=Rice, \"hot\"\nand more")
  }

  @Test func aRowInTooManyLocalesIsRefused() async throws {
    let admin = try await server.bearer(.admin)
    var headers = admin
    headers["Content-Type"] = "text/csv"
    for (count, status) in [(100, 200), (101, 422)] {
      let columns = (1...count).map { "banner_url@aa-\(10_000 + $0)" }.joined(separator: ",")
      let cells = Array(repeating: "https://a.example/b", count: count).joined(separator: ",")
      let answer = try await server.send(
        "POST", "/v1/import/campaign_banners", headers,
        json: "id,banner_contents_id,banner_url,\(columns)\n1,1,https://a.example/a,\(cells)\n",
        is: status)
      #expect(try status == 200 || answer.pointers() == ["/0"])
    }
  }

  @Test func aSearchIsInTheLocaleOfItsReader() async throws {
    try await server.send(
      "PATCH", Self.topic, admin, json: #"{"title@en":"Oysters","title@fr":"Huîtres"}"#)
    try await server.store.index()
    await server.untilServed(2)
    for (word, locales) in [
      ("oysters", ["en", "en-GB"]), ("hu%C3%AEtres", ["fr"]), ("oy", ["en", "en-GB"]),
    ] {
      for locale in ["ja", "en", "en-GB", "fr"] {
        let answer = try await server.get(
          "/v1/content/featured_topics?fields=id&count=true&q=\(word)&locale=\(locale)")
        #expect(try answer.object()["total"] as? Int == (locales.contains(locale) ? 1 : 0))
      }
    }
  }

  @Test func aTranslationChangesTheTagsOfItsLocalesAlone() async throws {
    let paths = [
      Self.topic, "/v1/content/featured_topics", "/v1/content/featured_topics?sort=title",
      "/v1/feeds/home?width=390", "/v1/feeds/home.jsonfeed",
      "/v1/feeds/home/sections/featured_topics?width=390&limit=2",
    ]
    func tags(in locale: String) async throws -> [String] {
      var tags: [String] = []
      for path in paths {
        let parameter = (path.contains("?") ? "&" : "?") + "locale=\(locale)"
        let answer = try await server.get(path + parameter, is: 200)
        tags.append(try #require(answer.header("ETag")))
      }
      return tags
    }
    let edits = [("en", ["en", "en-GB"]), ("en-GB", ["en-GB"]), ("fr", ["fr"]), ("de", [])]
    for (number, (locale, changed)) in edits.enumerated() {
      var before: [String: [String]] = [:]
      for tag in Self.locales.all { before[tag.text] = try await tags(in: tag.text) }
      try await server.send(
        "PATCH", Self.topic, admin, json: #"{"title@\#(locale)":"Title in \#(locale)"}"#)
      await server.untilServed(number + 2)
      for tag in Self.locales.all {
        let pairs = zip(try #require(before[tag.text]), try await tags(in: tag.text))
        let differing = zip(paths, pairs).filter { $1.0 != $1.1 }.map(\.0)
        #expect(differing == (changed.contains(tag.text) ? paths : []), "\(locale) seen in \(tag)")
      }
    }
  }
}
