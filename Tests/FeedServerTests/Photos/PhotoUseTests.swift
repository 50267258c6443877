import FeedModel
import FeedServer
import FeedStore
import Foundation
import TestSupport
import Testing

/// The addresses of photos of the store in items: as they are written, and as they are published.
@Suite struct OwnAddressTests {
  private static let item = "/v1/content/pickup_photos/1"
  private static let origins = ["", "https://feeds.example.com"]

  private static func write(_ address: String, to server: LiveServer) async throws {
    try await server.send(
      "PATCH", item, try await server.bearer(.editor), json: #"{"photo_url":"\#(address)"}"#,
      is: 200)
    try await server.catchUp()
  }

  /// The address in the item itself, and those in the documents that show it.
  private static func addresses(_ server: LiveServer) async throws -> (
    stored: String?, published: Set<String?>
  ) {
    func document(_ path: String) async throws -> JSONValue {
      try await server.json(path)
    }
    let stored = try await document(item)["result"].elements.first?["photo_url"].text
    let screen = try await document("/v1/feeds/home?width=390")["sections"].elements
    let page = try await document("/v1/feeds/home/sections/pickup_photos?width=390&limit=9")
    let shown = try [screen.first { $0["id"] == .text("pickup_photos") }, page["section"]].map {
      try #require($0?["items"].elements.first { $0["id"] == .number(1) })
    }
    let entry = try await document("/v1/feeds/home.jsonfeed")["items"].elements
      .first { $0["id"] == .text("pickup_photos:1") }
    return (
      stored,
      Set(
        shown.flatMap { [$0["photo_url"].text, $0["image"]["url"].text] } + [entry?["image"].text])
    )
  }

  @Test(arguments: origins)
  func anItemKeepsThePathAndIsPublishedWithTheServersAddress(origin: String) async throws {
    try await LiveServer.run(publicURL: origin) { server in
      let uploaded = try JSONValue.parse(try await server.upload(PhotoRouteTests.landscape).body)
      let path = "/v1/photos/\(try #require(uploaded["id"].text)).jpg"
      #expect(uploaded["url"].text == origin + path)
      try await Self.write(path, to: server)
      let addresses = try await Self.addresses(server)
      #expect(addresses.stored == path)
      #expect(addresses.published == [origin + path])
      #expect(try await server.get(path).status == 200, "it is public")
    }
  }

  /// As the studio of former versions has written it.
  @Test(arguments: origins, ["http://localhost:18500", "http://127.0.0.1:8080", "https://[::1]"])
  func anAddressOfTheWritersMachineIsNotPublished(origin: String, machine: String) async throws {
    try await LiveServer.run(publicURL: origin) { server in
      let path = "/v1/photos/\(try await server.photo(PhotoRouteTests.landscape)).jpg"
      // Not all of these have the form of what is written now.
      let addresses = try await DescribedClient.withoutDescription {
        try await Self.write(machine + path, to: server)
        return try await Self.addresses(server)
      }
      #expect(addresses.stored == machine + path)
      #expect(addresses.published == [origin + path])
    }
  }

