import FeedModel
import FeedPhotos
import FeedServer
import FeedStore
import Foundation
import TestSupport
import Testing

/// The writes of each role that do something: contributors prepare changes, editors publish them, and admins change
/// the kinds and remove feeds.
@Suite(.server(publishes: false)) struct RoleTests {
  /// A request, its successful status, and the lowest role that may send it.
  struct Write: Sendable, CustomTestStringConvertible {
    let request: String
    let body: String?
    let status: Int
    let role: TokenRole

    init(_ request: String, _ body: String? = nil, _ status: Int, _ role: TokenRole) {
      (self.request, self.body, self.status, self.role) = (request, body, status, role)
    }

    var testDescription: String { "\(request) \(body ?? "")" }
  }

  private static let banner =
    #"{"banner_contents_id":7,"banner_url":"https://example.com/new.jpg"}"#
  private static let composition =
    #"{"sections":[{"id":"n","kind":"recent_news","title":"Only news"}]}"#
  private static let compose = #"{"op":"compose","feed":"home","body":\#(composition)}"#
  private static let patch = #"{"op":"patch","kind":"recent_news","id":1,"body":{"title":"Merry"}}"#
  private static let operations = #"{"operations":[\#(patch),\#(compose)]}"#
  private static let shops = #"{"kind":"shops","fields":[{"name":"name","type":"text"}]}"#
  private static let later = "2030-01-01T00:00:00Z"

  /// Release 1 is by hand, 2 is scheduled, and 3 is published.
  static let writes: [Write] = [
    Write("POST /v1/content/campaign_banners", banner, 201, .editor),
    Write("PUT /v1/content/campaign_banners/1", banner, 200, .editor),
    Write("PATCH /v1/content/recent_news/1", #"{"title":"a"}"#, 200, .editor),
    Write("DELETE /v1/content/recent_news/1", nil, 204, .editor),
    Write("POST /v1/batch", operations, 200, .editor),
    Write("PUT /v1/feeds/home/composition", composition, 201, .editor),
    Write("PUT /v1/feeds/summer/composition", composition, 201, .editor),
    Write("DELETE /v1/feeds/winter", nil, 204, .admin),
    Write("POST /v1/restore", #"{"revision":1,"subjects":["feeds/home"]}"#, 200, .editor),
    Write("POST /v1/restore", #"{"revision":1,"subjects":["feeds/winter"]}"#, 200, .admin),
    Write("POST /v1/feeds/home/preview", operations, 200, .viewer),
    Write("POST /v1/releases", #"{"name":"a"}"#, 201, .contributor),
    Write("POST /v1/releases", #"{"name":"a","publish_at":null}"#, 201, .contributor),
    Write("POST /v1/releases", #"{"name":"a","publish_at":"\#(later)"}"#, 201, .editor),
    Write("PATCH /v1/releases/1", #"{"name":"b"}"#, 200, .contributor),
    Write("PATCH /v1/releases/1", #"{"publish_at":null}"#, 200, .contributor),
    Write("PATCH /v1/releases/1", #"{"publish_at":"\#(later)"}"#, 200, .editor),
    Write("PATCH /v1/releases/1", #"{"note":"b"}"#, 200, .contributor),
    Write("PATCH /v1/releases/2", #"{"name":"b"}"#, 200, .editor),
    Write("PATCH /v1/releases/2", #"{"note":"b"}"#, 200, .editor),
    Write("PATCH /v1/releases/2", #"{"publish_at":null}"#, 200, .editor),
    Write("PATCH /v1/releases/3", #"{"name":"b"}"#, 409, .editor),
    Write("PUT /v1/releases/1/operations", operations, 200, .contributor),
    Write("PUT /v1/releases/2/operations", operations, 200, .editor),
    Write("PUT /v1/releases/3/operations", operations, 409, .editor),
    Write("DELETE /v1/releases/1", nil, 204, .contributor),
    Write("DELETE /v1/releases/2", nil, 204, .editor),
    Write("DELETE /v1/releases/3", nil, 204, .editor),
    Write("POST /v1/releases/1/publish", "{}", 200, .editor),
    Write("POST /v1/releases/2/publish", "{}", 200, .editor),
    Write("POST /v1/releases/1/links", "{}", 201, .contributor),
    Write("POST /v1/releases/2/links", "{}", 201, .contributor),
    Write("PUT /v1/kinds/shops", shops, 201, .admin),
  ]

  /// Every role below the needed one is refused, and leaves everything as it is. That the roles above may do it as
  /// well is in ``AuthorisationMatrixTests``.
  @Test(arguments: writes)
  func eachRoleDoesItsPart(write: Write) async throws {
    try await Self.prepare(server)
    let revision = try await server.revision()
    let parts = write.request.split(separator: " ").map(String.init)
    for role in TokenRole.allCases.sorted() where role < write.role {
      try await server.send(
        parts[0], parts[1], try await server.bearer(role), json: write.body, is: 403,
        code: "role_too_low")
      #expect(try await server.revision() == revision)
    }
    try await server.send(
      parts[0], parts[1], try await server.bearer(write.role), json: write.body, is: write.status)
  }

  @Test(arguments: [("", TokenRole.contributor), ("?address=https://example.com/a.jpg", .editor)])
  func contributorsUploadPhotosButChangeNoAddresses(query: String, needed: TokenRole) async throws {
    for role in TokenRole.allCases {
      let answer = try await server.send(
        "POST", "/v1/photos\(query)", try await server.bearer(role), body: Data("no picture".utf8))
      #expect((answer.status == 403) == (role < needed), "\(role): \(answer.text)")
    }
  }

  /// Prepares the releases and the feed that are written.
  static func prepare(_ server: LiveServer) async throws {
    let editor = try await server.bearer(.editor)
    for moment in ["null", #""\#(later)""#, "null"] {
      let made = try await server.send(
        "POST", "/v1/releases", editor, json: #"{"name":"a","publish_at":\#(moment)}"#)
      let path = try #require(made.header("Location"))
      try await server.send(
        "PUT", "\(path)/operations", editor,
        json: #"{"operations":[{"op":"patch","kind":"recent_news","id":5,"body":{}}]}"#, is: 200)
    }
    try await server.send("POST", "/v1/releases/3/publish", editor, is: 200)
    try await server.send("PUT", "/v1/feeds/winter/composition", editor, json: composition, is: 201)
  }
}
