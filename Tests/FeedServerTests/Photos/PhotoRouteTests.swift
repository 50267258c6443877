import FeedModel
import FeedPhotos
import FeedStore
import Foundation
import StrictJSON
import TestSupport
import Testing

/// Photos over HTTP: uploading, describing, listing and deleting them.
@Suite(.server(publishes: false)) struct PhotoRouteTests {
  /// 48 × 32 pixels.
  static let landscape = sample("synth-make-in-model.jpg")
  /// 48 × 32 pixels that are shown as 32 × 48.
  static let portrait = sample("synth-orient-6.jpg")

  static func sample(_ name: String) -> Data {
    let file = PackageFiles.file("Tests/FeedPhotosTests/Samples/\(name)")
    return FileManager.default.contents(atPath: file.path) ?? Data()
  }

  @Test func aPictureThatIsUploadedTwiceIsOnePhoto() async throws {
    let first = try await server.upload(Self.portrait)
    #expect(first.status == 201)
    let photo = try first.json()
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
    let read = try await server.get("/v1/photos/\(id)", viewer)
    #expect(read.body == first.body)
    let tag = ["If-None-Match": try #require(read.header("ETag"))]
    try await server.get("/v1/photos/\(id)", viewer.merging(tag) { $1 }, is: 304)
  }

  @Test(arguments: [
    ("text", "invalid_picture"), ("synth-file-cut.jpg", "invalid_picture"),
    ("crafted/looping-ifds.jpg", nil),
  ])
  func whatIsNoWholePictureIsRefused(name: String, code: String?) async throws {
    let body = name == "text" ? Data("no picture".utf8) : Self.sample(name)
    let answer = try await server.upload(body)
    #expect(answer.status == (code == nil ? 201 : 422), "\(answer.text)")
    #expect(try answer.object()["code"] as? String == code)
    let list = try await server.get("/v1/photos", server.bearer(.viewer))
    #expect(try list.json()["result"].elements.count == (code == nil ? 1 : 0))
  }

  /// The beginnings of formats, before something else.
  static let damaged: [(name: String, bytes: [UInt8])] = [
    ("jpeg", [0xFF, 0xD8, 0xFF, 0xE0, 0, 16]),
    ("png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]),
    ("webp", Array("RIFF\u{10}\0\0\0WEBPVP8 ".utf8)),
    ("avif", Array("\0\0\0\u{14}ftypavif\0\0\0\0avif".utf8)),
  ]

  @Test func whatIsSaidOfADamagedPictureIsAboutNoOtherAndNoPlaceOfTheServer() async throws {
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
    var headers = try await server.bearer(.contributor)
    if !type.isEmpty { headers["Content-Type"] = type }
    let bytes = body.isEmpty ? Self.landscape : Data(body.utf8) + Self.landscape
    let answer = try await server.send("POST", "/v1/photos", headers, body: bytes, is: status)
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

  @Test func aPictureOfAnotherFormatIsNamed() async throws {
    let gif = try await server.upload(Data("GIF89a\u{1}\0\u{1}\0".utf8))
    #expect(gif.status == 422 && gif.text.contains("found a GIF picture"), "\(gif.text)")
    #expect(gif.text.contains("expected a JPEG, PNG, WebP, HEIC or AVIF picture"), "\(gif.text)")
    var animated = Self.sample("metadata/everything.avif")
    animated.replaceSubrange(8..<12, with: Data("avis".utf8))
    let refused = try await server.upload(animated)
    #expect(refused.status == 422 && refused.text.contains("an animated AVIF"), "\(refused.text)")
  }

  /// The process of an idle worker, which takes its next task and does not begin with it.
  private func stoppedWorker() async throws -> Int32 {
    _ = try await server.photo(Self.landscape)
    let process = try #require(await server.workers.processIdentifiers.first)
    try #require(kill(process, SIGSTOP) == 0)
    return process
  }

  @Test func aGoodPictureWhoseWorkerDoesNotRunIsForLater() async throws {
    _ = try await stoppedWorker()
    async let upload = server.upload(Self.portrait)
    await server.clock.untilWaiting(for: .seconds(20))
    server.clock.advance(by: .seconds(20))
    let answer = try await upload
    #expect(answer.status == 503)
    #expect(answer.header("Retry-After") == "5")
    #expect(try answer.object()["code"] as? String == "no_picture_worker")
    #expect(try await server.upload(Self.portrait).status == 201)
  }

  @Test func aGoodPictureWhoseWorkerIsKilledIsAPhoto() async throws {
    let process = try await stoppedWorker()
    async let upload = server.upload(Self.portrait)
    try await eventually { await server.workers.taskCount == 2 }
    kill(process, SIGKILL)
    #expect(try await upload.status == 201)
  }

  @Test func aFileAboveTheLimitIsRefused() async throws {
    let answer = try await server.upload(Data(count: PhotoLibrary.maximumByteCount + 1))
    #expect(answer.status == 413)
  }

  @Test func editorsDescribeAPhoto() async throws {
    let id = try await server.photo(Self.landscape)
    let path = "/v1/photos/\(id)"
    let tag = try #require(try await server.get(path, editor).header("ETag"))
    let described = try await server.send(
      "PATCH", path, editor.with("If-Match", tag),
      json: #"{"alt":"A bridge","focus":{"x":0.25,"y":1}}"#, is: 200)
    let revision = try #require(try await server.store.latestRevision()).number
    #expect(described.header("X-Tanada-Revision") == "\(revision)")
    let photo = try described.json()
    #expect(photo["alt"] == .text("A bridge"))
    #expect(photo["focus"]["x"] == .number(0.25))
    try await server.send(
      "PATCH", path, editor.with("If-Match", tag), json: #"{"alt":null}"#, is: 412)
    let cleared = try await server.send("PATCH", path, editor, json: #"{"focus":null}"#)
    let rest = try cleared.json()
    #expect(rest["alt"] == .text("A bridge"))
    #expect(rest["focus"] == .null)
  }

  @Test(arguments: [
    (#"{"alt":7}"#, "/alt"), (#"{"focus":{"x":2,"y":0}}"#, "/focus"),
    (#"{"focus":"smart"}"#, "/focus"),
    (#"{"width":1}"#, "/width"),
  ])
  func whatIsNoDescriptionIsRefusedWithItsPlace(json: String, pointer: String) async throws {
    let id = try await server.photo(Self.landscape)
    let answer = try await server.send("PATCH", "/v1/photos/\(id)", editor, json: json, is: 422)
    let errors = try answer.json()["errors"].elements
    #expect(errors.compactMap { $0["pointer"].text } == [pointer])
  }

  @Test func photosAreListedFromTheNewestAndFoundByTheirWords() async throws {
    let first = try await server.photo(Self.landscape)
    let second = try await server.photo(Self.portrait)
    func ids(_ path: String) async throws -> [String] {
      let list = try await server.json(path, viewer)
      return list["result"].elements.compactMap { $0["id"].text }
    }
    #expect(try await ids("/v1/photos") == [second, first])
    let page = try await server.json("/v1/photos?limit=1", viewer)
    #expect(try await ids(try #require(page["next"].text)) == [first])
    #expect(try await ids("/v1/photos?q=eos%20canon") == [first])
    let wide = "ＥＯＳ\u{3000}ｃａｎｏｎ".percentEncoded
    #expect(try await ids("/v1/photos?q=\(wide)") == [first])
    #expect(try await ids("/v1/photos?q=nothing") == [])
  }

  @Test func addressesAreAssignedUpToTheLongestThatStoresFind() async throws {
    // Of random digits, which no store packs.
    var random = SeededGenerator(seed: 30)
    let digits = (0..<1_980).map { _ in "\(Int.random(in: 0...9, using: &random))" }
    let longest = "https://example.com/" + digits.joined()
    #expect(longest.utf8.count == 2_000)
    #expect(try await server.upload(Self.landscape, assignedTo: longest + "0").status == 400)
    #expect(try await server.upload(Self.landscape, assignedTo: longest).status == 201)
    let id = try await server.photo(Self.landscape)
    let assigned = try await server.store.read { try $0.photos(assignedTo: [longest.exact]) }
    #expect(assigned[longest.exact]?.description == id)
  }

  @Test func aPhotoThatContentShowsStays() async throws {
    let address = "https://example.com/pickup_photo1.jpg"
    let id = try await server.photo(Self.landscape, assignedTo: address)
    let refused = try await server.send("DELETE", "/v1/photos/\(id)", editor, is: 409)
    let problem = try refused.json()
    #expect(problem["code"] == .text("photo_in_use"))
    #expect(
      problem["errors"].elements.compactMap { $0["detail"].text } == ["pickup_photos/1: photo_url"])
    try await server.send("DELETE", "/v1/content/pickup_photos/1", editor, is: 204)
    // The history shows it.
    let kept = try await server.send("DELETE", "/v1/photos/\(id)", editor, is: 409)
    #expect(
      try kept.json()["errors"].elements.compactMap { $0["detail"].text }
        == ["pickup_photos/1: photo_url, before revision 3"])
    try await server.store.write { try $0.forgetHistory(before: 3) }
    try await server.send("DELETE", "/v1/photos/\(id)", editor, is: 204)
    try await server.get("/v1/photos/\(id)", is: 404)
    try await server.send("DELETE", "/v1/photos/\(id)", editor, is: 404)
  }

  @Test func aFieldOfTypePhotoTakesPhotosThatThereAre() async throws {
    let kind = """
      {"kind":"pictures","fields":[{"name":"picture","type":"photo"}],
       "roles":{"image":"picture"},"layout":{"type":"staggered_grid"}}
      """
    try await server.send("PUT", "/v1/kinds/pictures", admin, json: kind, is: 201)
    let missing = String(repeating: "0", count: PhotoID.length)
    let refused = try await server.send(
      "POST", "/v1/content/pictures", admin, json: #"{"picture":"\#(missing)"}"#, is: 422)
    #expect(refused.text.contains("expected the id of a photo"))
    let id = try await server.photo(Self.portrait)
    try await server.send(
      "POST", "/v1/content/pictures", admin, json: #"{"picture":"\#(id)"}"#, is: 201)
    try await server.send("DELETE", "/v1/photos/\(id)", admin, is: 409)
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
      headers: try await bearer(.editor).with("Content-Type", "image/jpeg"), body: picture)
  }

  /// The id of the photo that uploading a picture makes.
  func photo(_ picture: Data, assignedTo address: String? = nil) async throws -> String {
    let answer = try await upload(picture, assignedTo: address)
    return try #require(try answer.json()["id"].text, "\(answer.text)")
  }

  /// The id of a photo that published content shows.
  func publicPhoto(_ picture: Data) async throws -> String {
    let id = try await photo(picture, assignedTo: "https://example.com/pickup_photo1.jpg")
    try await catchUp()
    return id
  }
}
