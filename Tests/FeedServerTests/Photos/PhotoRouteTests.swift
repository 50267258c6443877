import FeedModel
import FeedPhotos
import FeedStore
import Foundation
import StrictJSON
import TestSupport
import Testing

/// Photos over HTTP: uploading, describing, listing and deleting them.
@Suite struct PhotoRouteTests {
  /// 48 × 32 pixels.
  static let landscape = sample("synth-make-in-model.jpg")
  /// 48 × 32 pixels that are shown as 32 × 48.
  static let portrait = sample("synth-orient-6.jpg")

  static func sample(_ name: String) -> Data {
    let file = PackageFiles.file("Tests/FeedPhotosTests/Samples/\(name)")
    return FileManager.default.contents(atPath: file.path) ?? Data()
  }

  @Test func aPictureThatIsUploadedTwiceIsOnePhoto() async throws {
    try await LocalServer.run(publishes: false) { server in
      let first = try await server.upload(Self.portrait)
      #expect(first.status == 201)
      let photo = try JSONValue.parse(first.body)
      let id = try #require(photo["id"].text)
      #expect(first.header("Location") == "/v1/photos/\(id)")
      #expect(photo["url"] == .text("https://feeds.example.com/v1/photos/\(id).jpg"))
      #expect(photo["width"] == .number(32))
      #expect(photo["height"] == .number(48))
      #expect(photo["format"] == .text("jpeg"))
      #expect(photo["exif"]["make"] == .text("SYNTH"))
      #expect(photo["placeholder"]["blurhash"].text?.count == 28)

      let second = try await server.upload(Self.portrait)
      #expect(second.status == 200)
      #expect(second.body == first.body)
      let viewer = try await server.bearer(.viewer)
      let read = try await server.client.get("/v1/photos/\(id)", headers: viewer)
      #expect(read.body == first.body)
      let tag = ["If-None-Match": try #require(read.header("ETag"))]
      #expect(
        try await server.client.get(
          "/v1/photos/\(id)", headers: viewer.merging(tag) { $1 }
        ).status == 304)
    }
  }

  @Test(arguments: [
    ("text", "invalid_picture"), ("synth-file-cut.jpg", "invalid_picture"),
    ("crafted/looping-ifds.jpg", nil),
  ])
  func whatIsNoWholePictureIsRefused(name: String, code: String?) async throws {
    try await LocalServer.run(publishes: false) { server in
      let body = name == "text" ? Data("no picture".utf8) : Self.sample(name)
      let answer = try await server.upload(body)
      #expect(answer.status == (code == nil ? 201 : 422), "\(answer.text)")
      #expect(try answer.object()["code"] as? String == code)
      let list = try await server.client.get("/v1/photos", headers: server.bearer(.viewer))
      #expect(try JSONValue.parse(list.body)["result"].elements.count == (code == nil ? 1 : 0))
    }
  }

