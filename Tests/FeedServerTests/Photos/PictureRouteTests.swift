import FeedHTTP
import FeedLayout
import FeedModel
import FeedPhotos
import FeedServer
import FeedStore
import Foundation
import TestSupport
import Testing

/// The pictures that the server makes of photos, and their addresses in documents.
@Suite(.server) struct PictureRouteTests {
  private static let address = "https://example.com/pickup_photo1.jpg"

  /// The `image` of the first item of a section on the screen.
  private func image(
    _ server: LiveServer, of section: String = "pickup_photos"
  ) async throws -> JSONValue {
    let screen = try await server.json("/v1/feeds/home?width=390")
    let section = screen["sections"].elements.first { $0["id"] == .text(section) }
    return try #require(section?["items"].elements.first)["image"]
  }

  private func path(_ url: JSONValue) throws -> String {
    let text = try #require(url.text)
    #expect(text.hasPrefix("https://feeds.example.com/v1/photos/"))
    return String(text.dropFirst("https://feeds.example.com".count))
  }

  @Test func anItemHasSourcesOfItsPhotoAtTheSizeItIsDrawnAt() async throws {
    let picture = try TestPattern(width: 960, height: 960).map { try $0.png() } ?? []
    let id = try await server.photo(Data(picture), assignedTo: Self.address)
    try await eventually { try await self.image(server)["sources"] != .null }
    let image = try await self.image(server)
    #expect(image["url"] == .text(Self.address))
    #expect(image["width"] == .number(960))
    #expect(image["alt"] == .null)
    #expect(image["placeholder"]["color"].text?.count == 7)
    let sources = image["sources"].elements
    #expect(sources.compactMap { $0["type"].text } == ["image/avif", "image/webp", "image/jpeg"])
    for source in sources {
      // The frame of 183 points has pictures of the next step.
      for (name, side) in [("1x", 192), ("2x", 384), ("3x", 576)] {
        let path = try path(source[name])
        #expect(path.hasPrefix("/v1/photos/\(id)/192x192."))
        let answer = try await server.get(path, is: 200)
        #expect(answer.header("Content-Type") == source["type"].text)
        #expect(answer.header("Cache-Control") == "public, max-age=31536000, immutable")
        let found = try PictureInspection(answer.body)
        #expect(found.width == side && found.height == side)
      }
    }
  }

