import FeedModel
import FeedPublisher
import FeedStore
import Foundation
import TestSupport
import Testing

/// Reading and writing in the locales of readers.
@Suite(.server(locales: Locales("ja", "en", "ar"))) struct LocaleRouteTests {
  private static let path = "/v1/content/featured_topics/1"

  @Test func anItemIsReadInALocaleAndWrittenAsAWhole() async throws {
    let original = try await server.get(Self.path)
    let title = try #require(try original.item()["title"] as? String)
    let patched = try await server.send(
      "PATCH", Self.path, editor, json: #"{"title@en":"Set meal","caption@EN-gb":"With soup"}"#,
      is: 200)
    #expect(try patched.item()["title@en"] as? String == "Set meal")
    await server.untilServed(2)
    for (query, expected) in [
      ("", title), ("?locale=en", "Set meal"), ("?locale=en-GB", "Set meal"),
      ("?locale=ja", title), ("?locale=ar", title), ("?locale=fr", title),
    ] {
      let answer = try await server.get(Self.path + query)
      #expect(try answer.item()["title"] as? String == expected, "\(query)")
      #expect(try answer.item().keys.contains { $0.contains("@") } == false)
      // It lacks translations: who writes it back would lose them.
      let tag = try #require(answer.header("ETag"))
      // Translations change nothing for readers who see the item's own values.
      #expect((tag == original.header("ETag")) == (expected == title), "\(query)")
      try await server.send(
        "PUT", Self.path, editor.with("If-Match", tag),
        json: String(
          decoding: JSONSerialization.data(withJSONObject: answer.item()), as: UTF8.self), is: 412
      )
    }
    let all = try await server.get(Self.path + "?locale=*")
    #expect(try all.item()["title@en"] as? String == "Set meal")
    #expect(try all.item()["caption@en-GB"] as? String == "With soup")
    #expect(all.header("ETag") == patched.header("ETag"))
    let fields = try await server.get(Self.path + "?locale=*&fields=title")
    #expect(try Set(fields.item().keys) == ["title", "title@en"])
    // 1. PATCH removes one.
    let removed = try await server.send(
      "PATCH", Self.path, editor, json: #"{"caption@en-GB":null}"#)
    #expect(try removed.item()["caption@en-GB"] == nil)
    #expect(try removed.item()["title@en"] as? String == "Set meal")
    // 2. PUT replaces all, and what is whole again has its tag.
    let tag = try #require(removed.header("ETag"))
    let put = try await server.send(
      "PUT", Self.path, editor.with("If-Match", tag),
      json: String(
        decoding: JSONSerialization.data(withJSONObject: original.item()), as: UTF8.self))
    #expect(put.status == 200 && put.header("ETag") == original.header("ETag"))
    for body in [#"{"title@e":"a"}"#, #"{"rating@en":1}"#, #"{"title@en":1}"#] {
      let refused = try await server.send("PATCH", Self.path, editor, json: body, is: 422)
      #expect(try refused.pointers() == ["/" + body.split(separator: "\"")[1]])
    }
  }

  @Test func listsAreInALocaleAndShowTranslatorsWhatIsMissing() async throws {
    for (id, title) in [(1, "Zebra"), (2, "Apple")] {
      try await server.send(
        "PATCH", "/v1/content/featured_topics/\(id)", editor,
        json: #"{"title@en":"\#(title)","caption@en":"x"}"#, is: 200)
    }
    await server.untilServed(3)
    let list = "/v1/content/featured_topics?fields=id"
    let found = try await server.get(list + "&q=zebra&locale=en-GB")
    #expect(found.text == #"{"result":[{"id":1}],"next":null}"#)
    #expect(try await server.get(list + "&q=zebra").text == #"{"result":[],"next":null}"#)
    // Pages in the order of what readers see.
    var (next, ids) = (list + "&locale=en&sort=title&limit=1&title.lt=Z", [Int]())
    repeat {
      let page = try await server.get(next).object()
      ids += (page["result"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? Int }
      next = page["next"] as? String ?? ""
      #expect(next.isEmpty || next.contains("locale=en"))
    } while !next.isEmpty && ids.count < 20
    #expect(ids.first == 2 && !ids.contains(1))
    // Translators.
    for path in ["/v1/content/featured_topics", "/v1/export/featured_topics"] {
      try await server.get(path + "?untranslated=en", is: 401)
      let missing = try await server.send("GET", path + "?untranslated=en", editor)
      let items = try missing.object()["result"] as? [[String: Any]]
      #expect(items?.compactMap { $0["id"] as? Int } == Array(3...8))
    }
    let table = try await server.send(
      "GET", "/v1/export/featured_topics?untranslated=fr&format=csv", editor)
    #expect(
      table.text.hasPrefix(
        "id,rating,thumbnail_url,thumbnail_url@en,thumbnail_url@fr,title,title@en,"))
    // What editors write is a tag.
    for path in ["/v1/content/featured_topics", "/v1/export/featured_topics"] {
      let refused = try await server.send("GET", path + "?untranslated=en_GB", editor)
      #expect(try refused.status == 400 && refused.code() == "invalid_untranslated")
    }
  }

  @Test func aScreenIsInTheLocaleOfItsReader() async throws {
    let screen = "/v1/feeds/home?width=390"
    let before = try await server.get(screen)
    let arabicBefore = try await server.get(screen + "&locale=ar")
    try await server.send("PATCH", Self.path, editor, json: #"{"title@en":"Set meal"}"#)
    await server.untilServed(2)
    let after = try await server.get(screen)
    #expect(after.body == before.body && after.header("ETag") == before.header("ETag"))
    let arabic = try await server.get(screen + "&locale=ar")
    #expect(arabic.header("ETag") == arabicBefore.header("ETag"))
    #expect(try arabic.object()["direction"] as? String == "rtl")
    #expect(try arabic.object()["locale"] as? String == "ar")
    let turned = try await server.get(screen + "&locale=ar&direction=ltr")
    #expect(try turned.object()["direction"] as? String == "ltr")
    let english = try await server.get(screen + "&locale=en")
    #expect(english.text.contains("Set meal") && english.text.contains("3.7 out of 5"))
    #expect(try english.object()["locale"] as? String == "en")
    // Readers who see the same get the same.
    let british = try await server.get(screen + "&locale=en-gb")
    #expect(british.header("ETag") == english.header("ETag"))
    let keys = try #require(english.header("xkey")?.split(separator: " "))
    #expect(keys.contains("feed:home@en") && !keys.contains("feed:home"))
    #expect(after.header("xkey")?.split(separator: " ").contains("feed:home") == true)
    let feed = try await server.get("/v1/feeds/home.jsonfeed?locale=en")
    #expect(try feed.object()["language"] as? String == "en" && feed.text.contains("Set meal"))
    let page = try await server.get(
      "/v1/feeds/home/sections/featured_topics?width=390&limit=1&locale=en")
    #expect(try page.object()["locale"] as? String == "en" && page.text.contains("Set meal"))
    let pageKeys = try #require(page.header("xkey")?.split(separator: " "))
    #expect(pageKeys.contains("section:home@en/featured_topics"))
    let next = try #require(try page.object()["next"] as? String)
    #expect(next.contains("&locale=en&"))
    #expect(try await server.get(next).object()["locale"] as? String == "en")
    try await server.get(next.replacing("&locale=en&", with: "&locale=ar&"), is: 400)
    let difference = try await server.send(
      "GET", "/v1/feeds/home/diff?from=1&to=2&locale=en", editor)
    #expect(difference.text.contains(#""id":1,"change":"changed","fields":["title"]"#))
    let none = try await server.send("GET", "/v1/feeds/home/diff?from=1&to=2", editor)
    #expect(none.text.contains(#""sections":[]"#))
    let revision = try await server.send("GET", screen + "&revision=2&locale=en", editor)
    #expect(revision.body == english.body)
  }

  @Test func aScreenReadsInTheDirectionOfTheLocaleThatItIsIn() async throws {
    // Banners have neither ratings nor dates, so that labels do not differ.
    func compose(_ title: String) async throws {
      let answer = try await server.send(
        "PUT", "/v1/feeds/plain/composition", admin,
        json: #"{"sections":[{"id":"b","kind":"campaign_banners","limit":2,\#(title)}]}"#)
      #expect(answer.status < 300)
      await server.untilServed(try #require(answer.header("X-Tanada-Revision").flatMap { Int($0) }))
    }
    let screen = "/v1/feeds/plain?width=390"
    let paths = [screen, "/v1/feeds/plain/sections/b?width=390&limit=1"]
    try await compose(#""title":"題""#)
    for path in paths {
      let general = try await server.get(path)
      let arabic = try await server.get(path + "&locale=ar")
      #expect(arabic.status == 200 && arabic.body == general.body)
      #expect(arabic.header("ETag") == general.header("ETag"))
    }
    let turned = try await server.get(screen + "&locale=ar&direction=rtl").object()
    #expect(turned["direction"] as? String == "rtl" && turned["locale"] as? String == "ja")
    try await compose(#""title":"題","title@ar":"عنوان""#)
    let arabic = try await server.get(screen + "&locale=ar").object()
    #expect(arabic["direction"] as? String == "rtl" && arabic["locale"] as? String == "ar")
    let page = try await server.get(paths[1] + "&locale=ar")
    #expect(page.text.contains("&direction=rtl&locale=ar&"))
    let english = try await server.get(screen + "&locale=en").object()
    #expect(english["direction"] as? String == "ltr" && english["locale"] as? String == "ja")
    let left = try await server.get(screen + "&locale=ar&direction=ltr").object()
    #expect(left["direction"] as? String == "ltr" && left["locale"] as? String == "ar")
    // Former screens are as they were, and both of a difference are on one screen.
    for (revision, direction) in [(2, "ltr"), (3, "rtl")] {
      let former = try await server.send("GET", screen + "&locale=ar&revision=\(revision)", editor)
      #expect(try former.object()["direction"] as? String == direction)
    }
    let difference = try await server.send(
      "GET", "/v1/feeds/plain/diff?from=2&to=3&locale=ar", editor)
    #expect(difference.text.contains(#""id":"b","change":"changed""#))
    #expect(difference.text.contains(#""items":[]"#), "\(difference.text)")
  }

  @Test(.server(locales: Locales("ja", "en", "en-GB", "ar")))
  func pagesGoOnForEveryReaderWhoSeesTheSame() async throws {
    try await server.send("PATCH", Self.path, editor, json: #"{"title@en":"Set meal"}"#)
    await server.untilServed(2)
    let page = try await server.get(
      "/v1/feeds/home/sections/featured_topics?width=390&limit=1&locale=en-GB")
    #expect(try page.object()["locale"] as? String == "en")
    let next = try #require(try page.object()["next"] as? String)
    for (locale, status) in [
      ("en", 200), ("en-GB", 200), ("en-AU", 200), ("ar", 400), ("ja", 400),
    ] {
      try await server.get(next.replacing("&locale=en&", with: "&locale=\(locale)&"), is: status)
    }
  }

  @Test func moreLocalesThanAnItemMayHaveAreRefused() async throws {
    func body(_ numbers: ClosedRange<Int>) -> String {
      "{" + numbers.map { #""title@aa-\#(10_000 + $0)":"a""# }.joined(separator: ",") + "}"
    }
    let refused = try await server.send(
      "PATCH", Self.path, editor, json: body(1...20_000), is: 422, pointers: ["/title@aa-10101"])
    #expect(refused.text.contains("texts in at most 100 other locales, found"))
    try await server.send("PATCH", Self.path, editor, json: body(1...100), is: 200)
    let other = try await server.send("PATCH", Self.path, editor, json: body(101...101))
    #expect(try other.status == 422 && other.pointers() == ["/title@aa-10101"])
    // What all items together may have is limited, too.
    let (second, third) = (Self.path.replacing("/1", with: "/2"), "/v1/content/recent_news/1")
    try await server.send("PATCH", second, editor, json: body(101...200), is: 200)
    let full = try await server.send("PATCH", third, editor, json: body(201...201))
    #expect(try full.status == 422 && full.code() == "too_many_locales")
    try await server.send("PATCH", third, editor, json: body(1...1), is: 200)
    try await server.publisher.publish()
    try await server.get("/v1/feeds/home?locale=en", is: 200)
  }
}
