import Crypto
import FeedHTTP
import FeedServer
import Foundation
import HTTPTypes
import TestSupport
import Testing

/// The pages, their assets, and the element for other pages.
@Suite struct WebRouteTests {
  private static let browser =
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"
  private static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    + "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; "
    + "frame-ancestors 'none'"

  @Test(arguments: [
    browser, "text/html", "TEXT/HTML;level=1", "text/*",
    "application/json;q=0.5, text/html;q=0.6", "text/html;q=0.1",
  ])
  func theRootIsAPageWhereHTMLIsPreferred(accept: String) async throws {
    try await LocalServer.run(publishes: false) { server in
      let answer = try await server.answer("/", accept: accept)
      #expect(answer.status == 200)
      #expect(answer.header("Content-Type") == "text/html; charset=utf-8")
      #expect(answer.text.contains("<tanada-feed"))
      #expect(answer.varying == ["Accept", "Accept-Encoding"])
    }
  }

  @Test(arguments: [
    nil, "*/*", "application/json", "application/json, text/html;q=0.9", "text/html;q=0, */*",
    "text/html;q=0", "image/png", "nonsense", "", "text/html, application/json",
  ])
  func theRootIsTheIndexForOthers(accept: String?) async throws {
    try await LocalServer.run { server in
      let answer = try await server.answer("/", accept: accept)
      #expect(answer.status == 200)
      #expect(answer.header("Content-Type") == "application/json")
      #expect(answer.varying.contains("Accept"))
      let index = try JSONValue.parse(answer.body)
      #expect(index["name"].text == "tanada")
      #expect(index["addresses"]["feeds"].text == "/v1/feeds")
    }
  }

  @Test func theAddressesOfTheIndexAreThoseOfRoutes() async throws {
    try await LocalServer.run(publishes: false) { server in
      let index = try JSONValue.parse(try await server.client.get("/").body)
      let addresses = index["addresses"].members.compactMap { $0.value.text }
      #expect(addresses.count > 8)
      for address in addresses {
        let path = address.replacing(/\{\?.*/, with: "")
        #expect(
          server.routes.contains("GET \(path)") || server.routes.contains("POST \(path)"),
          "\(address)")
      }
    }
  }

  @Test(arguments: ["/", "/gallery", "/?width=768&scheme=dark"])
  func aPageHasAStrictPolicy(path: String) async throws {
    try await LocalServer.run(publishes: false) { server in
      let answer = try await server.answer(path, accept: Self.browser)
      #expect(answer.header("Content-Security-Policy") == Self.policy)
      #expect(answer.header("X-Content-Type-Options") == "nosniff")
      #expect(answer.header("Referrer-Policy") == "same-origin")
      #expect(answer.header("Cross-Origin-Opener-Policy") == "same-origin")
      #expect(answer.header("Cache-Control") == "public, no-cache")
      // Inline styles and scripts, which the policy forbids, would not work.
      let page = answer.text
      #expect(!page.contains("<style") && !page.contains(" style=") && !page.contains(" onclick="))
      #expect(page.matches(of: /<script(?! type="module" src="\/assets\/)/).isEmpty)
      #expect(page.matches(of: /https?:\/\/(?!www\.w3\.org)/).isEmpty)
    }
  }

  /// A browser warns in its console about a preloaded document that the page does not use.
  @Test(arguments: [
    ("/", true), ("/?width=768", false), ("/?feed=other", false), ("/gallery", false),
    ("/?utm_source=mail&v=2", true), ("/?fbclid=a&width=768", false),
  ])
  func theDocumentIsLoadedTogetherWithTheScripts(path: String, isLoaded: Bool) async throws {
    try await LocalServer.run { server in
      let answer = try await server.answer(path, accept: Self.browser)
      let link = answer.header("Link")
      #expect((link != nil) == isLoaded)
      guard let address = link?.firstMatch(of: /<([^>]+)>; rel=preload; as=fetch; crossorigin/)?.1
      else { return #expect(!isLoaded) }
      #expect(try await server.client.get(String(address)).status == 200)
      // The element asks for what it draws, which is everything that this server has.
      let script = try String(
        contentsOf: PackageFiles.file("Web/tanada/address.js"), encoding: .utf8)
      let version = try #require(script.firstMatch(of: /export const version = (\d+);/)?.1)
      #expect(address.hasSuffix("&max_version=\(version)"))
    }
  }

  @Test(arguments: ["/", "/gallery"])
  func whatAPageNamesIsServedForever(path: String) async throws {
    try await LocalServer.run(publishes: false) { server in
      let page = try await server.answer(path, accept: Self.browser).text
      #expect(!page.contains("{{"))
      let names = page.matches(of: /"(\/assets\/[^"]+)"/).map { String($0.1) }
      #expect(names.count == 4)
      for name in names {
        let asset = try await server.answer(name)
        #expect(asset.status == 200, "\(name)")
        #expect(asset.header("Cache-Control") == "public, max-age=31536000, immutable")
        #expect(asset.header("X-Content-Type-Options") == "nosniff")
        #expect(asset.header("ETag")?.hasPrefix("\"") == true)
        let end = String(name.suffix(from: name.lastIndex(of: ".") ?? name.startIndex))
        #expect(asset.header("Content-Type") == Self.mediaTypes[end])
        // The hash is that of the bytes.
        let hash = try #require(name.firstMatch(of: /\.([0-9a-f]{16})\./)).1
        let sum = SHA256.hash(data: asset.body).prefix(8).map { String(format: "%02x", $0) }
        #expect(sum.joined() == hash)
      }
    }
  }

