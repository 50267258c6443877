import Crypto
import FeedHTTP
import FeedServer
import Foundation
import HTTPTypes
import TestSupport
import Testing

/// The pages, their assets, and the element for other pages.
@Suite(.server) struct WebRouteTests {
  private static let browser =
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"
  private static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    + "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; "
    + "frame-ancestors 'none'"

  @Test(
    .server(publishes: false),
    arguments: [
      browser, "text/html", "TEXT/HTML;level=1", "text/*",
      "application/json;q=0.5, text/html;q=0.6", "text/html;q=0.1",
    ])
  func theRootIsAPageWhereHTMLIsPreferred(accept: String) async throws {
    let answer = try await server.answer("/", accept: accept)
    #expect(answer.status == 200)
    #expect(answer.header("Content-Type") == "text/html; charset=utf-8")
    #expect(answer.text.contains("<tanada-feed"))
    #expect(answer.varying == ["Accept", "Accept-Encoding"])
  }

  @Test(arguments: [
    nil, "*/*", "application/json", "application/json, text/html;q=0.9", "text/html;q=0, */*",
    "text/html;q=0", "image/png", "nonsense", "", "text/html, application/json",
  ])
  func theRootIsTheIndexForOthers(accept: String?) async throws {
    let answer = try await server.answer("/", accept: accept)
    #expect(answer.status == 200)
    #expect(answer.header("Content-Type") == "application/json")
    #expect(answer.varying.contains("Accept"))
    let index = try answer.json()
    #expect(index["name"].text == "tanada")
    #expect(index["addresses"]["feeds"].text == "/v1/feeds")
  }

  @Test(.server(publishes: false)) func theAddressesOfTheIndexAreThoseOfRoutes() async throws {
    let index = try await server.json("/")
    let addresses = index["addresses"].members.compactMap { $0.value.text }
    #expect(addresses.count > 8)
    for address in addresses {
      let path = address.replacing(/\{\?.*/, with: "")
      #expect(
        server.routes.contains("GET \(path)") || server.routes.contains("POST \(path)"),
        "\(address)")
    }
  }

  @Test(.server(publishes: false), arguments: ["/", "/gallery", "/?width=768&scheme=dark"])
  func aPageHasAStrictPolicy(path: String) async throws {
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

  /// A browser warns in its console about a preloaded document that the page does not use.
  @Test(arguments: [
    ("/", true), ("/?width=768", false), ("/?feed=other", false), ("/gallery", false),
    ("/?utm_source=mail&v=2", true), ("/?fbclid=a&width=768", false),
  ])
  func theDocumentIsLoadedTogetherWithTheScripts(path: String, isLoaded: Bool) async throws {
    let answer = try await server.answer(path, accept: Self.browser)
    let link = answer.header("Link")
    #expect((link != nil) == isLoaded)
    guard let address = link?.firstMatch(of: /<([^>]+)>; rel=preload; as=fetch; crossorigin/)?.1
    else { return #expect(!isLoaded) }
    try await server.get(String(address), is: 200)
    // The element asks for what it draws, which is everything that this server has.
    let script = try String(contentsOf: PackageFiles.file("Web/tanada/address.js"), encoding: .utf8)
    let version = try #require(script.firstMatch(of: /export const version = (\d+);/)?.1)
    #expect(address.hasSuffix("&max_version=\(version)"))
  }

  @Test(.server(publishes: false), arguments: ["/", "/gallery"])
  func whatAPageNamesIsServedForever(path: String) async throws {
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

  private static let mediaTypes = [
    ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
  ]

  @Test(arguments: [
    "tanada.0123456789abcdef.js", "tanada.js", "home.html", "", "..%2Fhome.html", "home.css/",
    "WebFiles.swift",
  ])
  func theHashOfOtherContentIsNotFound(name: String) async throws {
    let answer = try await server.answer("/assets/\(name)")
    #expect(answer.status == 404)
    #expect(answer.header("Cache-Control") == "no-store")
  }

  @Test(
    .server(publishes: false, configure: { $0.http.origins = .any }),
    arguments: [
      ("/tanada.js", "text/javascript; charset=utf-8"),
      ("/tanada.d.ts", "application/typescript; charset=utf-8"),
      ("/tanada-core.js", "text/javascript; charset=utf-8"),
      ("/tanada-core.d.ts", "application/typescript; charset=utf-8"),
      ("/documents.d.ts", "application/typescript; charset=utf-8"),
    ])
  func theModulesAreForOtherPages(path: String, type: String) async throws {
    let answer = try await server.get(path, is: 200)
    #expect(answer.header("Content-Type") == type)
    #expect(answer.header("Access-Control-Allow-Origin") == "*")
    #expect(answer.header("Cache-Control")?.hasPrefix("public, max-age=30,") == true)
    let tag = try #require(answer.header("ETag"))
    let again = try await server.send("GET", path, ["If-None-Match": tag])
    #expect(again.status == 304 && again.body.isEmpty)
  }

  @Test(.server(publishes: false), arguments: ["br", "gzip"])
  func filesAreCompressed(coding: String) async throws {
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

  /// The promised maximum size of `<tanada-feed>`. That of its parts is in `Web/tanada/tests`.
  @Test(.server(publishes: false)) func theElementIsSmall() async throws {
    let packed = try await server.application.answer(
      .get, "/tanada.js", headers: [.acceptEncoding: "br"])
    #expect(packed.status == 200)
    #expect(packed.body.count < 14_200)
  }

  /// A part is named under the hash of its content, at the server of the element: pages of other
  /// servers load it from there.
  @Test(
    .server(publishes: false, configure: { $0.http.origins = .any }),
    arguments: [
      ("impressions", "countImpressions"), ("later", "followRevisions"), ("motions", "drawPieces"),
      ("viewer", "openViewer"),
    ])
  func theElementNamesItsParts(part: String, export: String) async throws {
    let element = try await server.get("/tanada.js")
    let text = String(decoding: element.body, as: UTF8.self)
    #expect(!text.contains(".js}}"))
    let paths = text.matches(of: /"(\/assets\/[a-z]+\.[0-9a-f]{16}\.js)"/).map { String($0.1) }
    #expect(paths.count == 4)
    let path = try #require(paths.first { $0.hasPrefix("/assets/\(part).") })
    let answer = try await server.get(path, is: 200)
    #expect(answer.header("Content-Type") == "text/javascript; charset=utf-8")
    #expect(answer.header("Cache-Control") == "public, max-age=31536000, immutable")
    #expect(answer.header("Access-Control-Allow-Origin") == "*")
    #expect(String(decoding: answer.body, as: UTF8.self).contains(export))
  }

  @Test(.server(publishes: false), arguments: ["/", "/gallery", "/tanada.js"])
  func headHasTheHeadOfGet(path: String) async throws {
    let headers = ["Accept": Self.browser, "Accept-Encoding": "identity"]
    let get = try await server.send("GET", path, headers)
    let head = try await server.send("HEAD", path, headers)
    #expect(head.status == 200 && head.body.isEmpty)
    for name in ["Content-Length", "Content-Type", "ETag", "Cache-Control", "Vary"] {
      #expect(head.header(name) == get.header(name), "\(name)")
    }
    #expect(head.header("Content-Length") == "\(get.body.count)")
  }

}

extension LiveServer {
  /// The answer to GET `path` with these headers and no others.
  fileprivate func answer(_ path: String, accept: String? = nil) async throws -> LocalResponse {
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
