import FeedModel
import FeedStore
import Foundation
import StrictJSON
import TestSupport
import Testing

/// From 2^53 on JavaScript takes two ids for one: such are refused with the bound, whatever way they come.
@Suite struct SafeIntegerRouteTests {
  private static let far = "9007199254740992"
  private static let fields = #""banner_contents_id":7,"banner_url":"https://example.com/a.jpg""#
  private static let path = "/v1/content/campaign_banners"
  private static let bound = "9007199254740991"

  @Test(
    arguments: [
      ("POST", path, #"{"id":\#(far),\#(fields)}"#, 422),
      ("POST", path, #"{"id":9007199254740993.0,\#(fields)}"#, 422),
      (
        "POST", path, #"{"banner_contents_id":\#(far),"banner_url":"https://example.com/a.jpg"}"#,
        422
      ),
      ("PUT", "\(path)/\(far)", "{\(fields)}", 422),
      ("PUT", "\(path)/1", #"{"id":\#(far),\#(fields)}"#, 422),
      ("PATCH", "\(path)/1", #"{"banner_contents_id":-\#(far)}"#, 422),
      ("PATCH", "\(path)/\(far)", "{}", 404), ("DELETE", "\(path)/\(far)", nil, 404),
      ("GET", "\(path)/\(far)", nil, 404), ("GET", "\(path)/99999999999999999999", nil, 404),
      ("GET", "\(path)?id=\(far)", nil, 400),
      ("GET", "\(path)?banner_contents_id.lt=\(far)", nil, 400),
      ("GET", "/v1/export/campaign_banners?id.gte=\(far)", nil, 400),
      (
        "POST", "/v1/batch",
        #"{"operations":[{"op":"delete","kind":"campaign_banners","id":\#(far)}]}"#, 422
      ),
      ("POST", "/v1/import/campaign_banners", #"[{"id":\#(far),\#(fields)}]"#, 422),
      (
        "POST", "/v1/import/campaign_banners?format=csv",
        "id,banner_contents_id,banner_url\n\(far),7,https://example.com/a.jpg\n", 422
      ),
      (
        "PUT", "/v1/feeds/town/composition",
        #"{"sections":[{"id":"a","kind":"campaign_banners","title":"","source":{"pinned":[\#(far)]}}]}"#,
        422
      ),
      (
        "PUT", "/v1/feeds/town/composition",
        #"{"sections":[{"id":"a","kind":"campaign_banners","title":"","source":{"query":{"filter":{"id":"\#(far)"}}}}]}"#,
        422
      ),
      (
        "PUT", "/v1/kinds/shops",
        #"{"kind":"shops","fields":[{"name":"a","type":"integer","maximum":\#(far)}]}"#, 422
      ),
      (
        "POST", "/v1/restore", #"{"revision":\#(far),"subjects":["content/campaign_banners/1"]}"#,
        422
      ),
      ("POST", "/v1/layouts/shelf", #"[{"id":\#(far)}]"#, 422),
    ] as [(String, String, String?, Int)])
  func aNumberBeyondTheBoundIsRefusedWithIt(
    method: String, path: String, body: String?, status: Int
  ) async throws {
    try await LocalServer.run(publishes: false) { server in
      let admin = try await server.bearer(.admin)
      let answer = try await server.send(method, path, admin, json: body)
      #expect(answer.status == status, "\(answer.text)")
      #expect(answer.text.contains(Self.bound), "\(answer.text)")
      #expect(try await server.store.latestRevision()?.number == 1)
    }
  }

  @Test func theBoundBelongsToTheIDs() async throws {
    try await LocalServer.run(publishes: false) { server in
      let editor = try await server.bearer(.editor)
      let path = "\(Self.path)/\(Self.bound)"
      let made = try await server.send("PUT", path, editor, json: "{\(Self.fields)}")
      #expect(made.status == 201)
      #expect(try await server.client.get(path).status == 200)
      let patched = try await server.send("PATCH", path, editor, json: #"{"draft":true}"#)
      #expect(patched.status == 200)
    }
  }

  /// Former versions accepted more.
  @Test func anItemOfAFormerVersionIsReadAndDeletedButNotChanged() async throws {
    let ids = [9_007_199_254_740_992, 9_007_199_254_740_993]
    try await LocalServer.run(
      publishes: false,
      prepare: { store, _ in
        _ = try await store.write(at: SampleContent.committedAt) { transaction in
          for id in ids { _ = try transaction.upsert(try TestContent.banner(id, campaign: .max)) }
        }
      }
    ) { server in
      try await DescribedClient.withoutDescription {
        let editor = try await server.bearer(.editor)
        let list = try await server.client.get("\(Self.path)?sort=-id&limit=2").text
        for id in ids {
          #expect(list.contains(#""id":\#(id),"banner_contents_id":9223372036854775807,"#))
          let item = try await server.client.get("\(Self.path)/\(id)")
          #expect(item.status == 200 && item.text.contains(#""id":\#(id),"#))
          let patched = try await server.send(
            "PATCH", "\(Self.path)/\(id)", editor, json: #"{"banner_contents_id":1}"#)
          #expect(patched.status == 422 && patched.text.contains(Self.bound), "\(patched.text)")
        }
        let deleted = try await server.send("DELETE", "\(Self.path)/\(ids[1])", editor)
        #expect(deleted.status == 204)
        #expect(try await server.client.get("\(Self.path)/\(ids[1])").status == 404)
        #expect(try await server.client.get("\(Self.path)/\(ids[0])").status == 200)
        let export = try await server.client.get("/v1/export/campaign_banners?format=csv")
        #expect(export.text.contains("\r\n9007199254740992,9223372036854775807,"))
      }
    }
  }
}
