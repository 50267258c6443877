import StrictJSON
import Testing

/// JSON on lines, as it is kept in version control.
struct JSONLineLayoutTests {
  private func lines(_ json: String, width: Int = JSONTree.lineWidth) throws -> String {
    let tree = try #require(JSONTree(json: json))
    let bytes = tree.lines(width: width)
    #expect(try JSONTree(parsing: bytes).bytes == tree.bytes, "nothing but white space is added")
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("1", "1\n"), ("{}", "{}\n"), ("[]", "[]\n"), (#""a,b:c""#, "\"a,b:c\"\n"),
    (#"{"a":1}"#, "{\n  \"a\": 1\n}\n"),
    (
      #"{"a":{"b":[1,2.50,null]},"c":"x\",:{"}"#,
      "{\n  \"a\": {\"b\": [1, 2.50, null]},\n  \"c\": \"x\\\",:{\"\n}\n"
    ),
  ])
  func aValueIsIndentedOnceAndNumbersKeepTheirDigits(json: String, expected: String) throws {
    #expect(try lines(json) == expected)
  }

  @Test(arguments: [(20, true), (19, false)])
  func anInnerValueIsOnOneLineIfItFits(width: Int, isFlat: Bool) throws {
    // Two spaces, "a": and a space, 12 characters, and what follows.
    let text = try lines(#"{"a":["あいう","え"],"b":[]}"#, width: width)
    let flat = #"["あいう", "え"]"#
    #expect(flat.count == 12)
    let inner = isFlat ? flat : "[\n    \"あいう\",\n    \"え\"\n  ]"
    #expect(text == "{\n  \"a\": \(inner),\n  \"b\": []\n}\n")
  }
}
