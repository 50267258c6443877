import FeedServer
import Foundation
import TestSupport
import Testing

/// Browsers believe the type of every response, whoever makes it.
@Suite struct ContentTypeOptionsTests {
  @Test(arguments: [
    // Twice, since the second one is answered in the channel, and the third one by its bytes.
    ("GET /v1/feeds/home HTTP/1.1\r\nHost: a\r\n\r\n", "200"),
    ("GET /v1/feeds/home.jsonfeed HTTP/1.1\r\nHost: a\r\n\r\n", "200"),
    ("GET /v1/feeds/home HTTP/1.1\r\nHost: a\r\nIf-None-Match: *\r\n\r\n", "304"),
    ("GET /v1/content/recent_news HTTP/1.1\r\nHost: a\r\n\r\n", "200"),
    ("OPTIONS /v1/feeds HTTP/1.1\r\nHost: a\r\n\r\n", "204"),
    ("GET /nope HTTP/1.1\r\nHost: a\r\n\r\n", "404"),
    ("GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n", "200"),
    ("GET / HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\n\r\n", "200"),
    ("what?\r\n\r\n", "400"),
  ])
  func noResponseIsGuessed(request: String, status: String) async throws {
    try await LiveServer.run { server in
      for _ in 0..<3 {
        let connection = try RawConnection(port: server.port)
        connection.send(request)
        let answer = await connection.read { $0.contains("\r\n\r\n") }
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer.prefix(200))")
        let head = answer.components(separatedBy: "\r\n\r\n")[0].lowercased()
        let fields = head.components(separatedBy: "\r\n").filter {
          $0 == "x-content-type-options: nosniff"
        }
        #expect(fields.count == 1, "\(head)")
      }
    }
  }
}
