import Foundation
import StrictJSON
import TestSupport
import Testing

struct JSONWriterTests {
  private func text(_ write: (inout JSONWriter) -> Void) -> String {
    String(decoding: JSONWriter.encode(write), as: UTF8.self)
  }

  @Test("Objects and arrays nest, with commas between and keys in the order they are written")
  func structure() {
    let json = text { writer in
      writer.object { object in
        object.member("z", 1)
        object.object("empty") { _ in }
        object.array("none", [Int]()) { $0.value($1) }
        object.array("a", [1, 2]) { writer, number in writer.object { $0.member("n", number) } }
        object.null("nothing")
        object.member("yes", true)
        object.array("no", [false]) { $0.value($1) }
        object.key("raw")
        object.raw(Array("[true]".utf8))
        object.member("b", "text")
      }
    }
    #expect(
      json
        == #"{"z":1,"empty":{},"none":[],"a":[{"n":1},{"n":2}],"nothing":null,"yes":true,"no":[false],"raw":[true],"b":"text"}"#
    )
  }

  @Test(
    "Text is escaped where JSON asks for it and nowhere else",
    arguments: [
      ("", #""""#), ("a/b", #""a/b""#), ("\"\\", #""\"\\""#), ("\n\r\t", #""\n\r\t""#),
      ("\u{0}\u{1}\u{8}\u{C}\u{1F}", #""\u0000\u0001\u0008\u000c\u001f""#),
      ("\u{7F}é最😆\u{2028}", "\"\u{7F}é最😆\u{2028}\""), ("<&'>", #""<&'>""#),
    ])
  func escapes(value: String, json: String) throws {
    #expect(text { $0.value(value) } == json)
    #expect(try JSONDecoder().decode(String.self, from: Data(json.utf8)) == value)
    #expect(
      text {
        $0.object {
          $0.key(value); $0.null()
        }
      } == "{\(json):null}")
  }

  @Test(
    "A number has the shortest text that reads back",
    arguments: [
      (390.0, "390"), (800.0 / 3, "266.6666666666667"), (-0.0, "0"), (0, "0"), (0.1, "0.1"),
      (-0.5, "-0.5"), (1e-7, "1e-7"), (0.00001, "1e-5"), (0.0001, "0.0001"),
      (1e15, "1000000000000000"),
      (1e16, "1e16"), (1e22, "1e22"), (-1e22, "-1e22"), (1.5e300, "1.5e300"),
      (123_456_789_012_345_680, "1.2345678901234568e17"),
      (9_007_199_254_740_991, "9007199254740991"),
      (.leastNonzeroMagnitude, "5e-324"), (.greatestFiniteMagnitude, "1.7976931348623157e308"),
      (.leastNormalMagnitude, "2.2250738585072014e-308"), (.pi, "3.141592653589793"),
      (0.1 + 0.2, "0.30000000000000004"), (1.7, "1.7"), (100, "100"),
    ])
  func numbers(number: Double, json: String) {
    #expect(text { $0.value(number) } == json)
    #expect(NumberText.shortest(number) == json)
  }

  @Test("Whole numbers keep every digit", arguments: [0, 1, -1, .max, .min])
  func integers(number: Int) {
    #expect(text { $0.value(number) } == "\(number)")
  }

  @Test("Any number reads back to the same bits", arguments: SeededGenerator.seeds)
  func roundTrip(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let numbers = (0..<2_000).map { _ in Double(bitPattern: random.next()) }
      .filter { $0.isFinite && $0 != 0 }
    let json = JSONWriter.encode { $0.array(numbers) { $0.value($1) } }
    let again = try JSONDecoder().decode([Double].self, from: Data(json))
    #expect(again.map(\.bitPattern) == numbers.map(\.bitPattern))
    for number in numbers {
      let text = NumberText.shortest(number)
      #expect(Double(text)?.bitPattern == number.bitPattern)
      #expect(!text.contains("+") && !text.contains(".0e"))
    }
  }
}

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
