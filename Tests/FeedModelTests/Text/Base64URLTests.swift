import FeedModel
import Foundation
import Testing

@Suite struct Base64URLTests {
  /// From RFC 4648, section 10, without padding.
  @Test(arguments: [
    ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
    ("foobar", "Zm9vYmFy"),
  ])
  func bytesAreTextAndBack(bytes: String, text: String) {
    #expect(Base64URL.encode(bytes.utf8) == text)
    #expect(Base64URL.decode(text) == Array(bytes.utf8))
  }

  @Test func theAlphabetNeedsNoEscapingInAddresses() {
    #expect(Base64URL.encode([0xFB, 0xFF, 0xBF]) == "-_-_")
    for count in 0...64 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + count) }
      let standard = Data(bytes).base64EncodedString()
      let expected = standard.replacing("+", with: "-").replacing("/", with: "_")
      #expect(Base64URL.encode(bytes) == expected.filter { $0 != "=" })
    }
    #expect(Base64URL.decode("-_-_") == [0xFB, 0xFF, 0xBF])
  }

  @Test(arguments: ["Zg==", "Zh", "+/+/", "Zm9v\n", " Zm9v", "Z", "Zm9vé", "=", "Zm9v="])
  func anyOtherTextIsRefused(text: String) {
    #expect(Base64URL.decode(text) == nil)
  }
}
