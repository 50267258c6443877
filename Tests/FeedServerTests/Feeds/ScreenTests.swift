import FeedEditing
import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import Foundation
import TestSupport
import Testing

@Suite(.server) struct ScreenTests {
  static let feedCaching = "public, max-age=30, stale-while-revalidate=300, stale-if-error=86400"

  @Test func theScreenIsWhatThePublisherHasInService() async throws {
    let screen = try await server.get("/v1/feeds/home?width=375", is: 200)
    #expect(screen.header("Content-Type") == "application/json")
    #expect(screen.header("Cache-Control") == Self.feedCaching)
    let published = try #require(server.publisher.current?.feeds["home"]).screen(
      for: Viewport(width: 375))
    #expect([UInt8](screen.body) == published.bytes)
    #expect(screen.header("ETag") == published.entityTag)
  }

  @Test func withoutAWidthTheScreenIs390Wide() async throws {
    let screen = try await server.get("/v1/feeds/home")
    let same = try await server.get("/v1/feeds/home?width=390")
    #expect(screen.body == same.body)
  }

  @Test(arguments: ["390.5", "200", "4096", "3.9e2", "200.000000001"])
  func anyWidthInRangeIsLaidOut(width: String) async throws {
    let screen = try await server.get("/v1/feeds/home?width=\(width)", is: 200)
    let viewport = try screen.object()["viewport"] as? [String: Any]
    #expect(viewport?["width"] as? Double == Double(width))
    let again = try await server.get("/v1/feeds/home?width=\(width)")
    #expect(again.header("ETag") == screen.header("ETag"))
  }

  @Test(arguments: [
    "abc", "0", "-1", "1e999", "nan", "", "inf", "0x190", "199.9", "4096.5",
    "%20390",
    "%2B390", "390px", "%EF%BC%93%EF%BC%99%EF%BC%90", "1e-400",
  ])
  func aWidthThatIsNoneIsABadRequest(width: String) async throws {
    for path in ["/v1/feeds/home", "/v1/feeds/home/sections/pickup_photos"] {
      let answer = try await server.get("\(path)?width=\(width)", is: 400)
      let problem = try answer.object()
      #expect(problem["code"] as? String == "invalid_width")
      #expect((problem["detail"] as? String)?.hasPrefix("width: expected ") == true)
    }
  }

  @Test func aClientThatHasTheScreenGetsNoBody() async throws {
    let first = try await server.get("/v1/feeds/home")
    let tag = try #require(first.header("ETag"))
    for known in [tag, "W/\(tag)", "\"other\", \(tag)", "*", " \(tag) ,\"x\""] {
      let second = try await server.get("/v1/feeds/home", ["If-None-Match": known], is: 304)
      #expect(second.body.isEmpty)
      #expect(second.header("ETag") == tag)
      #expect(second.header("Cache-Control") == Self.feedCaching)
    }
    for unknown in ["\"other\"", tag.replacingOccurrences(of: "\"", with: ""), "\"\(tag)"] {
      try await server.get("/v1/feeds/home", ["If-None-Match": unknown], is: 200)
    }
    try await server.get("/v1/feeds/home?width=375", ["If-None-Match": tag], is: 200)
  }

  @Test func whatAnotherProcessWritesIsServedSoon() async throws {
    let before = try await server.get("/v1/feeds/home")
    let file = try server.folder.write(
      """
      {"result":[{"id":1,"banner_contents_id":9,"banner_url":"https://example.com/new.jpg"}]}
      """, to: "campaign_banners.json")
    _ = try await Seeder.seed([file], into: server.store)
    server.clock.advance(by: LiveServer.pollInterval)
    await server.untilServed(2)
    let after = try await server.get("/v1/feeds/home")
    #expect(try after.object()["revision"] as? Int == 2)
    #expect(after.text.contains("https://example.com/new.jpg"))
    #expect(after.header("ETag") != before.header("ETag"))
  }
}