  /// The beginnings of formats, before something else.
  static let damaged: [(name: String, bytes: [UInt8])] = [
    ("jpeg", [0xFF, 0xD8, 0xFF, 0xE0, 0, 16]),
    ("png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]),
    ("webp", Array("RIFF\u{10}\0\0\0WEBPVP8 ".utf8)),
    ("avif", Array("\0\0\0\u{14}ftypavif\0\0\0\0avif".utf8)),
  ]

  @Test func whatIsSaidOfADamagedPictureIsAboutNoOtherAndNoPlaceOfTheServer() async throws {
    try await LocalServer.run(publishes: false) { server in
      // Decoders have something to say of this one, which is refused before a file has its name.
      _ = try await server.upload(Self.sample("synth-file-cut.jpg"))
      for (name, bytes) in Self.damaged {
        let answer = try await server.upload(Data(bytes + Array("and then no picture".utf8)))
        #expect(answer.status == 422, "\(name)")
        #expect(try answer.object()["code"] as? String == "invalid_picture", "\(name)")
        let detail = try #require(try answer.object()["detail"] as? String)
        #expect(!detail.isEmpty && !detail.contains("/") && !detail.contains("\n"), "\(detail)")
      }
    }
  }

  /// A form has a picture in it, and is none; what its type says does not make a picture a form.
  @Test(arguments: [
    ("multipart/form-data; boundary=x", "--x\r\nContent-Disposition: form-data\r\n\r\n", 415),
    ("application/x-www-form-urlencoded", "file=%FF%D8%FF&x=1", 415),
    ("image/jpeg", "--x\r\n", 422),
    ("", "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n", 422),
    ("application/x-www-form-urlencoded", "GIF89a", 422), ("multipart/form-data", "", 201),
    ("application/x-www-form-urlencoded", "", 201),
  ])
  func aFormIsToldThatItIsOne(type: String, body: String, status: Int) async throws {
    try await LocalServer.run(publishes: false) { server in
      var headers = try await server.bearer(.contributor)
      if !type.isEmpty { headers["Content-Type"] = type }
      let bytes = body.isEmpty ? Self.landscape : Data(body.utf8) + Self.landscape
      let answer = try await server.client.send(
        "POST", "/v1/photos", headers: headers, body: bytes)
      #expect(answer.status == status, "\(answer.text)")
      guard status != 201 else { return }
      let detail = try #require(try answer.object()["detail"] as? String)
      if status == 415 {
        #expect(try answer.code() == "unsupported_media_type")
        #expect(answer.header("Accept")?.contains("image/jpeg") == true)
        #expect(detail.contains("found a form (\(type.prefix { $0 != ";" }))"))
      } else if type.isEmpty {
        #expect(detail.contains("found a form (multipart/form-data)"))
      } else {
        #expect(!detail.contains("form"))
      }
    }
  }

  @Test func aPictureOfAnotherFormatIsNamed() async throws {
    try await LocalServer.run(publishes: false) { server in
      let gif = try await server.upload(Data("GIF89a\u{1}\0\u{1}\0".utf8))
      #expect(gif.status == 422 && gif.text.contains("found a GIF picture"), "\(gif.text)")
      #expect(gif.text.contains("expected a JPEG, PNG, WebP, HEIC or AVIF picture"), "\(gif.text)")
      var animated = Self.sample("metadata/everything.avif")
      animated.replaceSubrange(8..<12, with: Data("avis".utf8))
      let refused = try await server.upload(animated)
      #expect(refused.status == 422 && refused.text.contains("an animated AVIF"), "\(refused.text)")
    }
  }

  /// The process of an idle worker, which takes its next task and does not begin with it.
  private func stoppedWorker(of server: LiveServer) async throws -> Int32 {
    _ = try await server.photo(Self.landscape)
    let process = try #require(await server.workers.processIdentifiers.first)
    try #require(kill(process, SIGSTOP) == 0)
    return process
  }

  @Test func aGoodPictureWhoseWorkerDoesNotRunIsForLater() async throws {
    try await LocalServer.run(publishes: false) { server in
      _ = try await stoppedWorker(of: server)
      async let upload = server.upload(Self.portrait)
      await server.clock.untilWaiting(for: .seconds(20))
      server.clock.advance(by: .seconds(20))
      let answer = try await upload
      #expect(answer.status == 503)
      #expect(answer.header("Retry-After") == "5")
      #expect(try answer.object()["code"] as? String == "no_picture_worker")
      #expect(try await server.upload(Self.portrait).status == 201)
    }
  }

  @Test func aGoodPictureWhoseWorkerIsKilledIsAPhoto() async throws {
    try await LocalServer.run(publishes: false) { server in
      let process = try await stoppedWorker(of: server)
      async let upload = server.upload(Self.portrait)
      try await eventually { await server.workers.taskCount == 2 }
      kill(process, SIGKILL)
      #expect(try await upload.status == 201)
    }
  }

  @Test func aFileAboveTheLimitIsRefused() async throws {
    try await LocalServer.run(publishes: false) { server in
      let answer = try await server.upload(Data(count: PhotoLibrary.maximumByteCount + 1))
      #expect(answer.status == 413)
    }
  }

  @Test func editorsDescribeAPhoto() async throws {
    try await LocalServer.run(publishes: false) { server in
      let editor = try await server.bearer(.editor)
      let id = try await server.photo(Self.landscape)
      let path = "/v1/photos/\(id)"
      let tag = try #require(try await server.client.get(path, headers: editor).header("ETag"))
      let described = try await server.send(
        "PATCH", path, editor.merging(["If-Match": tag]) { $1 },
        json: #"{"alt":"A bridge","focus":{"x":0.25,"y":1}}"#)
      #expect(described.status == 200)
      let revision = try #require(try await server.store.latestRevision()).number
      #expect(described.header("X-Tanada-Revision") == "\(revision)")
      let photo = try JSONValue.parse(described.body)
      #expect(photo["alt"] == .text("A bridge"))
      #expect(photo["focus"]["x"] == .number(0.25))
      let stale = try await server.send(
        "PATCH", path, editor.merging(["If-Match": tag]) { $1 }, json: #"{"alt":null}"#)
      #expect(stale.status == 412)
      let cleared = try await server.send("PATCH", path, editor, json: #"{"focus":null}"#)
      let rest = try JSONValue.parse(cleared.body)
      #expect(rest["alt"] == .text("A bridge"))
      #expect(rest["focus"] == .null)
    }
  }

  @Test(arguments: [
    (#"{"alt":7}"#, "/alt"), (#"{"focus":{"x":2,"y":0}}"#, "/focus"),
    (#"{"focus":"smart"}"#, "/focus"),
    (#"{"width":1}"#, "/width"),
  ])
  func whatIsNoDescriptionIsRefusedWithItsPlace(json: String, pointer: String) async throws {
    try await LocalServer.run(publishes: false) { server in
      let id = try await server.photo(Self.landscape)
      let answer = try await server.send(
        "PATCH", "/v1/photos/\(id)", try await server.bearer(.editor), json: json)
      #expect(answer.status == 422)
      let errors = try JSONValue.parse(answer.body)["errors"].elements
      #expect(errors.compactMap { $0["pointer"].text } == [pointer])
    }
  }

  @Test func photosAreListedFromTheNewestAndFoundByTheirWords() async throws {
    try await LocalServer.run(publishes: false) { server in
      let viewer = try await server.bearer(.viewer)
      let first = try await server.photo(Self.landscape)
      let second = try await server.photo(Self.portrait)
      func ids(_ path: String) async throws -> [String] {
        let list = try JSONValue.parse(try await server.client.get(path, headers: viewer).body)
        return list["result"].elements.compactMap { $0["id"].text }
      }
      #expect(try await ids("/v1/photos") == [second, first])
      let page = try JSONValue.parse(
        try await server.client.get("/v1/photos?limit=1", headers: viewer).body)
      #expect(try await ids(try #require(page["next"].text)) == [first])
      #expect(try await ids("/v1/photos?q=eos%20canon") == [first])
      let wide = "ＥＯＳ\u{3000}ｃａｎｏｎ".percentEncoded
      #expect(try await ids("/v1/photos?q=\(wide)") == [first])
      #expect(try await ids("/v1/photos?q=nothing") == [])
    }
  }

  @Test func addressesAreAssignedUpToTheLongestThatStoresFind() async throws {
    try await LocalServer.run(publishes: false) { server in
      // Of random digits, which no store packs.
      var random = SeededGenerator(seed: 30)
      let digits = (0..<1_980).map { _ in "\(Int.random(in: 0...9, using: &random))" }
      let longest = "https://example.com/" + digits.joined()
      #expect(longest.utf8.count == 2_000)
      #expect(
        try await server.upload(Self.landscape, assignedTo: longest + "0").status == 400)
      #expect(try await server.upload(Self.landscape, assignedTo: longest).status == 201)
      let id = try await server.photo(Self.landscape)
      let assigned = try await server.store.read { try $0.photos(assignedTo: [longest.exact]) }
      #expect(assigned[longest.exact]?.description == id)
    }
  }

  @Test func aPhotoThatContentShowsStays() async throws {
    try await LocalServer.run(publishes: false) { server in
      let editor = try await server.bearer(.editor)
      let address = "https://example.com/pickup_photo1.jpg"
      let id = try await server.photo(Self.landscape, assignedTo: address)
      let refused = try await server.send("DELETE", "/v1/photos/\(id)", editor)
      #expect(refused.status == 409)
      let problem = try JSONValue.parse(refused.body)
      #expect(problem["code"] == .text("photo_in_use"))
      #expect(
        problem["errors"].elements.compactMap { $0["detail"].text }
          == ["pickup_photos/1: photo_url"])
      #expect(
        try await server.send("DELETE", "/v1/content/pickup_photos/1", editor).status == 204)
      // The history shows it.
      let kept = try await server.send("DELETE", "/v1/photos/\(id)", editor)
      #expect(kept.status == 409)
      #expect(
        try JSONValue.parse(kept.body)["errors"].elements.compactMap { $0["detail"].text }
          == ["pickup_photos/1: photo_url, before revision 3"])
      _ = try await server.store.write(at: SampleContent.committedAt) {
        try $0.forgetHistory(before: 3)
      }
      #expect(try await server.send("DELETE", "/v1/photos/\(id)", editor).status == 204)
      #expect(try await server.client.get("/v1/photos/\(id)").status == 404)
      #expect(try await server.send("DELETE", "/v1/photos/\(id)", editor).status == 404)
    }
  }

  @Test func aFieldOfTypePhotoTakesPhotosThatThereAre() async throws {
    try await LocalServer.run(publishes: false) { server in
      let admin = try await server.bearer(.admin)
      let kind = """
        {"kind":"pictures","fields":[{"name":"picture","type":"photo"}],
         "roles":{"image":"picture"},"layout":{"type":"staggered_grid"}}
        """
      #expect(try await server.send("PUT", "/v1/kinds/pictures", admin, json: kind).status == 201)
      let missing = String(repeating: "0", count: PhotoID.length)
      let refused = try await server.send(
        "POST", "/v1/content/pictures", admin, json: #"{"picture":"\#(missing)"}"#)
      #expect(refused.status == 422)
      #expect(refused.text.contains("expected the id of a photo"))
      let id = try await server.photo(Self.portrait)
      let made = try await server.send(
        "POST", "/v1/content/pictures", admin, json: #"{"picture":"\#(id)"}"#)
      #expect(made.status == 201)
      #expect(try await server.send("DELETE", "/v1/photos/\(id)", admin).status == 409)
    }
  }
}

extension LiveServer {
  /// Uploads a picture as an editor.
  func upload(_ picture: Data, assignedTo address: String? = nil) async throws
    -> TestClient.Response
  {
    let query = address.map { "?address=\($0)" } ?? ""
    return try await client.send(
      "POST", "/v1/photos\(query)",
      headers: try await bearer(.editor).merging(["Content-Type": "image/jpeg"]) { $1 },
      body: picture)
  }

  /// The id of the photo that uploading a picture makes.
  func photo(_ picture: Data, assignedTo address: String? = nil) async throws -> String {
    let answer = try await upload(picture, assignedTo: address)
    return try #require(try JSONValue.parse(answer.body)["id"].text, "\(answer.text)")
  }

  /// The id of a photo that published content shows.
  func publicPhoto(_ picture: Data) async throws -> String {
    let id = try await photo(picture, assignedTo: "https://example.com/pickup_photo1.jpg")
    try await catchUp()
    return id
  }
}
