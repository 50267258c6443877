import Foundation
import StrictJSON
import TanadaClient
import Testing

@Suite("JSON")
struct JSONValueTests {
  @Test(
    "numbers are the nearest double, to the last bit",
    arguments: [
      "0.1", "-0.30000000000000004", "79.12", "1e23", "9007199254740993.0", "5e-324",
      "1.7976931348623157e308", "123456789012345678", "2.2250738585072011e-308",
    ])
  func readsNumbers(_ text: String) throws {
    let value = try JSONValue(data: Data(text.utf8))
    #expect(value.double?.bitPattern == Double(text)?.bitPattern)
  }

  /// Foundation's calendar is Julian before 1582-10-15.
  @Test(
    "moments are those of the Gregorian calendar, of whatever century",
    arguments: [
      ("2026-11-24T09:00:00.500Z", 1_795_510_800.5), ("1600-01-01T00:00:00Z", -11_676_096_000),
      ("1599-12-31T23:59:59.500Z", -11_676_096_000.5), ("1582-10-10T00:00:00Z", -12_219_724_800),
      ("1492-10-12T00:00:00.000Z", -15_059_606_400), ("0001-01-01T00:00:00.000Z", -62_135_596_800),
    ])
  func readsMoments(_ text: String, _ seconds: Double) throws {
    let document = try FeedDocument([
      "generated_at": .string(text), "viewport": ["width": 390], "sections": [],
    ])
    #expect(document.generatedAt == Date(timeIntervalSince1970: seconds))
  }

  @Test("whole numbers that no double holds are kept")
  func keepsLargeIntegers() throws {
    let value = try JSONValue(data: Data("[9007199254740993,9007199254740992,1.0,-7]".utf8))
    #expect(value[0] == .integer(9_007_199_254_740_993))
    #expect(value[0]?.int == 9_007_199_254_740_993)
    #expect(value[1] == .number(9_007_199_254_740_992))
    #expect(value[2]?.int == 1 && value[3]?.int == -7)
    #expect(JSONValue(9_007_199_254_740_993) == value[0])
  }

  @Test("texts with escapes and surrogate pairs are read, and written back")
  func readsTexts() throws {
    let text = #"["a\"\\\/\b\f\n\r\té","😆","\ud83d\ude06"]"#
    let value = try JSONValue(data: Data(text.utf8))
    #expect(value[0]?.string == "a\"\\/\u{8}\u{C}\n\r\té")
    #expect(value[1] == value[2] && value[1]?.string == "😆")
    #expect(try JSONValue(data: value.data) == value)
  }

  @Test(
    "JSON that is broken, ambiguous or cannot be held is refused with its place",
    arguments: [
      ("", "expected JSON, found nothing"),
      ("{\n\"a\":1,}", "expected JSON, found \"}\" (line 2)"),
      ("[1\n2]", "expected JSON, found \"2\" (line 2)"),
      ("\"a", "expected JSON, found an incomplete value (line 1)"),
      (
        "{\"a\":[1,1e999]}",
        "/a/1: expected a text or a number that can be held, found a number that is too large"
      ),
      (
        #"{"a":"\ud83d"}"#,
        "/a: expected a text or a number that can be held, found text with half of a surrogate pair"
      ),
      ("{\"a\":{\"b\":1,\"b\":1}}", "/a/b: expected a unique name, found a duplicate"),
    ])
  func refuses(_ text: String, _ sentence: String) {
    let problems = #expect(throws: DocumentProblems.self) {
      try JSONValue(data: Data(text.utf8))
    }
    #expect(problems?.listed.map(\.description) == [sentence])
  }

  @Test("a deep text is refused, and does not overflow the stack")
  func refusesDepth() {
    #expect(throws: DocumentProblems.self) {
      try JSONValue(data: Data(String(repeating: "[", count: 100_000).utf8))
    }
    let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    #expect(throws: Never.self) { try JSONValue(data: Data(deep.utf8)) }
  }

  @Test("a value of a type of the app")
  func decodes() throws {
    struct Photo: Decodable, Equatable {
      let id: Int
      let share: Double
      let note: String?
    }
    let value: JSONValue = ["id": 7, "share": 0.1, "note": .null, "more": [1, 2]]
    #expect(try value.decode(Photo.self) == Photo(id: 7, share: 0.1, note: nil))
    #expect(value["note"] == nil)
    #expect(value.object?["note"] == .null)
  }
}
