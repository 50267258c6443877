import FeedHTTP
import FeedModel
import FeedServer
import FeedStore
import Foundation
import HTTPTypes
import StrictJSON
import TestSupport
import Testing

/// Some programs write a byte order mark before everything; JSON in other encodings is refused by its name.
@Suite(.server(publishes: false)) struct ByteOrderMarkTests {
  private static let banner =
    #"{"banner_contents_id":7,"banner_url":"https://example.com/new.jpg"}"#

  @Test(arguments: [
    ("POST", "/v1/content/campaign_banners", banner, 201),
    ("PUT", "/v1/content/campaign_banners/1", banner, 200),
    ("PATCH", "/v1/content/campaign_banners/1", #"{"banner_contents_id":8}"#, 200),
    (
      "POST", "/v1/batch",
      #"{"operations":[{"op":"patch","kind":"campaign_banners","id":1,"body":{"draft":true}}]}"#,
      200
    ),
    (
      "POST", "/v1/import/campaign_banners",
      #"[{"id":9,"banner_contents_id":7,"banner_url":"https://example.com/new.jpg"}]"#, 200
    ),
    (
      "POST", "/v1/import/campaign_banners?format=ndjson",
      #"{"id":9,"banner_contents_id":7,"banner_url":"https://example.com/new.jpg"}"#, 200
    ),
    (
      "POST", "/v1/import/campaign_banners?format=csv",
      "id,banner_contents_id,banner_url\r\n9,7,https://example.com/new.jpg\r\n", 200
    ),
    ("PUT", "/v1/kinds/shops", #"{"kind":"shops","fields":[{"name":"a","type":"text"}]}"#, 201),
    ("PUT", "/v1/feeds/town/composition", #"{"sections":[]}"#, 201),
    ("POST", "/v1/releases", #"{"name":"Winter"}"#, 201),
    ("POST", "/v1/restore", #"{"revision":1,"subjects":["content/campaign_banners/1"]}"#, 200),
    ("POST", "/v1/tokens", #"{"name":"Ben","role":"viewer"}"#, 201),
    ("POST", "/v1/layouts/shelf", #"{"result":[{"id":1}]}"#, 200),
  ])
  func aBodyMayBeginWithAMark(
    method: String, path: String, body: String, status: Int
  ) async throws {
    try await server.send(method, path, admin, json: "\u{FEFF}\(body)", is: status)
  }

  /// The bodies are 欢迎光临 in GB18030, é in an encoding that cannot be told, and the same with a type that tells it.
  @Test(
    arguments: [
      ("POST", "/v1/content/campaign_banners", "application/json"),
      ("PUT", "/v1/kinds/shops", "application/json"),
      ("POST", "/v1/import/campaign_banners", "application/json"),
      ("POST", "/v1/import/campaign_banners", "text/csv"),
      ("POST", "/v1/layouts/shelf", "application/json"),
    ],
    [
      ("", [0xBB, 0xB6, 0xD3, 0xAD, 0xB9, 0xE2, 0xC1, 0xD9], "GB18030"),
      ("", [0xE9], "another encoding than UTF-8"),
      ("; charset=Windows-1250", [0xE9], "Windows-1250"),
      ("; Charset=\"x-sjis\"", [0xBB, 0xB6, 0xD3, 0xAD], "x-sjis"),
      ("; charset=UTF-8", [0xE9], "another encoding than UTF-8"),
    ] as [(String, [UInt8], String)])
  func anotherEncodingIsNamed(
    request: (method: String, path: String, type: String),
    text: (charset: String, bytes: [UInt8], name: String)
  ) async throws {
    var admin = try await server.bearer(.admin)
    admin["Content-Type"] = request.type + text.charset
    let isTable = request.type == "text/csv"
    let (start, end) =
      isTable ? ("id,banner_contents_id,banner_url\n9,7,", "\n") : ("{\"name\":\"", "\"}")
    let answer = try await server.send(
      request.method, request.path, admin, body: Data(start.utf8) + text.bytes + Data(end.utf8),
      is: 400, code: "malformed_body")
    let expected = isTable ? "UTF-16 (in Excel: CSV UTF-8)" : "expected UTF-8"
    #expect(
      answer.text.contains("\(expected), found \(text.name) (line")
        || answer.text.contains("\(expected), found \(text.name)\""), "\(answer.text)")
  }

  /// What bytes of UTF-8 are said to be otherwise is no matter.
  @Test func utf8OfAnyNameIsTaken() async throws {
    var admin = try await server.bearer(.admin)
    admin["Content-Type"] = "application/json; charset=iso-8859-1"
    try await server.send(
      "POST", "/v1/content/campaign_banners", admin, body: Data(Self.banner.utf8), is: 201)
  }

  @Test(
    arguments: [
      ("POST", "/v1/content/campaign_banners"), ("PUT", "/v1/kinds/shops"),
      ("POST", "/v1/import/campaign_banners"), ("POST", "/v1/layouts/shelf"),
    ], [true, false])
  func utf16IsNamed(request: (String, String), hasMark: Bool) async throws {
    var admin = try await server.bearer(.admin)
    admin["Content-Type"] = "application/json"
    let units = ((hasMark ? "\u{FEFF}" : "") + Self.banner).utf16
    let answer = try await server.send(
      request.0, request.1, admin,
      body: Data(units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }), is: 400)
    #expect(answer.text.contains("expected UTF-8, found UTF-16"), "\(answer.text)")
  }
}

/// From 2^53 on JavaScript takes two ids for one: such are refused with the bound, whatever way they come.
@Suite(.server(publishes: false)) struct SafeIntegerRouteTests {
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
    let answer = try await server.send(method, path, admin, json: body, is: status)
    #expect(answer.text.contains(Self.bound), "\(answer.text)")
    #expect(try await server.revision() == 1)
  }

  @Test func theBoundBelongsToTheIDs() async throws {
    let path = "\(Self.path)/\(Self.bound)"
    try await server.send("PUT", path, editor, json: "{\(Self.fields)}", is: 201)
    try await server.get(path, is: 200)
    try await server.send("PATCH", path, editor, json: #"{"draft":true}"#, is: 200)
  }

  /// Former versions accepted more.
  @Test(.noServer) func anItemOfAFormerVersionIsReadAndDeletedButNotChanged() async throws {
    let ids = [9_007_199_254_740_992, 9_007_199_254_740_993]
    try await LiveServer.run(
      publishes: false,
      prepare: { store, _ in
        try await store.write { transaction in
          for id in ids { _ = try transaction.upsert(try TestContent.banner(id, campaign: .max)) }
        }
      }
    ) { server in
      try await DescribedClient.withoutDescription {
        let editor = try await server.bearer(.editor)
        let list = try await server.get("\(Self.path)?sort=-id&limit=2").text
        for id in ids {
          #expect(list.contains(#""id":\#(id),"banner_contents_id":9223372036854775807,"#))
          let item = try await server.get("\(Self.path)/\(id)")
          #expect(item.status == 200 && item.text.contains(#""id":\#(id),"#))
          let patched = try await server.send(
            "PATCH", "\(Self.path)/\(id)", editor, json: #"{"banner_contents_id":1}"#)
          #expect(patched.status == 422 && patched.text.contains(Self.bound), "\(patched.text)")
        }
        try await server.send("DELETE", "\(Self.path)/\(ids[1])", editor, is: 204)
        try await server.get("\(Self.path)/\(ids[1])", is: 404)
        try await server.get("\(Self.path)/\(ids[0])", is: 200)
        let export = try await server.get("/v1/export/campaign_banners?format=csv")
        #expect(export.text.contains("\r\n9007199254740992,9223372036854775807,"))
      }
    }
  }
}

/// No body has two members of one name in one object: which of them counts would be a guess.
@Suite(.server) struct RepeatedNameTests {
  @Test(arguments: [
    (
      HTTPRequest.Method.put, "/v1/kinds/x", #"{"kind":"x","title":"A","title":"B","fields":[]}"#,
      "/title"
    ),
    (
      .put, "/v1/kinds/x", #"{"kind":"x","fields":[{"name":"a","type":"text","type":"url"}]}"#,
      "/fields/0/type"
    ),
    (.put, "/v1/feeds/winter/composition", #"{"sections":[],"sections":[]}"#, "/sections"),
    (.put, "/v1/content/recent_news/1", #"{"title":"A","title":"B"}"#, "/title"),
    (.patch, "/v1/content/recent_news/1", #"{"title":"A","title":"B"}"#, "/title"),
    (.post, "/v1/batch", #"{"operations":[{"op":"delete","op":"delete"}]}"#, "/operations/0/op"),
    (.post, "/v1/import/recent_news", #"{"result":[{"id":1,"id":2}]}"#, "/result/0/id"),
    (.post, "/v1/import/recent_news", #"{"result":[],"result":[]}"#, "/result"),
    (.post, "/v1/restore", #"{"revision":1,"revision":1,"subjects":[]}"#, "/revision"),
    (.post, "/v1/releases", #"{"name":"A","name":"B"}"#, "/name"),
    (.post, "/v1/tokens", #"{"name":"A","role":"viewer","role":"admin"}"#, "/role"),
    (.post, "/v1/presence", #"{"studio":"a","studio":"b","subjects":[]}"#, "/studio"),
    (.post, "/v1/layouts/shelf", #"[{"id":1,"\u0069d":2}]"#, "/0/id"),
    (.post, "/v1/layouts/shelf", #"[{"id":1,"id":2}]"#, "/0/id"),
    (.post, "/v1/layouts/shelf", #"{"result":[{"id":1,"a":{"b":1,"b":2}}]}"#, "/result/0/a/b"),
    (.post, "/v1/feeds/home/preview", #"{"operations":[],"operations":[]}"#, "/operations"),
  ])
  func aNameThatIsUsedTwiceIsRefusedWithItsPlace(
    method: HTTPRequest.Method, path: String, body: String, pointer: String
  ) async throws {
    let answer = try await server.application.answer(
      method, path, headers: [:], body: Array(body.utf8), as: try await server.identity(.admin))
    let problem = try answer.json()
    #expect(answer.status == 422, "\(problem)")
    #expect(problem["errors"].elements.contains { $0["pointer"].text == pointer }, "\(problem)")
  }
}