  @Test func whatEditorsSayOfAPhotoIsPublished() async throws {
    // A cell that is filled.
    let (section, address) = ("featured_topics", "https://example.com/featured_topic1.jpg")
    let id = try await server.photo(PhotoRouteTests.landscape, assignedTo: address)
    try await server.send(
      "PATCH", "/v1/photos/\(id)", editor,
      json: #"{"alt":"A bridge","focus":{"x":0.25,"y":1}}"#, is: 200)
    try await server.catchUp()
    let image = try await image(server, of: section)
    #expect(image["alt"] == .text("A bridge"))
    let source = try #require(image["sources"].elements.last)
    #expect(try path(source["1x"]).contains("focus=0.25,1&"))
    try await server.get(try path(source["2x"]), is: 200)
  }

  @Test func aSignatureIsOfOnePicture() async throws {
    _ = try await server.photo(PhotoRouteTests.landscape, assignedTo: Self.address)
    try await eventually { try await self.image(server)["sources"] != .null }
    let path = try path(try #require(try await self.image(server)["sources"].elements.last)["1x"])
    try await server.get(path, is: 200)
    for (part, other) in [
      ("/192x", "/184x"), ("fit=contain&", ""),
      ("signature=", "focus=0,0&signature="), ("signature=", "signature=A"),
    ] {
      try await server.get(path.replacing(part, with: other), is: 403, code: "invalid_signature")
    }
  }

  @Test(
    .server(configure: { configuration in
      configuration.openPictureSizes = [Rendition.Box(width: 32, height: 16)].compactMap { $0 }
    })) func openSizesNeedNoSignature() async throws
  {
    let id = try await server.publicPhoto(PhotoRouteTests.landscape)
    for (name, size) in [
      ("32x16.jpg", [32, 16]), ("32x16.webp?fit=contain", [24, 16]),
      ("32x16.avif?focus=smart", [32, 16]), ("32x16.jpg?dpr=1.5", [48, 24]),
      // Pictures are not enlarged: the box becomes smaller in the same proportions.
      ("32x16.jpg?dpr=4", [48, 24]),
    ] {
      let answer = try await server.get("/v1/photos/\(id)/\(name)", is: 200)
      let found = try PictureInspection(answer.body)
      #expect([found.width, found.height] == size, "\(name)")
    }
    for (name, status) in [
      ("33x16.jpg", 403), ("32x16.jpg?focus=0.2,0.2", 403), ("32x16.gif", 404),
      ("032x16.jpg", 404),
      ("32x16.jpg?dpr=5", 400), ("32x16.jpg?fit=fill", 400), ("32x16.jpg?dpr=1&dpr=2", 400),
    ] { try await server.get("/v1/photos/\(id)/\(name)", is: status) }
  }

  @Test(
    .server(configure: { configuration in
      configuration.openPictureSizes = [Rendition.Box(width: 32, height: 16)].compactMap { $0 }
    }),
    arguments: [
      ("image/avif,*/*", "image/avif"), ("image/avif,image/webp,*/*", "image/webp"),
      ("image/webp,*/*;q=0.8", "image/webp"),
      ("image/avif;q=0, image/webp", "image/webp"), ("*/*", "image/jpeg"),
      ("text/html", "image/jpeg"),
    ])
  func theFormatFollowsWhatTheClientAccepts(accept: String, type: String) async throws {
    let id = try await server.publicPhoto(PhotoRouteTests.landscape)
    let answer = try await server.get("/v1/photos/\(id)/32x16.auto", ["Accept": accept])
    #expect(answer.header("Content-Type") == type)
    #expect(answer.header("Vary") == "Accept")
  }

  @Test func aPictureIsTurnedAndLosesItsMetadata() async throws {
    let id = try await server.publicPhoto(PhotoRouteTests.portrait)
    let answer = try await server.get("/v1/photos/\(id).jpg")
    let found = try PictureInspection(answer.body)
    #expect(found.width == 32 && found.height == 48)
    #expect(found.orientation == nil)
    #expect(found.camera == CameraData())
    let tag = try #require(answer.header("ETag"))
    try await server.get("/v1/photos/\(id).jpg", ["If-None-Match": tag], is: 304)
  }

  @Test func aPhotoThatIsDeletedIsNotShownAnyMore() async throws {
    let id = try await server.photo(PhotoRouteTests.landscape)
    let path = "/v1/photos/\(id).jpg"
    try await server.get(path, editor, is: 200)
    try await server.send("DELETE", "/v1/photos/\(id)", editor, is: 204)
    try await server.get(path, editor, is: 404)
  }

  @Test func manyWhoAskForAPictureAtOnceGetOneThatWasMadeOnce() async throws {
    let id = try await server.publicPhoto(PhotoRouteTests.landscape)
    let before = await server.photos.library.workers.taskCount
    let bodies = try await withThrowingTaskGroup(of: Data.self) { group in
      for _ in 0..<20 { group.addTask { try await server.get("/v1/photos/\(id).jpg").body } }
      return try await group.reduce(into: Set<Data>()) { $0.insert($1) }
    }
    #expect(bodies.count == 1)
    #expect(await server.photos.library.workers.taskCount == before + 1)
  }

  @Test func theViewerHasTheGeometryOfThePhoto() async throws {
    let id = try await server.publicPhoto(PhotoRouteTests.portrait)
    let answer = try await server.get("/v1/photos/\(id)/viewer?width=390&height=763")
    let viewer = try answer.json()
    let size = Size(width: 32, height: 48)
    let viewport = Size(width: 390, height: 763)
    for mode in ImageFit.Mode.allCases {
      let rect = try ImageFit(image: size, viewport: viewport, mode: mode).rect
      #expect(viewer[mode.rawValue]["x"] == .number(rect.x))
      #expect(viewer[mode.rawValue]["height"] == .number(rect.height))
    }
    let zoom = try ScrollZoom(image: size, bounds: viewport)
    #expect(viewer["minimum_scale"] == .number(zoom.minimumScale))
    #expect(viewer["double_tap_scale"] == .number(zoom.doubleTapScale))
    for query in ["width=0", "height=x", "width=390&width=390"] {
      try await server.get("/v1/photos/\(id)/viewer?\(query)", is: 400)
    }
    // Others add parameters to addresses, as to those of the pictures.
    let shared = try await server.get("/v1/photos/\(id)/viewer?width=390&height=763&ref=mail")
    #expect(shared.status == 200 && shared.body == answer.body, "\(shared.text)")
  }

  @Test func theCardIsDrawnAndItsPageNamesIt() async throws {
    let id = try await server.publicPhoto(PhotoRouteTests.landscape)
    let card = try await server.get("/v1/photos/\(id)/card.jpg?width=390&locale=ja", is: 200)
    #expect(card.header("Content-Type") == "image/jpeg")
    let found = try PictureInspection(card.body)
    #expect(found.width == 390)
    let height = try #require(found.height)

    let page = try await server.get("/v1/photos/\(id)/card?width=390&locale=ja")
    #expect(page.header("Content-Type") == "text/html; charset=utf-8")
    let address = "https://feeds.example.com/v1/photos/\(id)/card"
    for (property, content) in [
      ("og:url", "\(address)?width=390&amp;locale=ja"),
      ("og:image", "\(address).jpg?width=390&amp;locale=ja"),
      ("og:image:width", "390"), ("og:image:height", "\(height)"),
      ("og:title", "Canon EOS R5"),
    ] {
      let tag = #"<meta property="\#(property)" content="\#(content)">"#
      #expect(page.text.contains(tag), "\(tag)")
    }
    // Whatever the locale is, there is a card: in the nearest language, or in English.
    for (locale, language) in [
      ("ja_JP.UTF-8", "ja"), ("fr,ja;q=0.5", "ja"), ("en-GB", "en"), ("fr", "en"), ("C", "en"),
      ("", "en"),
    ] {
      let page = try await server.get("/v1/photos/\(id)/card?width=390&locale=\(locale)")
      #expect(page.status == 200 && page.text.contains(#"<html lang="\#(language)">"#), "\(locale)")
    }
    for query in [
      "width=0", "width=4097", "width=-1", "width=0390", "width=390.5", "width=",
      "equivalent_35mm=maybe", "style=plain",
    ] {
      let refused = try await server.get("/v1/photos/\(id)/card.jpg?\(query)", is: 400)
      let isWidth = query.hasPrefix("width")
      #expect(
        !isWidth || refused.text.contains("expected a whole number from 1 to 4096"), "\(query)")
    }
  }

  @Test(arguments: [1, 391, 1170, 4096])
  func aCardHasAnyWidth(width: Int) async throws {
    let id = try await server.publicPhoto(PhotoRouteTests.landscape)
    let card = try await server.get("/v1/photos/\(id)/card.jpg?width=\(width)", is: 200)
    #expect(try PictureInspection(card.body).width == width)
  }

  @Test func theCardOfTheArticleIsAnotherOne() async throws {
    let id = try await server.publicPhoto(PhotoRouteTests.landscape)
    let path = "/v1/photos/\(id)/card"
    let article = try await server.get("\(path).jpg?width=1170&style=article")
    let standard = try await server.get("\(path).jpg?width=1170&style=standard")
    let usual = try await server.get("\(path).jpg?width=1170")
    #expect(article.status == 200 && standard.body == usual.body)
    #expect(article.body != usual.body && article.header("ETag") != usual.header("ETag"))
    // The photo fills the width, above three lines of 61 pixels, as on a phone of 390 points at 3x.
    let height = try #require(try PictureInspection(article.body).height)
    #expect(height == 48 + 716 + 60 + 61 + 12 + 61 + 12 + 61 + 48)
    let page = try await server.get("\(path)?style=article").text
    #expect(page.contains("card.jpg?style=article\""))
    #expect(page.contains(#"og:title" content="Canon Canon EOS R5""#))
  }

  /// A card is as much work as its pixels, however small its photo is.
  @Test(.noServer) func aLargeCardOfASmallPhotoCostsItsPixels() throws {
    let photo = try #require(PhotoID(String(repeating: "0", count: PhotoID.length)))
    let (small, large) = (
      PictureSize(width: 48, height: 32), PictureSize(width: 6_000, height: 4_000)
    )
    for style in CardOptions.Style.allCases {
      let options = try #require(CardOptions(width: 4_096, style: style))
      let card = PictureRequest.card(photo, options)
      #expect((4_096 * 2_600...4_096 * 3_000).contains(card.workedPixels(of: small)))
      #expect(card.workedPixels(of: large) == 24_000_000)
    }
  }

  /// The address of the server is that of the request, which only its client may see.
  @Test(.noServer, arguments: [true, false])
  func thePageOfACardIsForEverybodyOnlyIfItsAddressIsKnown(isKnown: Bool) async throws {
    let url = isKnown ? "https://feeds.example.com" : ""
    try await LiveServer.run(publicURL: url) { server in
      let id = try await server.photo(PhotoRouteTests.landscape, assignedTo: Self.address)
      let page = try await server.get("/v1/photos/\(id)/card")
      let caching = try #require(page.header("Cache-Control"))
      #expect(caching.hasPrefix(isKnown ? "public, " : "private, no-store"), "\(caching)")
      #expect(page.header("Vary") == (isKnown ? nil : "Host"))
      #expect(page.text.contains(isKnown ? "https://feeds.example.com/" : "http://localhost/"))
      let policy = try #require(page.header("Content-Security-Policy"))
      #expect(policy.contains("frame-ancestors 'none'"))
    }
  }

  /// Behind a proxy that is trusted, as it says; otherwise anybody could say so.
  @Test(.noServer, arguments: [("127.0.0.0/8", "https"), ("10.0.0.0/8", "http")])
  func thePageOfACardThatTheServerHasNoAddressOfIsWhereItWasRead(
    proxies: String, scheme: String
  ) async throws {
    let ranges = try #require(AddressRanges(proxies))
    try await LiveServer.run(
      configure: { $0.http.trustedProxies = ranges }, publicURL: ""
    ) { server in
      let id = try await server.photo(PhotoRouteTests.landscape, assignedTo: Self.address)
      let page = try await server.get("/v1/photos/\(id)/card", ["X-Forwarded-Proto": "https"])
      #expect(page.text.contains(#"og:image" content="\#(scheme)://localhost/v1/photos/"#))
      #expect(page.text.contains(#"og:url" content="\#(scheme)://localhost/v1/photos/"#))
    }
  }

  @Test func whatACameraSaysIsNoMarkup() async throws {
    let id = try await server.publicPhoto(PhotoRouteTests.landscape)
    let alt = #"{"alt":"<script>\"\u0301&"}"#
    try await server.send("PATCH", "/v1/photos/\(id)", editor, json: alt)
    let page = try await server.get("/v1/photos/\(id)/card").text
    #expect(page.contains("&lt;script&gt;&quot;\u{301}&amp;"))
    #expect(!page.contains("<script"))
  }

  @Test func anAVIFThatIsNotThereYetIsAWebPForThoseWhoAcceptIt() async throws {
    let picture = try TestPattern(width: 960, height: 960).map { try $0.png() } ?? []
    _ = try await server.photo(Data(picture), assignedTo: Self.address)
    try await server.catchUp()
    let source = try #require(try await image(server)["sources"].elements.first)
    let path = try path(source["1x"])
    let browser = ["Accept": "image/avif,image/webp,*/*;q=0.8"]
    let first = try await server.get(path, browser)
    #expect(first.header("Content-Type") == "image/webp")
    #expect(first.header("Cache-Control") == "public, max-age=60")
    #expect(first.header("Vary") == "Accept")
    let tag = try #require(first.header("ETag"))
    let known = browser.with("If-None-Match", tag)
    let again = try await server.get(path, known, is: 304)
    #expect(again.header("Cache-Control") == "public, max-age=60")
    // Others wait for it, and then it is there for all.
    for headers in [["Accept": "image/avif"], known, browser] {
      let answer = try await server.get(path, headers, is: 200)
      #expect(answer.header("Content-Type") == "image/avif")
      #expect(answer.header("Cache-Control") == "public, max-age=31536000, immutable")
      #expect(answer.header("Vary") == nil)
    }
  }

  @Test(arguments: ["0", String(repeating: "0", count: 32), "%2e%2e"])
  func aPhotoThatThereIsNotIsNotFound(id: String) async throws {
    for path in ["", ".jpg", "/320x320.jpg?signature=A", "/viewer", "/card", "/card.jpg"] {
      let status = try await server.get("/v1/photos/\(id)\(path)").status
      #expect(status == 404 || status == 403 && path.contains("signature"), "\(path)")
    }
  }
}
