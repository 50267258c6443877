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

  @Test func aPathIsOfThePhotoThatHasIt() throws {
    let id = try #require(PhotoID(Self.id))
    #expect(PhotoAddress.photo(atPath: PhotoAddress.path(of: id)) == id)
  }

  @Test(arguments: [
    "", "/v1/photos/.jpg", "/v1/photos/\(id)", "/v1/photos/\(id).png", "/v1/photos/\(id).jpg?a=1",
    "https://feeds.example.com/v1/photos/\(id).jpg", "//v1/photos/\(id).jpg", "v1/photos/\(id).jpg",
    "/v1/photos/\(id.uppercased()).jpg", "/v1/photos/0\(id).jpg", "/v1/photos/\(id.dropLast()).jpg",
    " /v1/photos/\(id).jpg", "/v1/photos/\u{301}\(id.dropLast()).jpg",
    "/v1/photos/\(id)\u{301}.jpg",
  ])
  func otherTextsAreNoPath(text: String) {
    #expect(PhotoAddress.photo(atPath: text) == nil)
  }

  @Test(arguments: [
    ("http://localhost:18500/a", true), ("http://LOCALHOST/a", true),
    ("https://a.localhost/", true),
    ("http://127.0.0.1:8080/a", true), ("http://127.1.2.3", true), ("http://[::1]:8080/a", true),
    ("http://0.0.0.0:80/", true), ("https://localhost.example/", false),
    ("https://127.example/", false), ("https://a.example/localhost", false),
    ("http://192.168.0.1/", false), ("http://user:localhost@a.example/", false),
    ("/localhost", false), ("http://localhost.:18500/a", true), ("http://[::]:80/", true),
    ("http://[::ffff:127.0.0.1]/", true), ("http://[::ffff:7f00:1]/", true),
    ("http://0:18500/", true),
    ("http://2130706433/", true), ("http://0x7f.1/", true), ("http://0177.1/", true),
    ("http://ip6-localhost/", true), ("http://[::ffff:192.168.0.1]/", false),
    ("http://134744072/", false), ("http://8.8.8.8/", false), ("http://1.2.3.4.5/", false),
  ])
  func someAddressesAreOfOneMachine(url: String, isOfOneMachine: Bool) {
    #expect(AbsoluteURL.isOfOneMachine(url) == isOfOneMachine)
  }
}
