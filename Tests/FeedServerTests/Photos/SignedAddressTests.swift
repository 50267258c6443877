import FeedModel
import FeedPublisher
import TestSupport
import Testing

@testable import FeedServer

/// Signed addresses of pictures: each is for its picture, and cannot be made into that of another one.
@Suite struct SignedAddressTests {
  private static let server = "https://feeds.example.com"

  private static func path(_ id: String, _ addresses: PictureAddresses) throws -> String {
    let box = try #require(Rendition.Box(width: 24, height: 24))
    let address = addresses.address(
      of: Rendition(of: try #require(PhotoID(id)), box: box, format: .jpg))
    return String(address.dropFirst(server.count))
  }

  @Test func aSignatureIsForItsPhotoWholeAndOfThisServer() async throws {
    try await LocalServer.run { server in
      let first = try await server.photo(PhotoRouteTests.landscape)
      let other = String(first.reversed())
      let own = server.publisher.configuration.items.pictures
      let path = try Self.path(first, own)
      #expect(try await server.client.get(path).status == 200)
      let signature = try #require(path.split(separator: "signature=").last)
      var refused = [
        // Another photo, and the signature of another photo.
        path.replacing(first, with: other),
        path.replacing(
          signature,
          with: try #require(
            try Self.path(other, own).split(separator: "signature=").last)),
        // Another key.
        try Self.path(
          first, PictureAddresses(server: Self.server, secret: [UInt8](repeating: 7, count: 32))),
        // Nothing, a part, more, twice.
        path.replacing(signature, with: ""), path + "A", path + "&signature=\(signature)",
      ]
      for length in 1..<signature.count { refused.append(String(path.dropLast(length))) }
      // Every digit counts; the last one of a text in base 64 has unused bits, which have to be as they were.
      for place in signature.indices {
        var altered = signature
        altered.replaceSubrange(place...place, with: altered[place] == "A" ? "B" : "A")
        refused.append(path.replacing(signature, with: altered))
      }
      for path in refused {
        let status = try await server.client.get(path).status
        #expect([400, 403, 404].contains(status), "\(path)")
      }
    }
  }
}
