import Foundation
import Testing
import TestSupport

/// Reading lists: filters, order, fields, search and cursors.
@Suite(.serialized) struct ListTests {
  @Test(.onlyAll("ContentTests has lists, and DocumentRevisionTests a restart"))
  func aListIsFilteredSortedSearchedAndReadPageByPage() async throws {
    try await RunningServer.run { server in
      let path = "/v1/content/pickup_photos?photo_width.gte=1&sort=-published_at,-id&fields=id"
      let whole = try JSONValue.parse(
        try await server.client.get(path + "&limit=1000&count=true").body)
      let expected = whole["result"].elements.compactMap { $0["id"].number }
      #expect(expected.count == 20)
      #expect(whole["total"].number == 20)
      var ids: [Double] = []
      var cursors: [String] = []
      var next: String? = path + "&limit=7"
      while let address = next, ids.count < 50 {
        let page = try JSONValue.parse(try await server.client.get(address).body)
        ids += page["result"].elements.compactMap { $0["id"].number }
        next = page["next"].text
        if let next { cursors.append(next) }
      }
      #expect(ids == expected)

      let word = try #require(
        "カキフライ".addingPercentEncoding(withAllowedCharacters: .alphanumerics))
      let found = try await server.client.get("/v1/content/featured_topics?q=\(word)&fields=id")
      #expect(found.text == #"{"result":[{"id":3}],"next":null}"#)
      let problem = try await server.client.get("/v1/content/featured_topics?stars=3")
      #expect(problem.status == 400)
      #expect(try JSONValue.parse(problem.body)["code"].text == "invalid_query")

      // A cursor outlives the server: its secret is the store's.
      server.process.send(SIGTERM)
      _ = try await server.process.outcome()
      try await RunningServer.run(in: server.folder) { restarted in
        let cursor = try #require(cursors.first)
        let page = try await restarted.client.get(cursor)
        #expect(page.status == 200)
        let forged = try await restarted.client.get(cursor + "A")
        #expect(forged.status == 400)
      }
    }
  }
}
