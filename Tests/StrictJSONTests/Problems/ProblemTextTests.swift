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
    #expect(
      problem.description == "/result/0/id: expected a positive whole number, found \(shown)")
  }

  @Test("A problem of the whole file has no pointer, and broken text has a line")
  func wholeFile() {
    let problem = DocumentProblem(pointer: "", expected: .json, found: .endOfFile, line: 7)
    #expect(problem.description == "expected JSON, found the end of the file (line 7)")
  }
}
