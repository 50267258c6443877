import FeedEntities
import FeedModel
import FeedPublisher
import FeedStore
import Foundation
import Testing
import TestSupport

/// Reading content: items and lists with filters, order, choice of fields, search and cursors.
@Suite(.server) struct ContentTests {
  private static let scenes = "/v1/content/favorite_scenes"

  @Test func aListCanBeFilteredSortedAndSearchedAndItsFieldsChosen() async throws {
    let topics = try await server.get(
      "/v1/content/featured_topics?rating.gte=3.8&sort=-rating,id&fields=rating,id", is: 200)
    let items = try topics.items()
    let ratings = items.compactMap { $0["rating"] as? Double }
    #expect(!ratings.isEmpty && ratings.allSatisfy { $0 >= 3.8 })
    #expect(ratings == ratings.sorted(by: >))
    #expect(topics.text.hasPrefix(#"{"result":[{"id":"#))
    for item in items { #expect(Set(item.keys) == ["id", "rating"]) }

    let found = try await server.get(
      "/v1/content/featured_topics?q=\("カキフライ".percentEncoded)&fields=id")
    #expect(found.text == #"{"result":[{"id":3}],"next":null}"#)
    let item = try await server.get("/v1/content/featured_topics/3?fields=title")
    #expect(item.text == #"{"result":[{"title":"カキフライ&焼きはまぐり"}]}"#)
  }

  /// Half-width kana and an ampersand of full width, an ideographic space, Latin letters of full width.
  @Test(arguments: [
    "q=ｶｷﾌﾗｲ＆焼き", "q=焼きはまく\u{3099}り　カキ", "title=ｶｷﾌﾗｲ＆焼きはまぐり", "title.eq=カキフライ&焼きはまく\u{3099}り",
  ])
  func textsAreFoundInWhateverFormTheyAreWritten(query: String) async throws {
    let parts = query.split(separator: "=").map(String.init)
    let answer = try await server.get(
      "/v1/content/featured_topics?fields=id&\(parts[0])=\(parts[1].percentEncoded)")
    #expect(answer.text == #"{"result":[{"id":3}],"next":null}"#)
  }

  /// A list is made once as long as its kind stays as it is.
  @Test func aListIsKeptUntilItsKindChanges() async throws {
    let path = "/v1/content/recent_news?fields=id&sort=-id&limit=1"
    let cache = server.publisher.cache
    let first = try await server.get(path)
    let (hits, misses) = (cache.hitCount, cache.missCount)
    for count in 1...3 {
      #expect(try await server.get(path).body == first.body)
      #expect(cache.hitCount == hits + count)
    }
    #expect(cache.missCount == misses)
    // Another kind.
    let editor = try await server.bearer(.editor)
    let patch = editor.with("Content-Type", "application/merge-patch+json")
    try await server.send(
      "PATCH", "/v1/content/featured_topics/1", patch, json: #"{"title":"a"}"#, is: 200)
    await server.untilServed(2)
    try await server.get(path)
    #expect(cache.missCount == misses)
    // A write that changes nothing.
    try await server.send(
      "PATCH", "/v1/content/featured_topics/1", patch, json: #"{"title":"a"}"#, is: 200)
    try await eventually {
      let former = cache.hitCount
      try await server.get(path)
      return cache.hitCount == former + 1
    }
    // Writes of this server are read, also before they are in service.
    for id in 1_000..<1_030 {
      try await server.addNews(id, isAwaited: false)
      #expect(try await server.get(path).text.hasPrefix(#"{"result":[{"id":\#(id)}]"#), "\(id)")
    }
    // Another process.
    try await server.store.write { _ = try $0.delete(.recentNews, id: 1_029) }
    server.publisher.storeChanged()
    try await eventually { try await server.get(path).text.hasPrefix(#"{"result":[{"id":1028}]"#) }
    let drafts = try await server.get(path, editor)
    #expect(drafts.header("Cache-Control") == "private, no-store")
  }

  @Test(arguments: ["", "&sort=-published_at,title", "&sort=category", "&q=a&sort=-id", "&id.gt=3"])
  func pagesLeadToTheWholeListAndLinkToEachOther(query: String) async throws {
    let whole = try await server.get("\(Self.scenes)?limit=1000\(query)&count=true")
    let expected = try #require(try whole.object()["result"] as? [NSDictionary])
    #expect(try whole.object()["total"] as? Int == expected.count)
    for limit in [1, 5, 7, 12, 13] {
      let pages = try await server.pages(of: "\(Self.scenes)?limit=\(limit)\(query)")
      for page in pages {
        let object = try page.object()
        #expect(object["total"] == nil)
        let next = object["next"] as? String
        #expect(page.header("Link") == next.map { "<\($0)>; rel=\"next\"" })
      }
      let items = try pages.flatMap { try $0.items().map { $0 as NSDictionary } }
      #expect(items == expected)
    }
  }

  /// A condition can be written with and without its comparison.
  @Test(.noServer) func theNextPageOfAConditionThatIsWrittenTwiceIsThere() async throws {
    try await LiveServer.run(prepare: { store, _ in
      try await store.write { transaction in
        for id in 901...903 {
          var banner = try TestContent.banner(1)
          (banner.id, banner.bannerContentsID) = (id, 77)
          banner.bannerURL = "https://example.com/\(id).jpg"
          _ = try transaction.upsert(banner)
        }
      }
    }) { server in
      let query = "banner_contents_id=77&banner_contents_id.eq=77&limit=1"
      let pages = try await server.pages(of: "/v1/content/campaign_banners?\(query)")
      let ids = try pages.flatMap { try $0.ids() }
      #expect(ids == [901, 902, 903])
    }
  }

  @Test func aCursorKeepsItsPlaceWhileContentComesAndGoes() async throws {
    let first = try await server.get("\(Self.scenes)?limit=3&sort=-id&fields=id").object()
    let next = try #require(first["next"] as? String)
    try await server.store.write { transaction in
      for id in [10, 12] { _ = try transaction.delete(.favoriteScenes, id: id) }
    }
    let second = try await server.get(next)
    #expect(second.text.hasPrefix(#"{"result":[{"id":9},{"id":8},{"id":7}]"#))
  }

  @Test func aCursorServesItsOwnQueryAlone() async throws {
    let first = try await server.get("\(Self.scenes)?limit=3&sort=title").object()
    let next = try #require(first["next"] as? String)
    let cursor = try #require(next.split(separator: "=").last.map(String.init))
    try await server.get("\(Self.scenes)?limit=4&sort=title&cursor=\(cursor)", is: 200)
    for other in [
      "\(Self.scenes)?limit=3&cursor=", "\(Self.scenes)?limit=3&sort=-title&cursor=",
      "\(Self.scenes)?limit=3&sort=title&id.gt=1&cursor=",
      "\(Self.scenes)?limit=3&sort=title&q=a&cursor=",
      "/v1/content/trend_articles?limit=3&sort=title&cursor=",
    ] { try await server.get(other + cursor, is: 400, code: "invalid_cursor") }
  }

  @Test func aDamagedCursorIsABadRequestWhereverItIsDamaged() async throws {
    let first = try await server.get("\(Self.scenes)?limit=3&sort=title").object()
    let next = try #require(first["next"] as? String)
    let start = try #require(next.range(of: "cursor=")).upperBound
    let cursor = Array(next[start...])
    for index in stride(from: 0, to: cursor.count, by: 3) {
      var damaged = cursor
      damaged[index] = damaged[index] == "A" ? "B" : "A"
      for text in [String(damaged), String(cursor[..<index])] {
        let answer = try await server.get(String(next[..<start]) + text)
        #expect(answer.status == 400, "\(index)")
      }
    }
    for text in [String(cursor) + "A", String(cursor) + "=", String(cursor) + "%00", "%FF"] {
      try await server.get(String(next[..<start]) + text, is: 400)
    }
  }

  @Test(arguments: [
    ("nope=1", "nope: expected a field of recent_news"),
    ("offset=99999999999", "offset: expected a field"), ("page=2", "page: expected"),
    ("news_category.like=x", "a comparison after the dot"),
    ("id=x", "id: expected a whole number"),
    ("title=%00", "title: expected text without NUL"), ("q=%00", "q: expected words"),
    ("q=%20", "q: expected words"), ("sort=nope", "sort: expected fields of recent_news"),
    ("id=x&nope=1", "id: expected a whole number, found \"x\"; nope: expected a field"),
    ("published_at.gt=now", "published_at.gt: expected a date with a time zone, like"),
  ])
  func aQueryThatMeansNothingIsABadRequest(query: String, sentence: String) async throws {
    let answer = try await server.get("/v1/content/recent_news?\(query)", is: 400)
    let object = try answer.object()
    #expect(object["code"] as? String == "invalid_query")
    #expect((object["detail"] as? String)?.contains(sentence) == true, "\(answer.text)")
  }

  @Test(arguments: [
    ("fields=nope", "invalid_fields"), ("fields=", "invalid_fields"),
    ("count=yes", "invalid_count"),
    ("id=1&id=2", "repeated_parameter"), ("limit=1000000000000", "invalid_limit"),
  ])
  func aParameterThatIsNoneIsABadRequest(query: String, code: String) async throws {
    try await server.get("/v1/content/recent_news?\(query)", is: 400, code: code)
  }

  @Test func whatIsNotShownIsInNoListAndNotFound() async throws {
    try await server.store.write { transaction in
      _ = try transaction.setWindow(Window(isDraft: true), of: .recentNews, id: 2)
    }
    let list = try await server.get("/v1/content/recent_news?id.lte=3&fields=id&count=true")
    #expect(list.text == #"{"result":[{"id":1},{"id":3}],"total":2,"next":null}"#)
    try await server.get("/v1/content/recent_news/2", is: 404)
  }

  // MARK: - Whole lists and items

  @Test(arguments: ContentKinds.standard.all)
  func aListHasTheItemsOfTheFile(kind: ContentKind) async throws {
    let file = try JSONSerialization.jsonObject(
      with: Data(contentsOf: PackageFiles.seeds.appending(path: "\(kind.name).json")))
    let answer = try await server.get("/v1/content/\(kind.name)", is: 200)
    var list = try answer.object()
    #expect(list.removeValue(forKey: "next") is NSNull)
    #expect(list as NSDictionary == file as? NSDictionary)
  }

  @Test func anItemIsAListOfOne() async throws {
    let answer = try await server.get("/v1/content/featured_topics/3")
    let items = try answer.items()
    #expect(items.count == 1)
    #expect(items.first?["id"] as? Int == 3)
    #expect(items.first?["rating"] as? Double == 3.9)
    #expect(items.first?["title"] as? String == "カキフライ&焼きはまぐり")
  }

  @Test(arguments: [
    "/v1/content/nope", "/v1/content/nope/1", "/v1/content/pickup_photos/999",
    "/v1/content/pickup_photos/x", "/v1/content/pickup_photos/0", "/v1/content/pickup_photos/-1",
    "/v1/content/pickup_photos/99999999999999999999", "/v1/content",
    "/v1/content/pickup_photos/1/2",
    "/v1", "/%00",
  ])
  func whatIsNotThereIsNotFound(path: String) async throws {
    let answer = try await server.get(path, is: 404)
    #expect(answer.header("Content-Type") == "application/problem+json")
  }

  @Test(arguments: ["0", "-1", "x", "", "01", "1.5"])
  func aCursorNobodyWroteIsABadRequest(cursor: String) async throws {
    try await server.get(
      "/v1/content/pickup_photos?cursor=\(cursor)", is: 400, code: "invalid_cursor")
  }
}

extension String {
  /// The text as a value in an address.
  var percentEncoded: String {
    addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? self
  }
}
