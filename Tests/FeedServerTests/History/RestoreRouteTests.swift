import FeedEditing
import FeedModel
import FeedPublisher
import FeedServer
import FeedStore
import Foundation
import StrictJSON
import TestSupport
import Testing

/// Former content that is put back over HTTP.
@Suite(.server) struct RestoreRouteTests {
  @Test func aFeedIsShownFirstAndThenPutBackInOneRevision() async throws {
    let before = try await server.get("/v1/feeds/home").body
    try await server.retitle("other", at: 1)
    server.clock.set(Timestamp.sample(minutes: 2))
    try await server.store.write(at: Timestamp.sample(minutes: 2)) { transaction in
      _ = try transaction.delete(.pickupPhotos, id: 20)
      _ = try transaction.upsert(try TestContent.banner(9))
      _ = try transaction.setWindow(Window(isDraft: true), of: .trendArticles, id: 1)
      _ = try transaction.setComposition(
        #"{"sections":[{"id":"a","kind":"recent_news","title":""}]}"#, of: "home")
    }
    let body = #"{"revision":1,"subjects":["feeds/home"]}"#
    let dry = try await server.restore(body, isDryRun: true).json()
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
    #expect(try await server.revision() == 3)

    let done = try await server.restore(body).json()
    #expect(changes(done) == expected)
    #expect(done["revision"].number == 4)
    try await server.publisher.publish()
    // Nothing but the numbers of the revision differs.
    let difference = try await server.get("/v1/feeds/home/diff?from=1&to=4", viewer)
    #expect(try difference.json()["sections"].elements.isEmpty)
    let after = try await server.get("/v1/feeds/home").body
    #expect(after != before && abs(after.count - before.count) < 100)
    // Newer items are kept, as drafts.
    let banner = try await server.store.read { try $0.item(of: .campaignBanners, id: 9) }
    #expect(banner?.window.isDraft == true)
    let again = try await server.restore(body).json()
    #expect(again["changes"].elements.isEmpty)
    #expect(try await server.revision() == 4)
  }

  /// Items with conditions take no place from those that everybody is shown.
  @Test(.noServer) func aFeedIsPutBackForEverybodyAndForThoseWithAFact() async throws {
    let composition = """
      {"sections":[{"id":"a","kind":"featured_topics","title":"","limit":2,
        "layout":{"type":"shelf"}}]}
      """
    try await LiveServer.run(prepare: { store, _ in
      try await store.write { transaction in
        for (id, platform) in [(1, "ios"), (2, "android"), (3, "web")] {
          let when = try Targeting(reading: #"{"platforms":["\#(platform)"]}"#.utf8)
          _ = try transaction.setWindow(Window(when: when), of: .featuredTopics, id: id)
        }
        _ = try transaction.setComposition(composition, of: "home")
      }
    }) { server in
      let before = try #require(server.publisher.current?.revision)
      func ids(_ client: String) async throws -> [Int] {
        let answer = try await server.get("/v1/feeds/home/variant?\(client)").object()
        let name = try #require(answer["variant"] as? String)
        let screen = try await server.json("/v1/feeds/home?variant=\(name)")
        return screen["sections"].elements[0]["items"].elements.map { Int($0["id"].number ?? 0) }
      }
      #expect(try await ids("") == [4, 5])
      #expect(try await ids("platform=web") == [3, 4])
      server.clock.set(Timestamp.sample(minutes: 2))
      try await server.store.write(at: server.clock.now) { transaction in
        for id in 3...5 { _ = try transaction.delete(.featuredTopics, id: id) }
      }
      try await server.publisher.publish()
      #expect(try await ids("") == [6, 7])
      #expect(try await ids("platform=web") == [6, 7])
      let answer = try await server.restore(#"{"revision":\#(before),"subjects":["feeds/home"]}"#)
      #expect(answer.status == 200, "\(answer.text)")
      try await server.publisher.publish()
      #expect(try await ids("") == [4, 5])
      #expect(try await ids("platform=web") == [3, 4])
    }
  }

  @Test func whatCannotBePutBackIsNamedAndNothingIsChanged() async throws {
    try await server.retitle("other", at: 1)
    let news = try #require(try await server.store.kinds()["recent_news"])
    let text = String(decoding: news.json, as: UTF8.self)
      .replacing(
        #""name":"title","type":"text""#, with: #""name":"title","type":"text","max_length":5"#)
    let proposal = try KindProposal(reading: .init(parsing: Array(text.utf8)))
    server.clock.set(Timestamp.sample(minutes: 2))
    try await server.store.write(at: Timestamp.sample(minutes: 2)) {
      try $0.define(KindChange(from: news, to: proposal))
    }
    let answer = try await server.restore(
      """
      {"revision":1,"subjects":["content/campaign_banners/1","content/recent_news/1",\
      "content/none/1","feeds/none"]}
      """)
    #expect(answer.status == 409)
    let problem = try answer.json()
    #expect(problem["code"].text == "restore_conflicts")
    #expect(
      problem["errors"].elements.map { $0["pointer"].text }
        == ["/subjects/1", "/subjects/2", "/subjects/3"])
    #expect(try await server.revision() == 3)
  }

  @Test(.noServer) func itemsThatReferToEachOtherArePutBackInAnyOrder() async throws {
    let definition =
      #"{"kind":"shops","fields":[{"name":"topic","type":"reference","kind":"featured_topics"}]}"#
    try await LiveServer.run(prepare: { store, _ in
      let proposal = try KindProposal(reading: JSONTree(parsing: Array(definition.utf8)))
      try await store.write { transaction in
        try transaction.define(KindChange(from: nil, to: proposal))
        _ = try transaction.upsert(ContentItem(kind: proposal.kind, id: 1, values: [.integer(8)]))
      }
      try await store.write { transaction in
        _ = try transaction.remove(proposal.kind, id: 1, by: .commandLine)
        _ = try transaction.remove(.featuredTopics, id: 8, by: .commandLine)
      }
    }) { server in
      // The subjects name a referrer before its referent, then the other way round.
      for (revision, subjects, count) in [
        (2, #"["content/shops/1","content/featured_topics/8"]"#, 1),
        (3, #"["content/featured_topics/8","content/shops/1"]"#, 0),
      ] {
        let answer = try await server.restore(#"{"revision":\#(revision),"subjects":\#(subjects)}"#)
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
    (#"{"revision":1,"subjects":["feeds/home"]}"#, 200), (#"{"revision":1,"subjects":[]}"#, 422),
    (#"{"revision":0,"subjects":["content/recent_news/1"]}"#, 422),
    (#"{"revision":1,"subjects":["content/recent_news"]}"#, 422),
    (#"{"revision":1,"subjects":["content/recent_news/1"],"x":1}"#, 422),
    (#"{"revision":7,"subjects":["content/recent_news/1"]}"#, 404), ("{", 400),
    (#"{"revision":1,"subjects":["content/recent_news/1"]}"#, 200),
  ])
  func editorsPutItemsAndFeedsBack(body: String, status: Int) async throws {
    try await server.retitle("other", at: 1)
    let answer = try await server.restore(body, as: .editor)
    #expect(answer.status == status)
    let title = try await server.store.item(of: .recentNews, id: 1)?.headline
    #expect((title == "other") == (status != 200))
  }
}

extension RestoreRouteTests {
  /// A feed that did not exist then is removed.
  @Test(arguments: [(TokenRole.editor, 403), (.admin, 200)])
  func aFeedIsRemovedByAdminsOnly(role: TokenRole, status: Int) async throws {
    let composition = #"{"sections":[{"id":"a","kind":"recent_news","title":""}]}"#
    try await server.store.write(at: server.clock.now) {
      _ = try $0.setComposition(composition, of: "winter")
    }
    for subject in ["feeds/winter", "feeds/winter/composition"] {
      let body = #"{"revision":1,"subjects":["\#(subject)"]}"#
      #expect(try await server.restore(body, isDryRun: true, as: role).status == status)
    }
    let body = #"{"revision":1,"subjects":["feeds/winter"]}"#
    #expect(try await server.restore(body, as: role).status == status)
    let isThere = try await server.store.read { try $0.feedNames() }.contains("winter")
    #expect(isThere == (status == 403))
  }
}

extension LiveServer {
  fileprivate func restore(
    _ json: String, isDryRun: Bool = false, as role: TokenRole = .admin
  ) async throws -> TestClient.Response {
    try await send(
      "POST", isDryRun ? "/v1/restore?dry_run=true" : "/v1/restore", try await bearer(role),
      json: json)
  }
}
