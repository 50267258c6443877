import FeedModel
import FeedServer
import FeedStore
import Foundation
import HTTPTypes
import TestSupport
import Testing

/// HEAD has the head of GET and no body, and makes no body for it.
@Suite struct HeadTests {
  private static let export = "/v1/export/campaign_banners"

  @Test(arguments: [
    "/v1/feeds/home", "/v1/feeds/home.jsonfeed", "/v1/feeds", "/v1/feeds/home/composition",
    "/v1/content/recent_news", "/v1/content/recent_news/1", export, "/openapi.json", "/healthz",
  ])
  func aKnownLengthIsThatOfGet(path: String) async throws {
    try await LiveServer.run { server in
      let get = try await server.client.get(path)
      let head = try await server.client.send("HEAD", path)
      #expect(head.status == 200 && head.body.isEmpty)
      for name in ["Content-Length", "Content-Type", "ETag", "Cache-Control", "X-Tanada-Revision"] {
        #expect(head.header(name) == get.header(name), "\(name)")
      }
      #expect(head.header("Content-Length") == "\(get.body.count)")
    }
  }

  @Test(arguments: [export, export + "?format=csv", "/v1/events"])
  func anUnknownLengthIsNotStated(path: String) async throws {
    try await LiveServer.run { server in
      try await Self.fill(server)
      let head = try await server.application.answer(.head, path)
      #expect(head.status == 200 && head.body.isEmpty)
      #expect(head.headers[.contentLength] == nil)
      #expect(await server.events.clientCount == 0)
    }
  }

  /// A body, or the end of one, would be taken for the beginning of the next response.
  @Test(arguments: [export, "/v1/events", "/nope", "/v1/batch", "/v1/feeds/home?width=1"])
  func theNextResponseBeginsWhereTheHeadEnds(path: String) async throws {
    try await LiveServer.run { server in
      try await Self.fill(server)
      let connection = try RawConnection(port: server.port)
      connection.send(
        "HEAD \(path) HTTP/1.1\r\nHost: a\r\n\r\nHEAD \(path) HTTP/1.1\r\nHost: a\r\n\r\n"
          + "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      let parts = await connection.readToEnd().components(separatedBy: "\r\n\r\n")
      #expect(parts.count == 4)
      #expect(parts.dropLast().allSatisfy { $0.hasPrefix("HTTP/1.1 ") }, "\(parts)")
      #expect(parts.last == #"{"status":"ok"}"#)
    }
  }

  /// HEAD does not run an export to determine its length.
  @Test func aLargeExportIsNotRun() async throws {
    try await LiveServer.run(configure: { $0.maximumExportCount = 1 }) { server in
      try await Self.fill(server)
      for _ in 0..<3 {
        let head = try await server.client.send("HEAD", Self.export)
        #expect(head.status == 200)
        #expect(head.header("X-Tanada-Revision") == "2")
        #expect(head.header("Content-Disposition")?.contains("campaign_banners.json") == true)
      }
      let whole = try await server.client.get(Self.export)
      #expect(whole.status == 200 && whole.body.count > 10_000)
    }
  }

  /// Adds more banners than an export reads at once.
  private static func fill(_ server: LiveServer) async throws {
    let lines = (1_000..<1_300).map {
      #"{"id":\#($0),"banner_contents_id":1,"banner_url":"https://example.com/a.jpg"}"# + "\n"
    }
    let answer = try await server.client.send(
      "POST", "/v1/import/campaign_banners?format=ndjson",
      headers: try await server.bearer(.editor), body: Data(lines.joined().utf8))
    #expect(answer.status == 200)
  }
}
