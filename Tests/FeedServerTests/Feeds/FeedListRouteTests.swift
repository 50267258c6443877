import FeedModel
import FeedPublisher
import FeedServer
import FeedStore
import Foundation
import HTTPTypes
import TestSupport
import Testing

@Suite(.server) struct FeedListRouteTests {
  private static let composition = """
    {"sections":[{"id":"best","kind":"recent_news","title":"Best"},\
    {"id":"secret","kind":"recent_news","title":"Secret","window":{"draft":true}}]}
    """

  private static func compose(_ feeds: [String], in server: LiveServer) async throws {
    for feed in feeds {
      let answer = try await server.application.answer(
        .put, "/v1/feeds/\(feed)/composition", body: Array(composition.utf8),
        as: try await server.identity(.admin))
      #expect(answer.status == 201)
    }
  }

  private static func remove(
    _ feed: String, from server: LiveServer, headers: HTTPFields = [:], as role: TokenRole? = .admin
  ) async throws -> LocalResponse {
    try await server.application.answer(
      .delete, "/v1/feeds/\(feed)", headers: headers, as: try await server.identity(role))
  }

  // MARK: - The list

  @Test func homeIsAlwaysListed() async throws {
    let answer = try await server.get("/v1/feeds", is: 200)
    #expect(
      answer.text == """
        {"feeds":[{"feed":"home","is_default":true,"sections":6}],"locales":["ja"],"next":null}
        """)
  }

  @Test func theListIsSortedAndCountsWhatItsReaderMaySee() async throws {
    try await Self.compose(["winter", "autumn", "home"], in: server)
    let open = try await server.get("/v1/feeds")
    #expect(
      open.text == """
        {"feeds":[{"feed":"home","is_default":false,"sections":1},\
        {"feed":"autumn","is_default":false,"sections":1},\
        {"feed":"winter","is_default":false,"sections":1}],"locales":["ja"],"next":null}
        """)
    #expect(open.header("X-Tanada-Revision") == "4")
    #expect(open.header("Cache-Control") == "public, no-cache")
    #expect(open.header("Vary") == "Authorization, Cookie")
    let whole = try await server.get("/v1/feeds", viewer)
    #expect(whole.text == open.text.replacing(#""sections":1"#, with: #""sections":2"#))
    #expect(whole.header("Cache-Control") == "no-store")
  }

  @Test func theListHasATagThatChangesWithIt() async throws {
    let tag = try #require(try await server.get("/v1/feeds").header("ETag"))
    try await server.get("/v1/feeds", ["If-None-Match": tag], is: 304)
    try await Self.compose(["winter"], in: server)
    try await server.get("/v1/feeds", ["If-None-Match": tag], is: 200)
  }

  @Test(.noServer) func aDamagedCompositionLeavesTheListWhole() async throws {
    try await LiveServer.run(prepare: { store, _ in
      try await store.write { _ = try $0.setComposition(#"{"sections":7}"#, of: "broken") }
    }) { server in
      let feeds = try await server.json("/v1/feeds")["feeds"]
      #expect(feeds.elements.count == 2)
      #expect(feeds.elements[1]["feed"].text == "broken")
      #expect(feeds.elements[1]["sections"] == .null)
      #expect(try await Self.remove("broken", from: server).status == 204)
    }
  }

  // MARK: - Removing

  @Test func aRemovedFeedIsServedNoLonger() async throws {
    try await Self.compose(["winter"], in: server)
    try await server.publisher.publish()
    try await server.get("/v1/feeds/winter", is: 200)
    let answer = try await Self.remove("winter", from: server)
    #expect(answer.status == 204 && answer.body.isEmpty)
    #expect(answer.headers[try #require(HTTPField.Name("X-Tanada-Revision"))] == "3")
    try await server.publisher.publish()
    for path in [
      "/v1/feeds/winter", "/v1/feeds/winter.jsonfeed", "/v1/feeds/winter/sections/best",
      "/v1/feeds/winter/composition",
    ] { try await server.get(path, is: 404) }
    try await server.get("/v1/feeds/home", is: 200)
    #expect(try await Self.remove("winter", from: server).status == 404)
    #expect(try await server.revision() == 3)

    // A feed may come back.
    try await Self.compose(["winter"], in: server)
    try await server.publisher.publish()
    try await server.get("/v1/feeds/winter", is: 200)
  }

  @Test(.listening) func clientsOfEventsAreToldWhichFeedIsGone() async throws {
    try await Self.compose(["winter"], in: server)
    let client = try EventClient("\(server.base)/v1/events")
    defer { client.close() }
    _ = await client.next()
    _ = try await Self.remove("winter", from: server)
    // The event of its composition may come first.
    var event = await client.next()
    if event?.hasPrefix("id: 2.") == true { event = await client.next() }
    #expect(event?.hasPrefix("id: 3.") == true)
    #expect(event?.contains(#""keys":["feed:winter""#) == true)
  }

  @Test func theAuditKeepsWhatWasRemoved() async throws {
    try await Self.compose(["winter"], in: server)
    _ = try await Self.remove("winter", from: server)
    let audit = try await server.application.answer(
      .get, "/v1/audit?subject=feeds/winter/composition&limit=1",
      as: try await server.identity(.admin))
    let entry = try #require(try audit.json()["result"].elements.first)
    #expect(entry["action"].text == "delete")
    #expect(entry["before"]["sections"].elements.count == 2 && entry["after"] == .null)
  }

  @Test(arguments: ["home", "h%6Fme"], [true, false])
  func homeCannotBeRemoved(feed: String, isComposed: Bool) async throws {
    if isComposed { try await Self.compose(["home"], in: server) }
    let answer = try await Self.remove(feed, from: server)
    #expect(answer.status == 409)
    #expect(try answer.json()["code"].text == "feed_permanent")
    try await server.get("/v1/feeds/home", is: 200)
  }

  @Test(arguments: ["nope", "a.b", "%E5%A4%8F", "a%2Fb"])
  func aFeedThatDoesNotExistIsNotFound(feed: String) async throws {
    let answer = try await Self.remove(feed, from: server)
    #expect(answer.status == 404)
    #expect(try answer.json()["code"].text == "not_found")
  }

  @Test func nobodyRemovesWhatTheyHaveNotSeen() async throws {
    try await Self.compose(["winter"], in: server)
    let seen = try await server.application.answer(
      .get, "/v1/feeds/winter/composition", as: try await server.identity(.admin))
    let tag = try #require(seen.headers[.eTag])
    for stale in ["\"x\"", "W/\(tag)"] {
      let refused = try await Self.remove("winter", from: server, headers: [.ifMatch: stale])
      #expect(refused.status == 412 && refused.headers[.eTag] == tag)
    }
    let removed = try await Self.remove("winter", from: server, headers: [.ifMatch: tag])
    #expect(removed.status == 204)
  }

  @Test func whoIsNoAdminRemovesNone() async throws {
    try await Self.compose(["winter"], in: server)
    #expect(try await Self.remove("winter", from: server, as: nil).status == 401)
    for role in [TokenRole.viewer, .editor] {
      #expect(try await Self.remove("winter", from: server, as: role).status == 403)
    }
    #expect(try await server.revision() == 2)
  }
}