  /// Whatever field it is in, and whatever picture of the photo it leads to.
  @Test(arguments: origins)
  func noFieldIsPublishedWithAnAddressOfOneMachine(origin: String) async throws {
    try await LiveServer.run(publicURL: origin) { server in
      let admin = try await server.bearer(.admin)
      let fields =
        #"{"name":"title","type":"text"},{"name":"more","type":"list","of":"url"},"#
        + #"{"name":"second","type":"url","localized":true}"#
      try await server.send(
        "PUT", "/v1/kinds/places", admin,
        json: #"{"kind":"places","fields":[\#(fields)],"roles":{"headline":"title"}}"#, is: 201)
      let path = "/v1/photos/\(try await server.photo(PhotoRouteTests.landscape))"
      let machine = "http://localhost:18500"
      let body = """
        {"title":"A","more":["\(machine)\(path).jpg","https://example.com/a.jpg"],
         "second":"\(machine)\(path)/card.jpg?width=390","second@en":"\(machine)\(path).jpg"}
        """
      // Not all of these have the form of what is written now.
      let screen = try await DescribedClient.withoutDescription {
        try await server.send("POST", "/v1/content/places", admin, json: body, is: 201)
        let composed = try await server.send(
          "PUT", "/v1/feeds/places/composition", admin,
          json: #"{"sections":[{"id":"p","kind":"places","title":"P"}]}"#)
        #expect(composed.status < 300, "\(composed.text)")
        try await server.catchUp()
        return try await server.get("/v1/feeds/places?width=390").text
      }
      #expect(!screen.contains("localhost"), "\(screen)")
      for shown in [
        "\(origin)\(path).jpg", "https://example.com/a.jpg", "\(origin)\(path)/card.jpg?width=390",
      ] { #expect(screen.contains("\"\(shown)\""), "\(shown) in \(screen)") }
    }
  }

  @Test(.server) func otherAddressesAreKept() async throws {
    let id = try await server.photo(PhotoRouteTests.landscape)
    for address in [
      "https://cdn.example.com/v1/photos/\(id).jpg", "http://localhost:3000/a.jpg",
    ] {
      try await Self.write(address, to: server)
      #expect(try await Self.addresses(server).published == [address])
    }
  }

  @Test(
    .server,
    arguments: ["/v1/photos/1.jpg", "/photos/a.jpg", "//feeds.example.com/v1/photos/1.jpg"])
  func otherPathsAreRefused(address: String) async throws {
    let refused = try await server.send(
      "PATCH", Self.item, editor, json: #"{"photo_url":"\#(address)"}"#, is: 422)
    #expect(refused.text.contains("expected an absolute http or https URL"), "\(refused.text)")
  }
}

/// Where content shows a photo.
@Suite(.server(publishes: false)) struct PhotoUseRouteTests {
  private static let address = "https://example.com/used.jpg"
  private static let patch = #"{"thumbnail_url":"\#(address)"}"#

  @Test func itemsAndReleasesThatShowAPhotoAreListed() async throws {
    let id = try await server.photo(PhotoRouteTests.portrait, assignedTo: Self.address)
    func uses(_ query: String = "") async throws -> [String] {
      let answer = try await server.get("/v1/photos/\(id)/uses\(query)", viewer, is: 200)
      return try answer.json()["result"].elements.map { use in
        let until = use["until"].number.map { " until \(Int($0))" } ?? ""
        return "\(use["subject"].text ?? "") \(use["field"].text ?? "")\(until)"
      }
    }
    #expect(try await uses() == [])
    // 1. Items that show it.
    for number in 1...2 {
      try await server.send(
        "PATCH", "/v1/content/recent_news/\(number)", editor, json: Self.patch, is: 200)
    }
    let shown = (1...2).map { "content/recent_news/\($0) thumbnail_url" }
    #expect(try await uses() == shown)
    #expect(try await uses("?limit=1") == [shown[0]])
    // 2. One that does not any more.
    let revision = try await server.send(
      "DELETE", "/v1/content/recent_news/2", editor
    ).header("X-Tanada-Revision")
    let former = "content/recent_news/2 thumbnail_url until \(revision ?? "")"
    #expect(try await uses() == [shown[0], former])
    // 3. A release that will.
    try await server.send("POST", "/v1/releases", editor, json: #"{"name":"a"}"#)
    try await server.send(
      "PUT", "/v1/releases/1/operations", editor,
      json: #"{"operations":[{"op":"patch","kind":"recent_news","id":3,"body":\#(Self.patch)}]}"#,
      is: 200)
    let prepared = "releases/1 operations[0].body.thumbnail_url"
    #expect(try await uses() == [shown[0], former, prepared])
  }

  @Test func aPhotoThatIsNotThereHasNoUses() async throws {
    for id in ["x", String(repeating: "0", count: PhotoID.length)] {
      try await server.get("/v1/photos/\(id)/uses", viewer, is: 404)
    }
  }
}
