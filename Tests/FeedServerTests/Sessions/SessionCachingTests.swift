import FeedModel
import FeedServer
import FeedStore
import Foundation
import TestSupport
import Testing

/// What a session sees is kept for nobody, and what is kept for everybody is not what a session sees.
@Suite struct SessionCachingTests {
  private static let list = "/v1/content/campaign_banners"

  private static func ids(_ response: RawResponse) throws -> [Int] {
    let object = try JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any]
    return (object?["result"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? Int }
  }

  @Test func draftsAreListedForASessionAndForNobodyElse() async throws {
    try await LiveServer.run(prepare: { store, _ in
      _ = try await store.write(at: SampleContent.committedAt) { transaction in
        _ = try transaction.setWindow(
          Window(isDraft: true), of: .campaignBanners, id: 3)
      }
    }) { server in
      let session = try await server.session(.viewer)
      let cookie = "Cookie: theme=dark; \(session["Cookie"] ?? "")\r\n"
      func request(_ fields: String) -> String {
        "GET \(Self.list) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
      }
      // A session first, so that an answer to it would be the one that is kept.
      for _ in 0..<2 {
        let mine = try await DirectResponseTests.responses(
          to: Array(repeating: request(cookie), count: 3), server)
        for response in mine {
          #expect(try Self.ids(response).contains(3))
          #expect(response.field("Cache-Control") == "private, no-store")
          #expect(response.field("Vary")?.contains("Cookie") == true)
        }
        let direct = try DirectResponseTests.directCount(server)
        // Other cookies are no session's, and a session that is none is everybody.
        let dead = "Cookie: tanada_session=tanada_x\r\n"
        let others = try await DirectResponseTests.responses(
          to: ["", "", "Cookie: theme=dark\r\n", dead, dead, ""].map(request), server)
        for response in others {
          #expect(try !Self.ids(response).contains(3))
          #expect(response.body == others[0].body)
          #expect(response.field("ETag") == others[0].field("ETag"))
          #expect(response.field("Cache-Control")?.hasPrefix("public") == true)
        }
        #expect(try DirectResponseTests.directCount(server) > direct)
      }
    }
  }
}
