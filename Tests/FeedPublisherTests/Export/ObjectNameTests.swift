import FeedPublisher
import Testing

struct ObjectNameTests {
  @Test(arguments: [
    ("/v1/feeds/home?width=390", "v1/feeds/home/_/width=390.json"),
    ("/v1/feeds/home?width=390&locale=en", "v1/feeds/home/_/locale=en&width=390.json"),
    ("/v1/feeds/home?locale=en&width=390", "v1/feeds/home/_/locale=en&width=390.json"),
    ("/v1/feeds/home?width=390&max_version=2&text_size=1.5", "v1/feeds/home/_/width=390.json"),
    ("/v1/feeds/home?fbclid=a%20b&width=390&utm_source=a/b", "v1/feeds/home/_/width=390.json"),
    ("/v1/feeds/home", "v1/feeds/home/_/index.json"),
    ("/v1/feeds/home?", "v1/feeds/home/_/index.json"),
    ("/v1/feeds/home?max_version=2", "v1/feeds/home/_/index.json"),
    ("/v1/feeds/home.jsonfeed", "v1/feeds/home.jsonfeed/_/index.json"),
    ("/v1/photos/0f3a.jpg", "v1/photos/0f3a.jpg"),
    ("/v1/photos/0f3a/320x240.webp", "v1/photos/0f3a/320x240.webp"),
    (
      "/v1/photos/0f3a/320x240.webp?focus=0.5,0.25&dpr=2&signature=ab_-",
      "v1/photos/0f3a/320x240/_/dpr=2&focus=0.5,0.25&signature=ab_-.webp"
    ),
  ])
  func aNameFollowsFromTheAddressAlone(address: String, name: String) throws {
    #expect(ObjectName(of: address)?.text == name)
    #expect(ObjectName(written: name)?.text == name)
  }

  @Test func aCursorIsShortenedToItsSignature() {
    let cursor = String(repeating: "c", count: 300)
    let address = "/v1/feeds/home/sections/news?width=390&limit=20&cursor=\(cursor)"
    let short = String(repeating: "c", count: ObjectName.cursorLength)
    #expect(
      ObjectName(of: address)?.text
        == "v1/feeds/home/sections/news/_/cursor=\(short)&limit=20&width=390.json")
  }

  @Test(arguments: [
    "", "/", "/metrics", "/v1/", "v1/feeds/home", "/v1/../secrets", "/v1/./home", "/v1//home",
    "/v1/feeds/home/_", "/v1/feeds/a%2Fb", "/v1/feeds/home?q=a/b", "/v1/feeds/home?q=%2e",
    "/v1/feeds/" + String(repeating: "a", count: 256),
    "/v1/feeds/home?variant=" + String(repeating: "a", count: 256),
  ])
  func whatNoDocumentNamesHasNoName(address: String) {
    #expect(ObjectName(of: address) == nil)
  }

  @Test(arguments: ["", "../secrets", "a//b", "a/./b", "/a", "a/", "a/b?c", "a/b c"])
  func aManifestNamesNothingElse(text: String) {
    #expect(ObjectName(written: text) == nil)
  }
}
