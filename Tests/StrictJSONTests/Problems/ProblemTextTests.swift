import FeedModel
import StrictJSON
import Testing

/// How a problem reads.
struct ProblemTextTests {
  @Test(
    "What was found is shown on one line, without characters that would move a cursor",
    arguments: [
      ("a\u{1B}[2Jb", "\"a [2Jb\""), ("one\r\ntwo", "\"one  two\""), ("\u{202E}abc", "\" abc\""),
      ("a\u{2028}b\u{9B}c", "\"a b c\""), ("👨‍👩‍👧 と 🇯🇵", "\"👨‍👩‍👧 と 🇯🇵\""),
      (String(repeating: "長", count: 70), "\"\(String(repeating: "長", count: 60))…\""),
    ])
  func excerpt(text: String, shown: String) {
    let problem = DocumentProblem(
      pointer: "/result/0/id", expected: .identifier, found: .text(text))
    #expect(problem.description == "/result/0/id: expected a positive whole number, found \(shown)")
  }

  @Test(
    "A place whose names are long is cut",
    arguments: [
      (String(repeating: "n", count: 500), nil),
      (String(repeating: "n", count: 501), String(repeating: "n", count: 500) + "…"),
      // One character of many scalars.
      (
        "e" + String(repeating: "\u{301}", count: 9_000),
        "e" + String(repeating: "\u{301}", count: 499) + "…"
      ),
    ] as [(String, String?)])
  func pointer(text: String, shown: String?) {
    let problem = DocumentProblem(pointer: text, expected: .text, found: .null)
    #expect(problem.pointer.unicodeScalars.elementsEqual((shown ?? text).unicodeScalars))
    let below = problem.below("/result/0", line: nil)
    #expect(below.pointer.hasPrefix("/result/0"))
    #expect(below.pointer.unicodeScalars.count <= 501)
  }

  @Test("A problem of the whole file has no pointer, and broken text has a line")
  func wholeFile() {
    let problem = DocumentProblem(pointer: "", expected: .json, found: .endOfFile, line: 7)
    #expect(problem.description == "expected JSON, found the end of the file (line 7)")
  }
}

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
