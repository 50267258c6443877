import FeedServer
import Foundation
import HTTPTypes
import TestSupport
import Testing

@Suite struct DocumentationRouteTests {
  /// A site with two pages, a script and a picture, beside a file that is not part of it.
  private static func site() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["site/guides", "site/assets"] {
      try FileManager.default.createDirectory(
        at: folder.url.appending(path: name), withIntermediateDirectories: true)
    }
    let text = String(repeating: "text ", count: 400)
    try folder.write("<h1>tanada</h1>" + text, to: "site/index.html")
    try folder.write("<h1>Guides</h1>", to: "site/guides/index.html")
    try folder.write("search()", to: "site/assets/search.js")
    try folder.write("<svg/>", to: "site/assets/größe 1.svg")
    try folder.write("private", to: "secret.html")
    try folder.write("hidden", to: "site/.hidden.html")
    try folder.write("unknown", to: "site/assets/notes.bin")
    try FileManager.default.createSymbolicLink(
      at: folder.url.appending(path: "site/out.html"),
      withDestinationURL: folder.url.appending(path: "secret.html"))
    return folder
  }

  private static func run(
    _ body: @escaping @Sendable (LiveServer, TemporaryFolder) async throws -> Void
  ) async throws {
    let folder = try site()
    let path = folder.url.appending(path: "site").path
    try await LiveServer.run(configure: { $0.documentation = path }) { server in
      try await body(server, folder)
    }
  }

  @Test(arguments: [
    ("/docs/", "text/html; charset=utf-8", "<h1>tanada</h1>"),
    ("/docs/index.html", "text/html; charset=utf-8", "<h1>tanada</h1>"),
    ("/docs/guides/", "text/html; charset=utf-8", "<h1>Guides</h1>"),
    ("/docs/assets/search.js?v=1", "text/javascript; charset=utf-8", "search()"),
    ("/docs/assets/gr%C3%B6%C3%9Fe%201.svg", "image/svg+xml", "<svg/>"),
  ])
  func filesOfTheFolderAreServed(path: String, mediaType: String, beginning: String) async throws {
    try await Self.run { server, _ in
      let answer = try await server.get(path)
      #expect(answer.status == 200 && answer.text.hasPrefix(beginning))
      #expect(answer.header("Content-Type") == mediaType)
      #expect(answer.header("Content-Security-Policy")?.contains("script-src 'self'") == true)
      #expect(answer.header("Cache-Control") == "public, no-cache")
      let tag = try #require(answer.header("ETag"))
      try await server.get(path, ["If-None-Match": tag], is: 304)
    }
  }

  @Test(arguments: [("/docs", "docs/"), ("/docs/guides", "guides/")])
  func theAddressOfAFolderEndsWithASlash(path: String, location: String) async throws {
    try await Self.run { server, _ in
      let answer = try await server.get(path)
      #expect(answer.status == 308 && answer.header("Location") == location)
    }
  }

  @Test(arguments: [
    "/docs/none.html", "/docs/.hidden.html", "/docs/out.html", "/docs/../secret.html",
    "/docs/%2E%2E/secret.html", "/docs/..%2Fsecret.html", "/docs/guides//index.html",
    "/docs/assets/", "/docs/assets/notes.bin", "/docs/index.html/", "/docs/index.html%00",
    "/docs//etc/passwd", "/docs/%2Fetc%2Fpasswd",
  ])
  func nothingElseIs(path: String) async throws {
    try await Self.run { server, _ in
      let answer = try await server.get(path, is: 404)
      #expect(try answer.json()["code"].text == "not_found")
    }
  }

  @Test func aFileThatIsReplacedIsServedAnew() async throws {
    try await Self.run { server, folder in
      let old = try await server.get("/docs/guides/")
      try folder.write("<h1>New guides</h1>", to: "site/guides/index.html")
      let new = try await server.get(
        "/docs/guides/", ["If-None-Match": try #require(old.header("ETag"))])
      #expect(new.status == 200 && new.text == "<h1>New guides</h1>")
    }
  }

  @Test func textIsCompressed() async throws {
    try await Self.run { server, _ in
      let answer = try await server.get("/docs/", ["Accept-Encoding": "gzip"])
      #expect(answer.header("Content-Encoding") == "gzip")
      #expect(answer.header("Vary") == "Accept-Encoding")
    }
  }

  @Test(.server, arguments: ["/docs", "/docs/", "/docs/index.html"])
  func withoutASiteTheAnswerSaysHowToInstallIt(path: String) async throws {
    let answer = try await server.get(path, is: 404)
    #expect(try answer.json()["detail"].text?.contains("scripts/docs") == true)
  }
  @Test(.server, arguments: ["/docs", "/docs/guides/ios.html"])
  func withoutASiteABrowserIsShownAPage(path: String) async throws {
    let answer = try await server.get(
      path, ["Accept": "text/html,application/xhtml+xml,*/*;q=0.8"], is: 404)
    #expect(answer.header("Content-Type") == "text/html; charset=utf-8")
    #expect(answer.header("Content-Security-Policy")?.contains("script-src 'self'") == true)
    #expect(answer.text.contains("scripts/docs --site") && answer.text.contains("TANADA_DOCS"))
    let other = try await server.get(path, ["Accept": "application/json"])
    let detail = try #require(try other.json()["detail"].text)
    #expect(answer.text.contains(detail))
  }
}
