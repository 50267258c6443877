import FeedModel
import FeedPublisher
import FeedStore
import FeedStoreSQLite
import Foundation
import Testing
import TestSupport

@Suite struct TransferRouteTests {
  private static let oneBanner =
    #"[{"id":99,"banner_contents_id":1,"banner_url":"https://example.com/a.jpg"}]"#

  @Test func onlyAnImportThatIsMeantTellsThePublisher() async throws {
    // Nobody polls: what is published is what somebody has told of.
    try await LiveServer.run(publishes: false) { server in
      let editor = try await server.bearer(.editor)
      let path = "/v1/import/campaign_banners"
      let rehearsal = try await server.send(
        "POST", path + "?dry_run=true", editor, json: Self.oneBanner)
      let summary = try rehearsal.object()
      #expect(summary["dry_run"] as? Bool == true && summary["inserted"] as? Int == 1)
      try await Task.sleep(for: .milliseconds(200))
      #expect(server.publisher.current == nil)

      #expect(try await server.send("POST", path, editor, json: Self.oneBanner).status == 200)
      // Bounded by count, not by a clock.
      for _ in 0..<500 where server.publisher.current == nil {
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(server.publisher.current?.revision == 2)
    }
  }

  /// `dryrun=true` is not taken for a wish to write.
  @Test(arguments: ["dryrun=true", "dry_run=true&x=1", "dry_run=true&dry_run=false"])
  func aParameterThatMeansNothingImportsNothing(query: String) async throws {
    try await LiveServer.run { server in
      let editor = try await server.bearer(.editor)
      let answer = try await server.send(
        "POST", "/v1/import/campaign_banners?\(query)", editor, json: Self.oneBanner)
      #expect(answer.status == 400)
      #expect(
        try answer.code()
          == (query.hasSuffix("=false") ? "repeated_parameter" : "unknown_parameter"))
      #expect(try await server.store.item(of: .campaignBanners, id: 99) == nil)
    }
  }

  @Test(arguments: [
    ("text/csv", "", 200), ("Text/CSV; charset=utf-8", "", 200), ("text/csv", "?format=json", 400),
    ("application/x-www-form-urlencoded", "?format=csv", 200),
    ("application/x-www-form-urlencoded", "", 400), ("application/json", "", 400),
    ("application/json", "?format=csv", 200),
  ])
  func theTypeOfABodySaysItsFormatWhereNothingElseDoes(
    type: String, query: String, status: Int
  ) async throws {
    try await LiveServer.run { server in
      var headers = try await server.bearer(.editor)
      headers["Content-Type"] = type
      let answer = try await server.client.send(
        "POST", "/v1/import/campaign_banners\(query)", headers: headers,
        body: Data("id,banner_contents_id,banner_url\n99,1,https://example.com/a.jpg\n".utf8))
      #expect(answer.status == status)
    }
  }
}
