import FeedModel
import FeedStore
import Foundation
import TestSupport
import Testing

/// Some programs write a byte order mark before everything; JSON in other encodings is refused by its name.
@Suite struct ByteOrderMarkTests {
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
    try await LocalServer.run(publishes: false) { server in
      let admin = try await server.bearer(.admin)
      let answer = try await server.send(method, path, admin, json: "\u{FEFF}\(body)")
      #expect(answer.status == status, "\(answer.text)")
    }
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
    try await LocalServer.run(publishes: false) { server in
      var admin = try await server.bearer(.admin)
      admin["Content-Type"] = request.type + text.charset
      let isTable = request.type == "text/csv"
      let (start, end) =
        isTable ? ("id,banner_contents_id,banner_url\n9,7,", "\n") : ("{\"name\":\"", "\"}")
      let answer = try await server.client.send(
        request.method, request.path, headers: admin,
        body: Data(start.utf8) + text.bytes + Data(end.utf8))
      #expect(answer.status == 400)
      #expect(try answer.code() == "malformed_body")
      let expected = isTable ? "UTF-16 (in Excel: CSV UTF-8)" : "expected UTF-8"
      #expect(
        answer.text.contains("\(expected), found \(text.name) (line")
          || answer.text.contains("\(expected), found \(text.name)\""), "\(answer.text)")
    }
  }

  /// What bytes of UTF-8 are said to be otherwise is no matter.
  @Test func utf8OfAnyNameIsTaken() async throws {
    try await LocalServer.run(publishes: false) { server in
      var admin = try await server.bearer(.admin)
      admin["Content-Type"] = "application/json; charset=iso-8859-1"
      let answer = try await server.client.send(
        "POST", "/v1/content/campaign_banners", headers: admin, body: Data(Self.banner.utf8))
      #expect(answer.status == 201, "\(answer.text)")
    }
  }

  @Test(
    arguments: [
      ("POST", "/v1/content/campaign_banners"), ("PUT", "/v1/kinds/shops"),
      ("POST", "/v1/import/campaign_banners"), ("POST", "/v1/layouts/shelf"),
    ], [true, false])
  func utf16IsNamed(request: (String, String), hasMark: Bool) async throws {
    try await LocalServer.run(publishes: false) { server in
      var admin = try await server.bearer(.admin)
      admin["Content-Type"] = "application/json"
      let units = ((hasMark ? "\u{FEFF}" : "") + Self.banner).utf16
      let answer = try await server.client.send(
        request.0, request.1, headers: admin,
        body: Data(units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }))
      #expect(answer.status == 400)
      #expect(answer.text.contains("expected UTF-8, found UTF-16"), "\(answer.text)")
    }
  }
}
