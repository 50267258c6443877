import FeedModel
import FeedPublisher
import FeedStore
import Foundation
import Logging
import TestSupport
import Testing

@testable import FeedServer

/// Photos that no published content shows: the public neither sees them nor hears of them.
@Suite(.pictures) struct UnpublishedPhotoTests {
  private static let paths = [
    "", ".jpg", "/32x16.webp", "/32x16.auto?fit=contain", "/viewer", "/card", "/card.jpg?width=390",
  ]
  private static let shown = "https://example.com/pickup_photo1.jpg"

  /// The statuses of all answers about a photo, and whether caches may keep them for all.
  private func answers(_ id: String, _ headers: [String: String] = [:]) async throws -> (
    statuses: Set<Int>, policies: Set<String>
  ) {
    var (statuses, policies): (Set<Int>, Set<String>) = ([], [])
    for path in Self.paths {
      let answer = try await server.get("/v1/photos/\(id)\(path)", headers)
      statuses.insert(answer.status)
      policies.insert(answer.header("Cache-Control") ?? "")
    }
    return (statuses, policies)
  }

  @Test func itsPicturesAreForThoseWithAToken() async throws {
    let id = try await server.photo(PhotoRouteTests.landscape)
    #expect(try await answers(id).statuses == [404])
    // Nor does a tag that can be computed tell that there is such a photo.
    let known = try await server.get("/v1/photos/\(id).jpg", viewer)
    let tag = try #require(known.header("ETag"))
    try await server.get("/v1/photos/\(id).jpg", ["If-None-Match": tag], is: 404)
    let seen = try await answers(id, viewer)
    #expect(seen.statuses == [200])
    #expect(seen.policies == ["private, no-store"])
  }

  @Test func itIsPublicWhileContentShowsIt() async throws {
    let id = try await server.photo(PhotoRouteTests.landscape)
    #expect(try await answers(id).statuses == [404])
    _ = try await server.photo(PhotoRouteTests.landscape, assignedTo: Self.shown)
    try await server.catchUp()
    let seen = try await answers(id)
    #expect(seen.statuses == [200])
    #expect(!seen.policies.contains { $0.contains("private") })
    let path = "/v1/content/pickup_photos/1"
    try await server.send("PATCH", path, editor, json: #"{"draft":true}"#, is: 200)
    try await server.catchUp()
    #expect(try await answers(id).statuses == [404])
  }

  @Test func aSignatureIsAPermission() async throws {
    let id = try #require(PhotoID(try await server.photo(PhotoRouteTests.landscape)))
    let box = try #require(Rendition.Box(width: 24, height: 24))
    let address = server.publisher.configuration.items.pictures.address(
      of: Rendition(of: id, box: box, format: .jpg))
    let path = String(address.dropFirst("https://feeds.example.com".count))
    let answer = try await server.get(path, is: 200)
    #expect(answer.header("Cache-Control") == "public, max-age=31536000, immutable")
  }

  /// Events are made of the same keys, live and when they are replayed after a restart.
  @Test func eventsNameItOnceThePublicSeesIt() async throws {
    let unknown = "https://example.com/nobody-shows-this.jpg"
    let id = try await server.photo(PhotoRouteTests.landscape, assignedTo: unknown)
    for alt in ["A", "B"] {
      try await server.send("PATCH", "/v1/photos/\(id)", editor, json: #"{"alt":"\#(alt)"}"#)
    }
    try await server.catchUp()
    let number = try #require(try await server.store.latestRevision()).number
    #expect(try await mentions(of: id, after: 1) == 0)

    _ = try await server.photo(PhotoRouteTests.landscape, assignedTo: Self.shown)
    try await server.send("PATCH", "/v1/photos/\(id)", editor, json: #"{"alt":"C"}"#)
    try await server.catchUp()
    #expect(try await mentions(of: id, after: number) == 2)
  }

  /// How many events, and revisions, name a photo.
  private func mentions(of id: String, after number: Int) async throws -> Int {
    // A new one has seen no publication, like that of a server after a restart.
    let broadcaster = EventBroadcaster(
      store: server.store, clock: server.clock, logger: Logger(label: "test"))
    let newest = try await server.store.latestRevision()
    let seen = try #require(LastEvent("\(number)"))
    let events = try #require(try await broadcaster.events(after: seen, upTo: newest))
      .map { String(decoding: $0.text, as: UTF8.self) }.joined()
    #expect(events.contains("data: "))
    let revisions = try await server.json("/v1/revisions", server.bearer(.viewer))
    let named = revisions["result"].elements.filter { revision in
      revision["keys"].elements.contains(.text("photo:\(id)"))
    }
    #expect(named.count == events.split(separator: "photo:\(id)").count - 1)
    return named.count
  }
}

extension Trait where Self == ServerTrait {
  /// A server that makes pictures of one size for everybody.
  fileprivate static var pictures: Self {
    .server(configure: {
      $0.openPictureSizes = [Rendition.Box(width: 32, height: 16)].compactMap { $0 }
    })
  }
}
