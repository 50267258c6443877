import FeedHTTP
import FeedModel
import FeedServer
import FeedStore
import Foundation
import HTTPTypes
import TestSupport
import Testing

/// Paths with percent-encoded characters.
@Suite(.server) struct PathTests {
  @Test(arguments: [
    ("/v1/feeds/h%6Fme", "/v1/feeds/home"), ("/v1/f%65eds/h%6fme", "/v1/feeds/home"),
    ("/%76%31/feeds/%68%6F%6D%65?width=375", "/v1/feeds/home?width=375"),
    ("/v1/feeds/hom%65.jsonfeed", "/v1/feeds/home.jsonfeed"),
    ("/v1/feeds/home%2Ejsonfee%64", "/v1/feeds/home.jsonfeed"),
    ("/v1/feeds/home/composit%69on", "/v1/feeds/home/composition"),
    ("/v1/feeds/home/sections/pickup%5Fphotos", "/v1/feeds/home/sections/pickup_photos"),
    ("/v1/content/pickup%5Fphotos/%37", "/v1/content/pickup_photos/7"),
    ("/v1/kinds/pickup%5fphotos", "/v1/kinds/pickup_photos"),
    ("/v1/export/recent%5Fnews", "/v1/export/recent_news"), ("/health%7A", "/healthz"),
  ])
  func anEncodedPathIsThePath(encoded: String, plain: String) async throws {
    let expected = try await server.application.get(plain)
    let answer = try await server.application.get(encoded)
    #expect(expected.status == 200)
    #expect(answer.status == 200 && answer.body == expected.body)
    try await server.get(encoded, is: 200)
  }

  @Test(arguments: [
    ("/v1/feeds/h%256Fme", #"there is no feed "h%6Fme""#),
    ("/v1/feeds/a%2Fsections%2fb", #"there is no feed "a/sections/b""#),
    ("/v1/feeds%2Fhome", "there is nothing at /v1/feeds%2Fhome"),
    ("/v1/feeds/%E5%A4%8F", #"there is no feed "夏""#),
    ("/v1/feeds/home%3Fwidth=375", #"there is no feed "home?width=375""#),
    ("/v1/content/pickup_photos/%2B7", "pickup_photos has no item +7"),
  ])
  func whatIsEncodedIsDecodedOnceAndWithinItsSegment(path: String, detail: String) async throws {
    let answer = try await server.get(path, is: 404)
    #expect(try answer.object()["detail"] as? String == detail)
  }

  private static let malformed = [
    "%", "%4", "%zz", "%+1", "a%2", "%FF", "%C3", "%C3/%A9", "%C0%80", "%ED%A0%80", "%F5%80%80%80",
  ]

  @Test(.listening, arguments: ["GET", "HEAD", "OPTIONS", "DELETE"])
  func aMalformedPathIsABadRequest(method: String) async throws {
    for path in Self.malformed.flatMap({ ["/v1/feeds/\($0)", "/\($0)"] }) {
      let answer = try await Self.send(method, path, to: server)
      #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(path)")
      #expect(answer.contains("\r\nX-Request-ID: "), "\(path)")
      if method != "HEAD" { #expect(answer.contains(#""code":"malformed_path""#), "\(path)") }
    }
  }

  @Test(
    .listening(
      logs: true,
      configure: {
        $0.http.limits.readsPerSecond = 3
      })) func theLogTheMetricsAndTheLimitsSeeOnePath() async throws
  {
    var statuses: [Substring] = []
    for path in [
      "/v1/feeds/h%6fme?width=375", "/v1/feeds/%zz", "/v1/feeds/a%2fb",
      // Beyond the limit, from which health is exempt however it is spelt.
      "/v1/f%65eds/home", "/health%7A",
    ] { statuses.append(try await Self.send("GET", path, to: server).split(separator: " ")[1]) }
    #expect(statuses == ["200", "400", "404", "429", "200"])
    let paths = try server.log.lines.map { try JSONValue.parse(Array($0.utf8))["path"].text }
    #expect(
      paths == [
        "/v1/feeds/home?width=375", "/v1/feeds/%zz", "/v1/feeds/a%2Fb", "/v1/feeds/home",
        "/healthz",
      ])
    let metrics = try server.exposition()
    for (route, status, count) in [
      ("/v1/feeds/{feed}", 200, 1), ("/v1/feeds/{feed}", 400, 1), ("/v1/feeds/{feed}", 404, 1),
      ("/v1/feeds/{feed}", 429, 1), ("/healthz", 200, 1),
    ] {
      let labels = #"{method="GET",route="\#(route)",status="\#(status)"}"#
      #expect(metrics["tanada_http_requests_total\(labels)"] == Double(count), "\(labels)")
    }
  }

  @Test(.listening) func aPathWithAnAuthorityIsDecodedToo() async throws {
    let answer = try await Self.send("GET", "http://a/v1/feeds/h%6Fme?width=375", to: server)
    #expect(answer.hasPrefix("HTTP/1.1 200 "))
  }

  /// The response to a request whose target is sent as it is.
  private static func send(
    _ method: String, _ target: String, to server: LiveServer
  ) async throws -> String {
    let connection = try RawConnection(port: server.port)
    connection.send("\(method) \(target) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    return await connection.readToEnd()
  }
}
