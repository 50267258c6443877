import FeedHTTP
import FeedServer
import Foundation
import Testing
import TestSupport

@Suite struct CrossOriginTests {
  @Test(
    .server,
    arguments: [
      ("/v1/feeds/home", "DELETE, GET, HEAD, OPTIONS"), ("/v1/layouts/shelf", "OPTIONS, POST"),
      ("/healthz?x=1", "GET, HEAD, OPTIONS"),
    ])
  func optionsTellWhatIsPossible(path: String, methods: String) async throws {
    let answer = try await server.send("OPTIONS", path, is: 204)
    #expect(answer.header("Allow") == methods)
    #expect(answer.body.isEmpty)
    #expect(answer.header("Content-Length") == nil)
    #expect(answer.header("X-Request-ID") != nil)
    #expect(answer.header("Access-Control-Allow-Methods") == nil)
  }

  @Test(.listening(publishes: false)) func everyRouteHasOptions() async throws {
    for route in server.routes {
      let parts = route.split(separator: " ")
      let path = parts[1].replacing("{kind}", with: "recent_news").replacing(
        /\{[a-z_]+\}/, with: "1")
      let answer = try await server.send("OPTIONS", String(path))
      #expect(answer.status == 204, "\(route)")
      #expect(answer.header("Allow")?.contains(parts[0]) == true, "\(route)")
    }
    try await server.send("OPTIONS", "/nope", is: 404)
    let connection = try RawConnection(port: server.port)
    connection.send("OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    #expect(await connection.readToEnd().hasPrefix("HTTP/1.1 204 No Content\r\n"))
  }

  @Test(.server) func headIsGetWithoutABody() async throws {
    for path in ["/v1/feeds/home", "/v1/content/recent_news/1", "/metrics", "/nope"] {
      let get = try await server.get(path)
      let head = try await server.send("HEAD", path, is: get.status)
      #expect(head.body.isEmpty)
      #expect(head.header("Content-Type") == get.header("Content-Type"))
      #expect(head.header("ETag") == get.header("ETag"))
    }
  }

  @Test(.server) func withoutOriginsNothingIsAllowed() async throws {
    let headers = ["Origin": "https://a.example", "Access-Control-Request-Method": "GET"]
    for method in ["GET", "OPTIONS"] {
      let answer = try await server.send(method, "/v1/feeds/home", headers)
      #expect(answer.headers.keys.allSatisfy { !$0.hasPrefix("access-control-") })
      #expect(answer.header("Vary")?.contains("Origin") != true)
    }
  }

  @Test(.server(configure: { $0.http.origins = .any })) func anyOriginIsAnsweredAlike() async throws
  {
    for headers in [[:], ["Origin": "https://a.example"]] {
      for path in ["/v1/feeds/home", "/nope", "/v1/feeds/home?width=1"] {
        let answer = try await server.get(path, headers)
        #expect(answer.header("Access-Control-Allow-Origin") == "*")
        let exposed = answer.header("Access-Control-Expose-Headers") ?? ""
        for name in [
          "ETag", "Link", "X-Request-ID", "X-Tanada-Revision", "RateLimit",
          "Content-Disposition", "Idempotency-Replayed",
        ] { #expect(exposed.contains(name)) }
        #expect(answer.header("Vary")?.contains("Origin") != true)
      }
    }
  }

  @Test func onlyListedOriginsAreAllowed() async throws {
    let origins = try #require(AllowedOrigins("https://a.example, http://localhost:3000"))
    try await LiveServer.run(configure: { $0.http.origins = origins }) { server in
      for (origin, allowed) in [
        ("https://a.example", "https://a.example"),
        ("http://localhost:3000", "http://localhost:3000"),
        ("https://b.example", nil), ("http://a.example", nil), ("null", nil), ("*", nil),
      ] {
        let answer = try await server.get("/v1/feeds/home", ["Origin": origin], is: 200)
        #expect(answer.header("Access-Control-Allow-Origin") == allowed)
        #expect(answer.header("Vary")?.contains("Origin") == true)
      }
      let plain = try await server.get("/v1/feeds/home")
      #expect(plain.header("Vary")?.contains("Origin") == true)
    }
  }

  @Test func aPreflightIsAnsweredForThePath() async throws {
    let origins = try #require(AllowedOrigins("https://a.example"))
    try await LiveServer.run(publishes: false, configure: { $0.http.origins = origins }) {
      server in
      let answer = try await server.send(
        "OPTIONS", "/v1/layouts/shelf",
        [
          "Origin": "https://a.example", "Access-Control-Request-Method": "POST",
          "Access-Control-Request-Headers": "authorization,content-type",
        ], is: 204)
      #expect(answer.header("Access-Control-Allow-Origin") == "https://a.example")
      #expect(answer.header("Access-Control-Allow-Methods") == "OPTIONS, POST")
      let headers = answer.header("Access-Control-Allow-Headers") ?? ""
      for name in ["Authorization", "Content-Type", "If-Match", "Idempotency-Key"] {
        #expect(headers.contains(name))
      }
      #expect(answer.header("Access-Control-Max-Age") == "600")
    }
  }

  @Test(arguments: [
    "", "a.example", "https://a.example/", "https://a.example/x", "https://", "*,https://a.example",
    "https://A.example", "https://a.example,,https://b.example", "null", "https://u:p@a.example",
  ])
  func whatIsNoOriginIsRefused(text: String) {
    #expect(AllowedOrigins(text) == nil)
  }
}
