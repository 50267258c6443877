import FeedPublisher
import FeedStore
import FeedStoreSQLite
import Testing
import TestSupport

@Suite struct TransferRouteTests {
  private static let banner =
    #"[{"id":99,"banner_contents_id":1,"banner_url":"https://example.com/a.jpg"}]"#

  @Test func onlyAnImportThatIsMeantTellsThePublisher() async throws {
    // Nobody polls: what is published is what somebody has told of.
    try await LiveServer.run(publishes: false) { server in
      let editor = try await server.bearer(.editor)
      let path = "/v1/import/campaign_banners"
      let rehearsal = try await server.send(
        "POST", path + "?dry_run=true", editor, json: Self.banner)
      let summary = try rehearsal.object()
      #expect(summary["dry_run"] as? Bool == true && summary["inserted"] as? Int == 1)
      try await Task.sleep(for: .milliseconds(200))
      #expect(server.publisher.current == nil)

      #expect(try await server.send("POST", path, editor, json: Self.banner).status == 200)
      // Bounded by count, not by a clock.
      for _ in 0..<500 where server.publisher.current == nil {
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(server.publisher.current?.revision == 2)
    }
  }
}
