import FeedEditing
import FeedModel
import FeedServer
import FeedStore
import Foundation
import StrictJSON
import TestSupport
import Testing

/// The sizes of pictures have bounds, whatever way they come in.
@Suite struct PictureSizeTests {
  private static let longest = PictureSize.sides.upperBound

  private static func photo(_ width: Int, _ height: Int) -> String {
    #"{"id":77,"photo_url":"https://example.com/a.jpg","photo_width":\#(width),"#
      + #""photo_height":\#(height),"title":"A","caption":"","#
      + #""published_at":"2026-01-02T03:04:05Z"}"#
  }

  /// Sizes beyond the bounds, and the field that is refused.
  static let refused = [
    (1_000_000_000, 1, "/photo_width"), (1, 1_000_000_000, "/photo_height"),
    (longest + 1, longest, "/photo_width"), (longest, longest + 1, "/photo_height"),
    (101, 1, "/photo_width"), (3, 301, "/photo_height"),
  ]

  @Test(
    .server(publishes: false),
    arguments: [(1, 1), (100, 1), (7, 700), (longest, longest / 100), (4_032, 3_024)])
  func aSizeWithinTheBoundsIsTaken(width: Int, height: Int) async throws {
    try await server.send(
      "POST", "/v1/content/pickup_photos", editor, json: Self.photo(width, height), is: 201)
  }

  @Test(.server(publishes: false), arguments: refused)
  func oneBeyondIsRefusedByItsField(width: Int, height: Int, field: String) async throws {
    let (item, list) = (Self.photo(width, height), "[\(Self.photo(width, height))]")
    let row = "77,https://example.com/a.jpg,\(width),\(height),A,,2026-01-02T03:04:05Z"
    let table =
      "id,photo_url,photo_width,photo_height,title,caption,published_at\n"
      + row.replacing(",A,,", with: #",A,"","#) + "\n"
    let sizes = #"{"photo_width":\#(width),"photo_height":\#(height)}"#
    let batch = #"[{"op":"create","kind":"pickup_photos","body":\#(item)}]"#
    let ways: [(method: String, path: String, type: String, body: String, place: String)] = [
      ("POST", "/v1/content/pickup_photos", "application/json", item, ""),
      ("PUT", "/v1/content/pickup_photos/77", "application/json", item, ""),
      ("PATCH", "/v1/content/pickup_photos/1", "application/merge-patch+json", sizes, ""),
      ("POST", "/v1/batch", "application/json", batch, "/0/body"),
      ("POST", "/v1/import/pickup_photos", "application/json", list, "/0"),
      ("POST", "/v1/import/pickup_photos", "application/x-ndjson", item, "/0"),
      ("POST", "/v1/import/pickup_photos", "text/csv", table, "/0"),
    ]
    for way in ways {
      let answer = try await server.send(
        way.method, way.path, editor.with("Content-Type", way.type), body: Data(way.body.utf8),
        is: 422)
      let errors = try #require(try answer.object()["errors"] as? [[String: Any]])
      let error = try #require(errors.first)
      #expect(error["pointer"] as? String == way.place + field, "\(way.path) \(way.type)")
      let detail = try #require(error["detail"] as? String)
      #expect(
        detail.contains("1 to 1000000")
          && detail.contains("found \(width > height ? width : height)")
          || detail.contains("100 times the shorter one, found \(width) × \(height)"), "\(detail)"
      )
    }
    #expect(try await server.store.item(of: .pickupPhotos, id: 77) == nil)
  }

  /// The fields that a kind of one's own takes for sizes have the bounds, whatever its definition allows.
  @Test(.server(publishes: false)) func theSizesOfAnyKindHaveTheBounds() async throws {
    let kind = """
      {"kind":"walls","title":"Walls","fields":[{"name":"picture","type":"url"},\
      {"name":"wide","type":"integer","minimum":1,"maximum":9000000000,"required":false},\
      {"name":"high","type":"integer","minimum":1,"required":false},\
      {"name":"cost","type":"integer"}],\
      "roles":{"image":"picture","image_width":"wide","image_height":"high"}}
      """
    try await server.send("PUT", "/v1/kinds/walls", admin, json: kind, is: 201)
    func status(_ members: String) async throws -> Int {
      try await server.send(
        "POST", "/v1/content/walls", admin,
        json: #"{"picture":"https://example.com/a.jpg","cost":9000000000,\#(members)}"#
      ).status
    }
    #expect(try await status(#""wide":9000000000,"high":9000000000"#) == 422)
    #expect(try await status(#""wide":1000001"#) == 422)
    #expect(try await status(#""wide":101,"high":1"#) == 422)
    #expect(try await status(#""wide":101"#) == 201)
    #expect(try await status(#""wide":null,"high":1000000"#) == 201)
    // The description says the bounds of what is written; what is read may be older.
    let description = try await server.get("/openapi.json").object()
    let schemas = try #require(
      (description["components"] as? [String: Any])?["schemas"] as? [String: Any])
    let written = try #require(schemas["WallsItemInput"] as? [String: Any])
    let text = String(
      decoding: try JSONSerialization.data(withJSONObject: written, options: .sortedKeys),
      as: UTF8.self)
    #expect(text.contains(#""maximum":1000000,"#))
    #expect(text.contains("100 times the shorter one"))
  }

  /// What an older version stored is listed and exported as it is, and corrected by whoever writes it.
  @Test func anOlderSizeStaysUntilItIsCorrected() async throws {
    try await LiveServer.run(
      publishes: false,
      prepare: { store, _ in
        try await store.write { transaction in
          _ = try transaction.upsert(TestContent.photo(77, width: 1, height: 1_000_000_000))
        }
      }
    ) { server in
      let editor = try await server.bearer(.editor)
      let patch = editor.with("Content-Type", "application/merge-patch+json")
      let path = "/v1/content/pickup_photos/77"
      #expect(try await server.get(path).text.contains("1000000000"))
      #expect(
        try await server.get("/v1/export/pickup_photos?format=csv").text.contains(",1,1000000000,"))
      try await server.send("PATCH", path, patch, json: #"{"title":"B"}"#, is: 422)
      try await server.send("PATCH", path, patch, json: #"{"title":"B","photo_height":2}"#, is: 200)
    }
  }
}

/// What a measurement finds has the same bounds.
@Suite struct MeasuredSizeTests {
  @Test(.server(publishes: false)) func aPictureBeyondTheBoundsIsReported() async throws {
    let clock = server.clock
    let measuring = PictureMeasuring(
      editor: Editor(store: server.store, clock: { clock.now })
    ) { address in
      address.hasSuffix("photo1.jpg")
        ? PictureSize(width: 1, height: 101) : PictureSize(width: 300, height: 200)
    }
    let report = try await measuring.run(.pickupPhotos, isDryRun: false, by: .program) { _ in
    }
    #expect(report.failures.map(\.item) == ["pickup_photos/1"])
    #expect(report.failures.first?.reason.hasSuffix("found 1 × 101") == true)
    let item = try #require(try await server.store.item(of: .pickupPhotos, id: 1))
    #expect(item.pictureSize != PictureSize(width: 1, height: 101))
  }
}