  private static let mediaTypes = [
    ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
  ]

  @Test(arguments: [
    "tanada.0123456789abcdef.js", "tanada.js", "home.html", "", "..%2Fhome.html", "home.css/",
    "WebFiles.swift",
  ])
  func theHashOfOtherContentIsNotFound(name: String) async throws {
    try await LocalServer.run { server in
      let answer = try await server.answer("/assets/\(name)")
      #expect(answer.status == 404)
      #expect(answer.header("Cache-Control") == "no-store")
    }
  }

  @Test(arguments: [
    ("/tanada.js", "text/javascript; charset=utf-8"),
    ("/tanada.d.ts", "application/typescript; charset=utf-8"),
    ("/tanada-core.js", "text/javascript; charset=utf-8"),
    ("/tanada-core.d.ts", "application/typescript; charset=utf-8"),
    ("/documents.d.ts", "application/typescript; charset=utf-8"),
  ])
  func theModulesAreForOtherPages(path: String, type: String) async throws {
    try await LocalServer.run(publishes: false, configure: { $0.http.origins = .any }) { server in
      let answer = try await server.client.get(path)
      #expect(answer.status == 200)
      #expect(answer.header("Content-Type") == type)
      #expect(answer.header("Access-Control-Allow-Origin") == "*")
      #expect(answer.header("Cache-Control")?.hasPrefix("public, max-age=30,") == true)
      let tag = try #require(answer.header("ETag"))
      let again = try await server.client.send("GET", path, headers: ["If-None-Match": tag])
      #expect(again.status == 304 && again.body.isEmpty)
    }
  }

  @Test(arguments: ["br", "gzip"])
  func filesAreCompressed(coding: String) async throws {
    try await LocalServer.run(publishes: false) { server in
      for path in ["/tanada.js", "/gallery"] {
        let plain = try await server.application.get(path)
        let packed = try await server.application.answer(
          .get, path, headers: [.acceptEncoding: coding])
        #expect(packed.headers[.contentEncoding] == coding)
        #expect(packed.headers[values: .vary].contains("Accept-Encoding"))
        #expect(packed.headers[.eTag] != plain.headers[.eTag])
        #expect(packed.body.count < plain.body.count / 2)
      }
    }
  }

  /// The promised maximum size of `<tanada-feed>`. That of its parts is in `Web/tanada/tests`.
  @Test func theElementIsSmall() async throws {
    try await LocalServer.run(publishes: false) { server in
      let packed = try await server.application.answer(
        .get, "/tanada.js", headers: [.acceptEncoding: "br"])
      #expect(packed.status == 200)
      #expect(packed.body.count < 14_100)
    }
  }

  /// A part is named under the hash of its content, at the server of the element: pages of other
  /// servers load it from there.
  @Test(arguments: [
    ("impressions", "countImpressions"), ("later", "followRevisions"), ("motions", "drawPieces"),
    ("viewer", "openViewer"),
  ])
  func theElementNamesItsParts(part: String, export: String) async throws {
    try await LocalServer.run(publishes: false, configure: { $0.http.origins = .any }) { server in
      let element = try await server.client.get("/tanada.js")
      let text = String(decoding: element.body, as: UTF8.self)
      #expect(!text.contains(".js}}"))
      let paths = text.matches(of: /"(\/assets\/[a-z]+\.[0-9a-f]{16}\.js)"/).map { String($0.1) }
      #expect(paths.count == 4)
      let path = try #require(paths.first { $0.hasPrefix("/assets/\(part).") })
      let answer = try await server.client.get(path)
      #expect(answer.status == 200)
      #expect(answer.header("Content-Type") == "text/javascript; charset=utf-8")
      #expect(answer.header("Cache-Control") == "public, max-age=31536000, immutable")
      #expect(answer.header("Access-Control-Allow-Origin") == "*")
      #expect(String(decoding: answer.body, as: UTF8.self).contains(export))
    }
  }

  @Test(arguments: ["/", "/gallery", "/tanada.js"])
  func headHasTheHeadOfGet(path: String) async throws {
    try await LocalServer.run(publishes: false) { server in
      let headers = ["Accept": Self.browser, "Accept-Encoding": "identity"]
      let get = try await server.client.send("GET", path, headers: headers)
      let head = try await server.client.send("HEAD", path, headers: headers)
      #expect(head.status == 200 && head.body.isEmpty)
      for name in ["Content-Length", "Content-Type", "ETag", "Cache-Control", "Vary"] {
        #expect(head.header(name) == get.header(name), "\(name)")
      }
      #expect(head.header("Content-Length") == "\(get.body.count)")
    }
  }

}

extension LiveServer {
  /// The answer to GET `path` with these headers and no others.
  fileprivate func answer(
    _ path: String, accept: String? = nil
  ) async throws -> LocalResponse {
    try await application.answer(.get, path, headers: accept.map { [.accept: $0] } ?? [:])
  }
}

extension LocalResponse {
  fileprivate var text: String { String(decoding: body, as: UTF8.self) }

  /// The request headers that the response depends on.
  fileprivate var varying: Set<Substring> {
    Set((headers[.vary] ?? "").split(separator: ",").map { $0.drop { $0 == " " } })
  }

  fileprivate func header(_ name: String) -> String? {
    HTTPField.Name(name).flatMap { headers[$0] }
  }
}
