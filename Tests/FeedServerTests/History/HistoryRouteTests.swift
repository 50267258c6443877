import FeedEditing
import FeedModel
import FeedPublisher
import FeedServer
import FeedStore
import FeedStoreSQLite
import Foundation
import StrictJSON
import TestSupport
import Testing

/// The history of content over HTTP.
@Suite struct HistoryRouteTests {
  /// `minutes` after the sample revision.
  private static func moment(_ minutes: Int) -> Timestamp {
    SampleContent.committedAt.later(minutes: minutes)
  }

  /// Changes the title of news 1 in a revision of its own, and waits for it.
  private static func retitle(
    _ title: String, at minutes: Int, in server: LiveServer
  ) async throws {
    server.clock.set(moment(minutes))
    let editor = try await server.bearer(.editor)
    let answer = try await server.client.send(
      "PATCH", "/v1/content/recent_news/1",
      headers: editor.merging(["Content-Type": "application/merge-patch+json"]) { $1 },
      body: Data(#"{"title":"\#(title)"}"#.utf8))
    #expect(answer.status == 200)
    try await server.publisher.publish()
  }

  private static func post(
    _ path: String, _ json: String, to server: LiveServer, as role: TokenRole = .admin
  ) async throws -> TestClient.Response {
    try await server.client.send(
      "POST", path,
      headers: try await server.bearer(role).merging(["Content-Type": "application/json"]) { $1 },
      body: Data(json.utf8))
  }

  /// Two screens are put together for it, whose size nobody limits.
  @Test func aDifferenceWaitsForItsTurn() async throws {
    try await LocalServer.run(configure: {
      $0.limits.work.running = 0
      $0.limits.work.timeout = .seconds(13)
    }) { server in
      let viewer = try await server.bearer(.viewer)
      async let waiting = server.client.get("/v1/feeds/home/diff?from=1", headers: viewer)
      await server.clock.untilWaiting(for: .seconds(13))
      #expect(try await server.metricsPage()["tanada_work_waiting"] == 1)
      server.clock.advance(by: .seconds(13))
      let answer = try await waiting
      #expect(answer.status == 503)
      #expect(try answer.code() == "work_timeout")
    }
  }

  @Test func aDifferenceThatNobodyWaitsForIsNotMade() async throws {
    try await LiveServer.run(configure: { $0.limits.work.running = 0 }) { server in
      let viewer = try #require(try await server.bearer(.viewer)["Authorization"])
      let connection = try RawConnection(port: server.port)
      connection.send(
        "GET /v1/feeds/home/diff?from=1 HTTP/1.1\r\nHost: a\r\nAuthorization: \(viewer)\r\n\r\n")
      try await eventually { try await server.metricsPage()["tanada_work_waiting"] == 1 }
      connection.close()
      let labels = #"method="GET",route="/v1/feeds/{feed}/diff",status="499""#
      try await eventually {
        let metrics = try await server.metricsPage()
        return metrics["tanada_work_waiting"] == 0
          && metrics["tanada_http_requests_total{\(labels)}"] == 1
      }
    }
  }

  @Test func aFormerScreenHasTheBytesThatWereServed() async throws {
    try await LocalServer.run { server in
      var served: [Data] = []
      for number in 1...4 {
        if number > 1 { try await Self.retitle("\(number)", at: 10 * number, in: server) }
        served.append(try await server.client.get("/v1/feeds/home?width=375").body)
      }
      #expect(Set(served).count == 4)
      let viewer = try await server.bearer(.viewer)
      for (number, bytes) in zip(1..., served) {
        let former = try await server.client.get(
          "/v1/feeds/home?width=375&revision=\(number)", headers: viewer)
        #expect(former.status == 200)
        #expect(former.body == bytes, "\(number)")
        #expect(former.header("X-Tanada-Revision") == "4", "what is in service")
        #expect(former.header("Cache-Control") == "no-store")
        // Until the next one was written.
        let moment = number == 1 ? Self.moment(15) : Self.moment(10 * number + 5)
        let then = try await server.client.get(
          "/v1/feeds/home?width=375&at=\(min(moment, server.clock.now).rfc3339)",
          headers: viewer)
        #expect(then.body == bytes, "\(number)")
      }
    }
  }

  @Test func aMomentThatNoServerSawShowsWhatWasDueThen() async throws {
    try await LocalServer.run { server in
      server.clock.set(Self.moment(10))
      _ = try await server.store.write(at: Self.moment(10)) { transaction in
        _ = try transaction.setWindow(
          Window(publishAt: Self.moment(20)), of: .recentNews, id: 1)
      }
      // No server has made a revision at 20.
      server.clock.set(Self.moment(60))
      let viewer = try await server.bearer(.viewer)
      for (minutes, isShown) in [(5, true), (15, false), (30, true)] {
        let moment = Self.moment(minutes).rfc3339
        let document = try JSONValue.parse(
          try await server.client.get("/v1/feeds/home?at=\(moment)", headers: viewer).body)
        let news = document["sections"].elements.first { $0["id"].text == "recent_news" }
        let ids = news?["items"].elements.map { $0["id"].number } ?? []
        #expect(ids.contains(1) == isShown, "\(minutes)")
      }
    }
  }

  @Test(arguments: [
    ("/v1/feeds/home?revision=9", 404, "not_found"),
    ("/v1/feeds/none?revision=2", 404, "not_found"),
    ("/v1/feeds/home?revision=1", 410, "revision_pruned"),
    ("/v1/feeds/home?at=2000-01-01T00:00:00Z", 410, "revision_pruned"),
    ("/v1/feeds/home?revision=x", 400, "invalid_revision"),
    ("/v1/feeds/home?revision=2&at=2000-01-01T00:00:00Z", 400, "invalid_at"),
    ("/v1/feeds/home/diff?from=1&to=2", 410, "revision_pruned"),
    ("/v1/feeds/home/diff?to=2", 400, "invalid_from"),
    ("/v1/feeds/none/diff?from=2", 404, "not_found"),
    ("/v1/content/recent_news/99/history", 404, "not_found"),
    ("/v1/content/none/1/history", 404, "not_found"),
    ("/v1/export/recent_news?revision=1", 410, "revision_pruned"),
    ("/v1/revisions?cursor=x", 400, "invalid_cursor"),
  ])
  func whatIsNotThereSaysSo(path: String, status: Int, code: String) async throws {
    try await LocalServer.run { server in
      try await Self.retitle("2", at: 10, in: server)
      _ = try await HistoryPruner(store: server.store).run(
        before: Self.moment(11), at: Self.moment(12))
      let viewer = try await server.bearer(.viewer)
      let answer = try await server.client.get(path, headers: viewer)
      #expect(answer.status == status)
      #expect(try answer.code() == code)
      // Without a token, missing and existing revisions alike get 401.
      if status != 400 { #expect(try await server.client.get(path).status == 401) }
    }
  }

  @Test func aRevisionHasItsKeysAtOnceAlsoBeforeItIsInService() async throws {
    try await LocalServer.run { server in
      server.clock.set(Self.moment(10))
      _ = try await server.store.write(at: Self.moment(10)) { transaction in
        _ = try transaction.delete(.recentNews, id: 1)
      }
      let viewer = try await server.bearer(.viewer)
      let page = try await server.client.get("/v1/revisions?limit=1", headers: viewer)
      let revision = try JSONValue.parse(page.body)["result"].elements.first
      let keys = revision?["keys"].elements.compactMap { $0.text } ?? []
      #expect(keys.contains("feed:home") && keys.contains("section:home/recent_news"))
      #expect(server.publisher.current?.revision == 1)
    }
  }

  @Test func aDifferenceNamesTheRevisionsThatWereAskedFor() async throws {
    try await LocalServer.run { server in
      server.clock.set(Self.moment(5))
      for number in 2...5 {
        _ = try await server.store.write(at: Self.moment(number)) { transaction in
          _ = try transaction.setComposition(#"{"sections":[]}"#, of: "other\(number)")
        }
      }
      try await server.publisher.publish()
      let viewer = try await server.bearer(.viewer)
      for query in ["from=1&to=5", "from=1"] {
        let difference = try JSONValue.parse(
          try await server.client.get("/v1/feeds/home/diff?\(query)", headers: viewer).body)
        #expect(difference["from"].number == 1 && difference["to"].number == 5)
        #expect(difference["sections"].elements.isEmpty)
      }
    }
  }

  @Test func revisionsAndVersionsArePaged() async throws {
    try await LocalServer.run { server in
      for number in 2...5 { try await Self.retitle("\(number)", at: number, in: server) }
      let viewer = try await server.bearer(.viewer)
      var numbers: [Double?] = []
      var next: String? = "/v1/revisions?limit=2"
      while let path = next {
        let page = try JSONValue.parse(try await server.client.get(path, headers: viewer).body)
        numbers += page["result"].elements.map { $0["number"].number }
        next = page["next"].text
      }
      #expect(numbers == [5, 4, 3, 2, 1])

      var versions: [JSONValue] = []
      next = "/v1/content/recent_news/1/history?limit=2"
      while let path = next {
        let page = try JSONValue.parse(try await server.client.get(path, headers: viewer).body)
        versions += page["result"].elements
        next = page["next"].text
      }
      #expect(versions.map { $0["from"].number } == [5, 4, 3, 2, 1])
      #expect(versions.map { $0["to"].number } == [nil, 5, 4, 3, 2])
      #expect(versions.prefix(4).map { $0["fields"]["title"].text } == ["5", "4", "3", "2"])
      #expect(versions[0]["actor"].text?.hasPrefix("token:") == true)
      #expect(versions[4]["actor"].text == "command line")
    }
  }

  @Test func theDifferenceNamesWhatWasAddedRemovedChangedAndMoved() async throws {
    try await LocalServer.run { server in
      try await Self.retitle("other", at: 1, in: server)
      server.clock.set(Self.moment(2))
      _ = try await server.store.write(at: Self.moment(2)) { transaction in
        _ = try transaction.delete(.pickupPhotos, id: 20)
        _ = try transaction.upsert(try TestContent.banner(9))
        _ = try transaction.setComposition(
          """
          {"sections":[{"id":"recent_news","kind":"recent_news","title":"News"},
          {"id":"campaign_banners","kind":"campaign_banners","title":"キャンペーン"},
          {"id":"extra","kind":"featured_topics","title":"Extra"},
          {"id":"pickup_photos","kind":"pickup_photos","title":"お薦めの写真"}]}
          """, of: "home")
      }
      let viewer = try await server.bearer(.viewer)
      let answer = try await server.client.get(
        "/v1/feeds/home/diff?from=1&to=3&width=375", headers: viewer)
      let document = try JSONValue.parse(answer.body)
      #expect(document["from"].number == 1 && document["to"].number == 3)
      func section(_ id: String) -> JSONValue {
        document["sections"].elements.first { $0["id"].text == id } ?? .null
      }
      #expect(section("extra")["change"].text == "added")
      #expect(section("trend_articles")["change"].text == "removed")
      #expect(section("recent_news")["change"].text == "changed")
      #expect(section("campaign_banners")["change"].text == "moved")
      #expect(section("campaign_banners")["from"]["y"].number == 0)
      #expect((section("campaign_banners")["to"]["y"].number ?? 0) > 0)
      let news = section("recent_news")["items"].elements.first { $0["id"].number == 1 }
      #expect(news?["change"].text == "changed")
      #expect(news?["fields"].elements.map(\.text) == ["title"])
      let photos = section("pickup_photos")["items"].elements
      let gone = photos.first { $0["id"].number == 20 }
      #expect(gone?["change"].text == "removed" && gone?["to"] == .null)
      #expect(
        section("campaign_banners")["items"].elements.contains {
          $0["id"].number == 9 && $0["change"].text == "added"
        })
      let same = try await server.client.get("/v1/feeds/home/diff?from=3&to=3", headers: viewer)
      #expect(try JSONValue.parse(same.body)["sections"].elements.isEmpty)
    }
  }

  @Test func anotherPhotoAtTheSameAddressIsADifference() async throws {
    try await LocalServer.run { server in
      for number in 1...2 {
        server.clock.set(Self.moment(number))
        _ = try await server.store.write(at: Self.moment(number)) { transaction in
          let photo = TestPhotos.photo(number)
          _ = try transaction.add(photo)
          _ = try transaction.setPhoto(
            photo.id, assignedTo: "https://example.com/news_thumbnail1.jpg")
        }
      }
      let viewer = try await server.bearer(.viewer)
      for from in 1...2 {
        let answer = try await server.client.get(
          "/v1/feeds/home/diff?from=\(from)&to=\(from + 1)", headers: viewer)
        let sections = try JSONValue.parse(answer.body)["sections"].elements
        #expect(sections.map { $0["id"].text } == ["recent_news"], "\(from)")
        let items = sections.first?["items"].elements ?? []
        #expect(items.map { $0["id"].number } == [1], "\(from)")
        #expect(items.map { $0["change"].text } == ["changed"], "\(from)")
        #expect(items.first?["fields"].elements.isEmpty == true, "\(from)")
      }
    }
  }

  // MARK: - Restoring

  @Test func aFeedIsShownFirstAndThenPutBackInOneRevision() async throws {
    try await LocalServer.run { server in
      let before = try await server.client.get("/v1/feeds/home").body
      try await Self.retitle("other", at: 1, in: server)
      server.clock.set(Self.moment(2))
      _ = try await server.store.write(at: Self.moment(2)) { transaction in
        _ = try transaction.delete(.pickupPhotos, id: 20)
        _ = try transaction.upsert(try TestContent.banner(9))
        _ = try transaction.setWindow(Window(isDraft: true), of: .trendArticles, id: 1)
        _ = try transaction.setComposition(
          #"{"sections":[{"id":"a","kind":"recent_news","title":""}]}"#, of: "home")
      }
      let body = #"{"revision":1,"subjects":["feeds/home"]}"#
      let dry = try JSONValue.parse(
        try await Self.post("/v1/restore?dry_run=true", body, to: server).body)
      #expect(dry["dry_run"] == .bool(true) && dry["revision"] == .null)
      let expected = [
        "content/campaign_banners/9 updated", "content/pickup_photos/20 inserted",
        "content/recent_news/1 updated", "content/trend_articles/1 updated",
        "feeds/home/composition deleted",
      ]
      func changes(_ answer: JSONValue) -> [String] {
        answer["changes"].elements.map {
          "\($0["subject"].text ?? "") \($0["change"].text ?? "")"
        }.sorted()
      }
      #expect(changes(dry) == expected)
      #expect(try await server.store.latestRevision()?.number == 3)

      let done = try JSONValue.parse(try await Self.post("/v1/restore", body, to: server).body)
      #expect(changes(done) == expected)
      #expect(done["revision"].number == 4)
      try await server.publisher.publish()
      // Nothing but the numbers of the revision differs.
      let viewer = try await server.bearer(.viewer)
      let difference = try await server.client.get(
        "/v1/feeds/home/diff?from=1&to=4", headers: viewer)
      #expect(try JSONValue.parse(difference.body)["sections"].elements.isEmpty)
      let after = try await server.client.get("/v1/feeds/home").body
      #expect(after != before && abs(after.count - before.count) < 100)
      // Newer items are kept, as drafts.
      let banner = try await server.store.read { try $0.item(of: .campaignBanners, id: 9) }
      #expect(banner?.window.isDraft == true)
      let again = try JSONValue.parse(try await Self.post("/v1/restore", body, to: server).body)
      #expect(again["changes"].elements.isEmpty)
      #expect(try await server.store.latestRevision()?.number == 4)
    }
  }

  @Test func whatCannotBePutBackIsNamedAndNothingIsChanged() async throws {
    try await LocalServer.run { server in
      try await Self.retitle("other", at: 1, in: server)
      let news = try #require(try await server.store.kinds()["recent_news"])
      let text = String(decoding: news.json, as: UTF8.self)
        .replacing(
          #""name":"title","type":"text""#, with: #""name":"title","type":"text","max_length":5"#)
      let proposal = try KindProposal(reading: .init(strict: Array(text.utf8)))
      server.clock.set(Self.moment(2))
      _ = try await server.store.write(at: Self.moment(2)) {
        try $0.define(KindChange(from: news, to: proposal))
      }
      let answer = try await Self.post(
        "/v1/restore",
        """
        {"revision":1,"subjects":["content/campaign_banners/1","content/recent_news/1",\
        "content/none/1","feeds/none"]}
        """, to: server)
      #expect(answer.status == 409)
      let problem = try JSONValue.parse(answer.body)
      #expect(problem["code"].text == "restore_conflicts")
      #expect(
        problem["errors"].elements.map { $0["pointer"].text }
          == ["/subjects/1", "/subjects/2", "/subjects/3"])
      #expect(try await server.store.latestRevision()?.number == 3)
    }
  }

  @Test func itemsThatReferToEachOtherArePutBackInAnyOrder() async throws {
    let definition =
      #"{"kind":"shops","fields":[{"name":"topic","type":"reference","kind":"featured_topics"}]}"#
    try await LocalServer.run(prepare: { store, _ in
      let proposal = try KindProposal(reading: JSONTree(strict: Array(definition.utf8)))
      _ = try await store.write(at: SampleContent.committedAt) { transaction in
        try transaction.define(KindChange(from: nil, to: proposal))
        _ = try transaction.upsert(
          ContentItem(kind: proposal.kind, id: 1, values: [.integer(8)]))
      }
      _ = try await store.write(at: SampleContent.committedAt) { transaction in
        _ = try transaction.remove(proposal.kind, id: 1, by: .commandLine)
        _ = try transaction.remove(.featuredTopics, id: 8, by: .commandLine)
      }
    }) { server in
      // The subjects name a referrer before its referent, then the other way round.
      for (revision, subjects, count) in [
        (2, #"["content/shops/1","content/featured_topics/8"]"#, 1),
        (3, #"["content/featured_topics/8","content/shops/1"]"#, 0),
      ] {
        let answer = try await Self.post(
          "/v1/restore", #"{"revision":\#(revision),"subjects":\#(subjects)}"#, to: server)
        #expect(answer.status == 200, "\(answer.text)")
        let shops = try await server.store.read { reader in
          try reader.kinds()["shops"].map {
            try reader.count(of: $0, matching: .all, visibility: nil)
          }
        }
        #expect(shops == count)
      }
    }
  }

  @Test(arguments: [
    (#"{"revision":1,"subjects":["feeds/home"]}"#, 403), (#"{"revision":1,"subjects":[]}"#, 422),
    (#"{"revision":0,"subjects":["content/recent_news/1"]}"#, 422),
    (#"{"revision":1,"subjects":["content/recent_news"]}"#, 422),
    (#"{"revision":1,"subjects":["content/recent_news/1"],"x":1}"#, 422),
    (#"{"revision":7,"subjects":["content/recent_news/1"]}"#, 404), ("{", 400),
    (#"{"revision":1,"subjects":["content/recent_news/1"]}"#, 200),
  ])
  func editorsPutItemsBack(body: String, status: Int) async throws {
    try await LocalServer.run { server in
      try await Self.retitle("other", at: 1, in: server)
      let answer = try await Self.post("/v1/restore", body, to: server, as: .editor)
      #expect(answer.status == status)
      let title = try await server.store.item(of: .recentNews, id: 1)?.headline
      #expect((title == "other") == (status != 200))
    }
  }

  @Test func anExportOfAFormerRevisionIsThatOfTheTime() async throws {
    try await LocalServer.run { server in
      let viewer = try await server.bearer(.viewer)
      let path = "/v1/export/recent_news?format=ndjson"
      let before = try await server.client.get(path, headers: viewer)
      try await Self.retitle("other", at: 1, in: server)
      let former = try await server.client.get("\(path)&revision=1", headers: viewer)
      #expect(former.body == before.body)
      #expect(former.header("X-Tanada-Revision") == "1")
      #expect(try await server.client.get(path, headers: viewer).body != before.body)
    }
  }
}

private func min(_ one: Timestamp, _ other: Timestamp) -> Timestamp {
  one.millisecondsSince1970 < other.millisecondsSince1970 ? one : other
}
