import StrictJSON
import Testing

@Suite struct PrintableTextTests {
  @Test(
    "What controls a terminal is written as an escape",
    arguments: [
      ("", ""), ("plain ~", "plain ~"), ("写真 👩‍👩‍👧 é\u{200C}", "写真 👩‍👩‍👧 é\u{200C}"),
      ("\u{1B}[2J", #"\u{1B}[2J"#), ("\u{9B}2J\u{7F}\u{7}", #"\u{9B}2J\u{7F}\u{7}"#),
      ("a\u{202E}b\u{2066}", #"a\u{202E}b\u{2066}"#), ("a\u{2028}\rb", #"a\u{2028}\u{D}b"#),
    ])
  func escapes(text: String, printed: String) {
    #expect(text.printable == printed)
    #expect(text.printableLines == printed)
  }

  @Test func linesStayWhereTheyMay() {
    #expect("a\tb\r\nc".printable == #"a\u{9}b\u{D}\u{A}c"#)
    #expect("a\tb\r\nc".printableLines == "a\tb\\u{D}\nc")
  }

  @Test func noControlIsLeft() {
    let text = String(
      String.UnicodeScalarView((0..<UInt32(0x11_0000)).compactMap(Unicode.Scalar.init)))
    let left = text.printable.unicodeScalars.filter {
      $0.properties.generalCategory == .control || $0.properties.isBidiControl
    }
    #expect(left.isEmpty)
  }
}
