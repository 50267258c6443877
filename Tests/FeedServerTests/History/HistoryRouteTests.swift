import FeedEditing
import FeedHTTP
import FeedModel
import FeedPublisher
import FeedServer
import FeedStore
import Foundation
import StrictJSON
import TestSupport
import Testing

/// The history of content over HTTP.
@Suite(.server) struct HistoryRouteTests {
  /// Two screens are put together for it, whose size nobody limits.
  @Test(
    .server(configure: {
      $0.http.limits.work.running = 0
      $0.http.limits.work.timeout = .seconds(13)
    })) func aDifferenceWaitsForItsTurn() async throws
  {
    let viewer = try await server.bearer(.viewer)
    async let waiting = server.get("/v1/feeds/home/diff?from=1", viewer)
    await server.clock.untilWaiting(for: .seconds(13))
    #expect(try await server.metricsPage()["tanada_work_waiting"] == 1)
    server.clock.advance(by: .seconds(13))
    let answer = try await waiting
    #expect(answer.status == 503)
    #expect(try answer.code() == "work_timeout")
  }

  @Test(.listening(configure: { $0.http.limits.work.running = 0 }))
  func aDifferenceThatNobodyWaitsForIsNotMade() async throws {
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

  @Test func aFormerScreenHasTheBytesThatWereServed() async throws {
    var served: [Data] = []
    for number in 1...4 {
      if number > 1 { try await server.retitle("\(number)", at: 10 * number) }
      served.append(try await server.get("/v1/feeds/home?width=375").body)
    }
    #expect(Set(served).count == 4)
    for (number, bytes) in zip(1..., served) {
      let former = try await server.get(
        "/v1/feeds/home?width=375&revision=\(number)", viewer, is: 200)
      #expect(former.body == bytes, "\(number)")
      #expect(former.header("X-Tanada-Revision") == "4", "what is in service")
      #expect(former.header("Cache-Control") == "no-store")
      // Until the next one was written.
      let moment =
        number == 1 ? Timestamp.sample(minutes: 15) : Timestamp.sample(minutes: 10 * number + 5)
      let then = try await server.get(
        "/v1/feeds/home?width=375&at=\(min(moment, server.clock.now).rfc3339)", viewer)
      #expect(then.body == bytes, "\(number)")
    }
  }

  @Test func aMomentThatNoServerSawShowsWhatWasDueThen() async throws {
    server.clock.set(Timestamp.sample(minutes: 10))
    try await server.store.write(at: Timestamp.sample(minutes: 10)) { transaction in
      _ = try transaction.setWindow(
        Window(publishAt: Timestamp.sample(minutes: 20)), of: .recentNews, id: 1)
    }
    // No server has made a revision at 20.
    server.clock.set(Timestamp.sample(minutes: 60))
    for (minutes, isShown) in [(5, true), (15, false), (30, true)] {
      let moment = Timestamp.sample(minutes: minutes).rfc3339
      let document = try await server.json("/v1/feeds/home?at=\(moment)", viewer)
      let news = document["sections"].elements.first { $0["id"].text == "recent_news" }
      let ids = news?["items"].elements.map { $0["id"].number } ?? []
      #expect(ids.contains(1) == isShown, "\(minutes)")
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
    try await server.retitle("2", at: 10)
    _ = try await server.store.pruneHistory(
      before: Timestamp.sample(minutes: 11), at: Timestamp.sample(minutes: 12))
    let viewer = try await server.bearer(.viewer)
    try await server.get(path, viewer, is: status, code: code)
    // Without a token, missing and existing revisions alike get 401.
    if status != 400 { try await server.get(path, is: 401) }
  }

  @Test func aRevisionHasItsKeysAtOnceAlsoBeforeItIsInService() async throws {
    server.clock.set(Timestamp.sample(minutes: 10))
    try await server.store.write(at: Timestamp.sample(minutes: 10)) { transaction in
      _ = try transaction.delete(.recentNews, id: 1)
    }
    let page = try await server.get("/v1/revisions?limit=1", viewer)
    let revision = try page.json()["result"].elements.first
    let keys = revision?["keys"].elements.compactMap { $0.text } ?? []
    #expect(keys.contains("feed:home") && keys.contains("section:home/recent_news"))
    #expect(server.publisher.current?.revision == 1)
  }

  @Test func aDifferenceNamesTheRevisionsThatWereAskedFor() async throws {
    server.clock.set(Timestamp.sample(minutes: 5))
    for number in 2...5 {
      try await server.store.write(at: Timestamp.sample(minutes: number)) { transaction in
        _ = try transaction.setComposition(#"{"sections":[]}"#, of: "other\(number)")
      }
    }
    try await server.publisher.publish()
    for query in ["from=1&to=5", "from=1"] {
      let difference = try await server.json("/v1/feeds/home/diff?\(query)", viewer)
      #expect(difference["from"].number == 1 && difference["to"].number == 5)
      #expect(difference["sections"].elements.isEmpty)
    }
  }

  @Test func revisionsAndVersionsArePaged() async throws {
    for number in 2...5 { try await server.retitle("\(number)", at: number) }
    let revisions = try await server.pages(of: "/v1/revisions?limit=2", viewer)
    let numbers = try revisions.flatMap {
      try $0.json()["result"].elements.map { $0["number"].number }
    }
    #expect(numbers == [5, 4, 3, 2, 1])

    let history = try await server.pages(of: "/v1/content/recent_news/1/history?limit=2", viewer)
    let versions = try history.flatMap { try $0.json()["result"].elements }
    #expect(versions.map { $0["from"].number } == [5, 4, 3, 2, 1])
    #expect(versions.map { $0["to"].number } == [nil, 5, 4, 3, 2])
    #expect(versions.prefix(4).map { $0["fields"]["title"].text } == ["5", "4", "3", "2"])
    #expect(versions[0]["actor"].text?.hasPrefix("token:") == true)
    #expect(versions[4]["actor"].text == "command line")
  }

  @Test func theDifferenceNamesWhatWasAddedRemovedChangedAndMoved() async throws {
    try await server.retitle("other", at: 1)
    server.clock.set(Timestamp.sample(minutes: 2))
    try await server.store.write(at: Timestamp.sample(minutes: 2)) { transaction in
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
    let answer = try await server.get("/v1/feeds/home/diff?from=1&to=3&width=375", viewer)
    let document = try answer.json()
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
    let same = try await server.get("/v1/feeds/home/diff?from=3&to=3", viewer)
    #expect(try same.json()["sections"].elements.isEmpty)
  }

  @Test func anotherPhotoAtTheSameAddressIsADifference() async throws {
    for number in 1...2 {
      server.clock.set(Timestamp.sample(minutes: number))
      try await server.store.write(at: Timestamp.sample(minutes: number)) { transaction in
        let photo = TestPhotos.photo(number)
        _ = try transaction.add(photo)
        _ = try transaction.setPhoto(
          photo.id, assignedTo: "https://example.com/news_thumbnail1.jpg")
      }
    }
    for from in 1...2 {
      let answer = try await server.get("/v1/feeds/home/diff?from=\(from)&to=\(from + 1)", viewer)
      let sections = try answer.json()["sections"].elements
      #expect(sections.map { $0["id"].text } == ["recent_news"], "\(from)")
      let items = sections.first?["items"].elements ?? []
      #expect(items.map { $0["id"].number } == [1], "\(from)")
      #expect(items.map { $0["change"].text } == ["changed"], "\(from)")
      #expect(items.first?["fields"].elements.isEmpty == true, "\(from)")
    }
  }

  @Test(
    "What the items of a section lead to is a difference of each, wherever they are",
    arguments: [
      (#"{"deep_link":"app://news/{id}"}"#, ["changed"]),
      (#"{"deep_link":"app://{kind}/{id}"}"#, []),
    ])
  func anotherAction(_ action: String, changes: [String]) async throws {
    let actions = [#"{"deep_link":"app://recent_news/{id}"}"#, action]
    for (number, action) in zip(1..., actions) {
      server.clock.set(Timestamp.sample(minutes: number))
      try await server.store.write(at: Timestamp.sample(minutes: number)) { transaction in
        _ = try transaction.setComposition(
          #"{"sections":[{"id":"news","kind":"recent_news","title":"News","action":\#(action)}]}"#,
          of: "home")
      }
    }
    let answer = try await server.get("/v1/feeds/home/diff?from=2&to=3", viewer)
    let sections = try answer.json()["sections"].elements
    let items = sections.first?["items"].elements ?? []
    #expect(sections.map { $0["change"] } == changes.map { _ in .null })
    #expect(Set(items.compactMap { $0["change"].text }) == Set(changes))
    #expect(items.allSatisfy { $0["fields"].elements.isEmpty && $0["from"] == $0["to"] })
  }

  @Test func anExportOfAFormerRevisionIsThatOfTheTime() async throws {
    let path = "/v1/export/recent_news?format=ndjson"
    let before = try await server.get(path, viewer)
    try await server.retitle("other", at: 1)
    let former = try await server.get("\(path)&revision=1", viewer)
    #expect(former.body == before.body)
    #expect(former.header("X-Tanada-Revision") == "1")
    #expect(try await server.get(path, viewer).body != before.body)
  }
}

private func min(_ one: Timestamp, _ other: Timestamp) -> Timestamp {
  one.millisecondsSince1970 < other.millisecondsSince1970 ? one : other
}
