import FeedModel
import Testing

@Suite struct PhotoAddressTests {
  private static let id = "0123456789abcdef0123456789abcdef"

  @Test(arguments: [
    "/v1/photos/\(id).jpg", "https://feeds.example.com/v1/photos/\(id).jpg",
    "https://a.example/v1/photos/\(id)/640x640.jpg?signature=x", "//v1/photos/\(id)",
    "https://写真.example/v1/photos/\(id)",
  ])
  func theIDIsBehindTheFirstPrefix(url: String) throws {
    #expect(PhotoAddress.photo(in: url) == PhotoID(Self.id))
  }

  @Test(arguments: [
    "", "/", "https://a.example/photos/\(id).jpg", "/v1/photos/", "/v1/photos/\(id.dropLast())",
    "/v1/photos/\(id.uppercased())", "/v1/photos/x/v1/photos/\(id)",
    "/v1/photos/\(id.dropLast())写", "/v1/photos/\u{301}\(id)",
  ])
  func otherAddressesAreOfNoPhoto(url: String) {
    #expect(PhotoAddress.photo(in: url) == nil)
  }
}
