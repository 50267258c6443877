import FeedModel
import FeedPublisher
import FeedServer
import FeedStore
import Foundation
import HTTPTypes
import TestSupport
import Testing

@Suite(.server) struct CompositionRouteTests {
  static let composition = """
    {"sections":[{"id":"best","kind":"recent_news","title":"Best","limit":2,\
    "source":{"pinned":[5,3,4]}},{"id":"secret","kind":"recent_news","title":"Secret",\
    "window":{"draft":true}}]}
    """

  private func put(
    _ server: LiveServer, _ feed: String = "home", _ body: String = composition,
    headers: HTTPFields = [:], as role: TokenRole? = .admin
  ) async throws -> LocalResponse {
    try await server.application.answer(
      .put, "/v1/feeds/\(feed)/composition", headers: headers, body: Array(body.utf8),
      as: try await server.identity(role))
  }

  @Test func withoutAnEditorHomeHasItsDefaultComposition() async throws {
    let answer = try await server.get("/v1/feeds/home/composition", is: 200)
    #expect(answer.header("Cache-Control") == "public, no-cache")
    #expect(
      answer.text.hasPrefix(
        """
        {"feed":"home","sections":[{"id":"campaign_banners","kind":"campaign_banners",\
        "title":"キャンペーン","layout":{"type":"circular_carousel","options":{}},"limit":100,\
        "window":{"draft":false,"publish_at":null,"unpublish_at":null},"source":{"query":{}},\
        "min_schema_version":1},
        """))
    let tag = try #require(answer.header("ETag"))
    try await server.get("/v1/feeds/home/composition", ["If-None-Match": tag], is: 304)
  }

  @Test func aCompositionThatIsWrittenIsServed() async throws {
    let answer = try await put(server, "winter")
    #expect(answer.status == 201)
    #expect(answer.headers[try #require(HTTPField.Name("X-Tanada-Revision"))] == "2")
    try await server.publisher.publish()
    let screen = try await server.json("/v1/feeds/winter")
    #expect(screen["feed"].text == "winter")
    let sections = screen["sections"].elements
    #expect(sections.compactMap { $0["id"].text } == ["best"])
    #expect(sections[0]["items"].elements.compactMap { $0["id"].number } == [5, 3])
    try await server.get("/v1/feeds/winter.jsonfeed", is: 200)
    try await server.get("/v1/feeds/winter/sections/best", is: 200)
    let home = try await server.get("/v1/feeds/home").object()
    #expect((home["sections"] as? [Any])?.count == 6)

    // Writing the same composition again changes nothing.
    let again = try await put(server, "winter", String(decoding: answer.body, as: UTF8.self))
    #expect(again.status == 200 && again.body == answer.body)
    #expect(try await server.revision() == 2)
  }

  @Test func onlyThoseWithATokenSeeDrafts() async throws {
    let written = try await put(server)
    let whole = try await server.application.answer(
      .get, "/v1/feeds/home/composition", as: try await server.identity(.viewer))
    #expect(whole.body == written.body && whole.headers[.cacheControl] == "no-store")
    #expect(whole.headers[.eTag] == written.headers[.eTag])
    let open = try await server.get("/v1/feeds/home/composition")
    #expect(open.text.contains("Best") && !open.text.contains("Secret"))
  }

  @Test func theScheduleIsKnownToThoseWithATokenOnly() async throws {
    let begin = server.clock.now
    let (soon, later) = (begin.later(minutes: 1), begin.later(minutes: 2))
    let body = """
      {"sections":[{"id":"always","kind":"recent_news","title":"A"},\
      {"id":"next","kind":"recent_news","title":"B","window":{"publish_at":"\(soon.rfc3339)"}},\
      {"id":"now","kind":"recent_news","title":"C","window":{"unpublish_at":"\(later.rfc3339)"}}]}
      """
    #expect(try await put(server, "home", body).status == 201)
    /// The sections that everybody reads of, how many the list counts, and the moments that both tell.
    func open() async throws -> (sections: [String], count: Double?, moments: Int) {
      let composition = try await server.get("/v1/feeds/home/composition")
      #expect(composition.header("Vary") == "Authorization, Cookie")
      let feeds = try await server.json("/v1/feeds")
      return (
        try composition.json()["sections"].elements.compactMap { $0["id"].text },
        feeds["feeds"].elements.first?["sections"].number,
        composition.text.matches(of: /\d{4}-\d\d-\d\dT/).count
      )
    }
    for (minutes, sections) in [
      (0, ["always", "now"]), (1, ["always", "next", "now"]), (2, ["always", "next"]),
    ] {
      server.clock.set(begin.later(minutes: minutes))
      try await server.publisher.publishWhatIsDue()
      let read = try await open()
      #expect(read.sections == sections)
      #expect(read.count == Double(sections.count) && read.moments == 0)
    }
    let viewer = try await server.get(
      "/v1/feeds/home/composition", try await server.bearer(.viewer))
    #expect(viewer.text.contains(soon.rfc3339) && viewer.text.contains(later.rfc3339))
  }

  @Test func whoIsNoEditorWritesNone() async throws {
    let unknown = try await put(server, as: nil)
    #expect(unknown.status == 401)
    #expect(unknown.headers[.wwwAuthenticate] == "Bearer")
    for role in [TokenRole.viewer, .contributor] {
      #expect(try await put(server, as: role).status == 403)
    }
    #expect(try await server.revision() == 1)
  }

  @Test func nobodyOverwritesWhatTheyHaveNotSeen() async throws {
    let first = try #require(try await server.get("/v1/feeds/home/composition").header("ETag"))
    #expect(try await put(server, headers: [.ifMatch: "\"x\""]).status == 412)
    #expect(try await put(server, headers: [.ifMatch: "W/\(first)"]).status == 412)
    #expect(try await put(server, "new", headers: [.ifMatch: "*"]).status == 412)
    #expect(try await put(server, headers: [.ifMatch: "\"x\", \(first)"]).status == 201)
    let current = try #require(try await put(server, headers: [.ifMatch: "*"]).headers[.eTag])
    let late = try await put(server, headers: [.ifMatch: first])
    #expect(late.status == 412 && late.headers[.eTag] == current)
    #expect(try late.json()["detail"].text == "the composition's entity tag is \(current) now")
    for tag in ["*", "\"x\", \(current)"] {
      #expect(try await put(server, headers: [.ifNoneMatch: tag]).status == 412)
    }
    #expect(try await put(server, "new", headers: [.ifNoneMatch: "*"]).status == 201)
    #expect(try await server.revision() == 3)
  }

  @Test(.noServer) func aCompositionThatIsNoneIsSaidToBeSoAndCanBeReplaced() async throws {
    try await LiveServer.run(prepare: { store, _ in
      try await store.write { _ = try $0.setComposition(#"{"sections":7}"#, of: "home") }
    }) { server in
      let path = "/v1/feeds/home/composition"
      try await server.get(path, is: 500, code: "composition_unreadable")
      let admin = try await server.bearer(.admin)
      let asItIs = try await DescribedClient.withoutDescription {
        try await server.get(path, admin)
      }
      #expect(asItIs.status == 200 && asItIs.text == #"{"sections":7}"#)
      #expect(try await put(server).status == 200)
      try await server.get(path, is: 200)
    }
  }

  @Test(arguments: [
    ("{", 400, ""), ("[]", 422, ""), (#"{"sections":[{}]}"#, 422, "/sections/0/id"),
    (
      #"{"sections":[{"id":"a","kind":"recent_news","title":"","layout":{"type":"spiral"}}]}"#,
      422, "/sections/0/layout/type"
    ),
  ])
  func aCompositionThatCannotBeIsRefused(body: String, status: Int, pointer: String) async throws {
    let answer = try await put(server, "home", body)
    #expect(answer.status == status)
    let problem = try answer.json()
    #expect(problem["errors"].elements.first?["pointer"].text == pointer)
    #expect(try await put(server, "a.b").status == 400)
    #expect(try await server.revision() == 1)
  }
}
