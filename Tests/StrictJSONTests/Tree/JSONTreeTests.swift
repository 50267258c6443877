import FeedModel
import Foundation
import StrictJSON
import TestSupport
import Testing

struct JSONTreeTests {
  @Test(
    "A merge patch does what the examples of RFC 7396, appendix A, do",
    arguments: [
      (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
      (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
      (#"{"a":"b"}"#, #"{"a":null}"#, #"{}"#),
      (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
      (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
      (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
      (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
      (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
      (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
      (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#),
      (#"{"a":"foo"}"#, "null", "null"),
      (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
      (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
      (#"[1,2]"#, #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
      (#"{}"#, #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
    ])
  func mergePatch(target: String, patch: String, result: String) throws {
    let merged = try tree(target).merging(try tree(patch))
    #expect(String(decoding: merged.bytes, as: UTF8.self) == result)
  }

  @Test("A merge patch takes time by its size, not by the square of it")
  func largeMergePatch() throws {
    let own = (0..<40_000).map { "\"a\($0)\":1" }.joined(separator: ",")
    let changes = (0..<40_000).map { "\"b\($0)\":1,\"a\($0)\":null" }.joined(separator: ",")
    let (target, patch) = (try tree("{\(own),\"z\":0}"), try tree("{\(changes)}"))
    var merged = target
    let duration = ThreadTime.measure { merged = target.merging(patch) }
    let expected = ["\"z\":0"] + (0..<40_000).map { "\"b\($0)\":1" }
    #expect(merged.bytes == Array("{\(expected.joined(separator: ","))}".utf8))
    #expect(duration < .seconds(10))
  }

  @Test(
    "Numbers and texts are written as they were read",
    arguments: [
      "9007199254740993", "1e400", "-0.0", #""é\u00e9\n""#, #"{"a\u0062":[true,null,{}],"":[]}"#,
    ])
  func fidelity(text: String) throws {
    #expect(String(decoding: try tree(" \(text) \n").bytes, as: UTF8.self) == text)
  }

  @Test(
    "A name that is used twice is a problem at its place",
    arguments: [
      (#"{"a":1,"a":2}"#, ["/a"]),
      (
        #"{"a":1,"\u0061":2,"b":{"c":[{"d":1},{"d":1,"d":1,"d":2}]}}"#,
        ["/a", "/b/c/1/d", "/b/c/1/d"]
      ),
      (#"{"a/b":1,"a/b":2}"#, ["/a~1b"]),
    ])
  func duplicates(text: String, pointers: [String]) throws {
    let problems = #expect(throws: DocumentProblems.self) { try tree(text) }
    #expect(problems?.listed.map(\.pointer) == pointers)
  }

  @Test(
    "What is not JSON is one problem",
    arguments: [
      "", "  ", "{", #"{"a":1,}"#, "[1] 2", "'a'", #"{"a":01}"#, "nul", "\u{FEFF}", "{}\u{FEFF}",
      "\u{FEFF}\u{FEFF}{}", " \u{FEFF}{}",
    ])
  func grammar(text: String) throws {
    let problems = #expect(throws: DocumentProblems.self) { try tree(text) }
    #expect(problems?.count == 1)
    #expect(throws: DocumentProblems.self) { try JSONTree(parsing: Data(text.utf8)) }
  }

  @Test(
    "A byte order mark before a document is none of it", arguments: ["{\"a\":1}", " [1]\r\n", "7"])
  func mark(text: String) throws {
    let marked = Data("\u{FEFF}\(text)".utf8)
    let plain = try tree(text).bytes
    #expect(try JSONTree(parsing: marked).bytes == plain)
    #expect(try JSONTree(parsing: marked).bytes == plain)
  }

  @Test(
    "The encoding of a document that is not UTF-8 is named",
    arguments: [
      ([0xFF, 0xFE, 0x7B, 0, 0x7D, 0], "UTF-16"), ([0, 0x7B, 0, 0x7D], "UTF-16"),
      ([0x7B, 0, 0x7D, 0], "UTF-16"), ([0x7B, 0, 0, 0, 0x7D, 0, 0, 0], "UTF-32"),
      ([0, 0, 0, 0x7B, 0, 0, 0, 0x7D], "UTF-32"),
      // 日本
      ([0x22, 0x93, 0xFA, 0x96, 0x7B, 0x22], "Shift_JIS"),
      ([0x22, 0x43, 0x61, 0x66, 0xE9, 0x22], "an 8-bit encoding such as Windows-1252"),
    ] as [([UInt8], String)])
  func encodings(bytes: [UInt8], name: String) throws {
    let problems = #expect(throws: DocumentProblems.self) { try JSONTree(parsing: bytes) }
    #expect(problems?.listed.map(\.description) == ["expected UTF-8, found \(name) (line 1)"])
  }

  @Test(
    "Escapes are the characters that they stand for, also at both ends of a text",
    arguments: [
      (#""\ud83d\ude06""#, "😆"), (#""a\uD83D\uDE06""#, "a😆"), (#""\ud83d\ude06a""#, "😆a"),
      (#""\u00e9""#, "\u{E9}"), (#""\"\\\/""#, "\"\\/"), (#""\ud83d""#, nil),
      (#""\ud83d\u0061""#, nil), (#""\ud83da""#, nil), (#""\ude06\ud83d""#, nil),
    ])
  func escapes(text: String, value: String?) throws {
    let read = try tree(text)
    #expect(read.string == value)
  }

  @Test("Names that only look alike are different names")
  func similarNames() throws {
    let target = try tree(#"{"\u00e9":1,"e\u0301":2,"f":3}"#)
    #expect(target["\u{E9}"]?.integer == 1)
    #expect(target["e\u{301}"]?.integer == 2)
    let patch = try tree(#"{"e\u0301":null}"#)
    #expect(target.merging(patch).bytes == Array(#"{"\u00e9":1,"f":3}"#.utf8))
    let (_, problems) = JSONFieldReader.read(target) { fields in
      _ = (fields.integer("\u{E9}"), fields.integer("f"))
      fields.refuseUnknownFields()
    }
    #expect(problems.count == 1)
    let unknown = JSONFieldReader.read(target) { $0.refuseUnknownFields() }.problems
    #expect(unknown.count == 3)
  }

  @Test(
    "The digits of a number say whether it is whole",
    arguments: [
      ("1e-400", nil), ("1.0000000000000000001", nil), ("0.99999999999999999999", nil),
      ("0.5e-9223372036854775808", nil), ("1e9223372036854775808", nil), ("10e-2", nil),
      ("1e19", nil),
      ("9223372036854775807.5", nil), ("9.223372036854775808e18", nil),
      ("10e-1", 1), ("-1.50e1", -15), ("0e99999999999999999999", 0), ("-0.000", 0),
      ("1e18", 1_000_000_000_000_000_000),
      ("9.223372036854775807e18", .max), ("-9223372036854775808.0", .min),
    ] as [(String, Int?)])
  func wholeNumbers(text: String, value: Int?) throws {
    #expect(try tree(text).integer == value)
  }

  private func tree(_ text: String) throws -> JSONTree {
    try JSONTree(parsing: Data(text.utf8))
  }
}
