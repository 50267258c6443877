import FeedEntities
import FeedModel
import Foundation
import StrictJSON
import TestSupport
import Testing

/// Documents that are broken as a whole.
struct DocumentProblemTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let document: Data
    let pointer: String
    let expected: DocumentProblem.Expectation
    let found: DocumentProblem.Finding
    var testDescription: String { String(decoding: document.prefix(60), as: UTF8.self) }

    init(
      _ text: String, _ pointer: String, _ expected: DocumentProblem.Expectation,
      _ found: DocumentProblem.Finding
    ) {
      self.init(Data(text.utf8), pointer, expected, found)
    }

    init(
      _ document: Data, _ pointer: String, _ expected: DocumentProblem.Expectation,
      _ found: DocumentProblem.Finding
    ) {
      self.document = document
      self.pointer = pointer
      self.expected = expected
      self.found = found
    }
  }

  static let item = ItemTemplate.banner.text

  static let cases = [
    Case("", "", .items, .emptyFile),
    Case(" \n\t", "", .items, .emptyFile),
    Case("\u{FEFF}", "", .items, .emptyFile),
    Case("hello", "", .items, .malformed("\"h\"")),
    Case("[]", "", .items, .array),
    Case("[\(item)]", "", .items, .array),
    Case("7", "", .items, .malformed("\"7\"")),
    Case("{}", "/result", .resultArray, .nothing),
    Case("{\"results\":[]}", "/result", .resultArray, .nothing),
    Case("{\"result\":{}}", "/result", .resultArray, .object),
    Case("{\"result\":null}", "/result", .resultArray, .malformed("\"n\"")),
    Case("{\"result\":[\(item)]", "", .json, .endOfFile),
    Case("{\"result\":[\(item)", "", .json, .endOfFile),
    Case("{\"result\":[\(item),", "", .json, .endOfFile),
    Case("{\"result\":[{\"id\":1,", "/result/0", .json, .endOfFile),
    Case("{\"result\":[{\"id\":\"", "/result/0", .json, .endOfFile),
    Case("{\"result", "", .json, .endOfFile),
    Case("{\"result\"", "", .json, .endOfFile),
    Case("{\"result\":", "", .json, .endOfFile),
    Case("{", "", .json, .endOfFile),
    Case("{\"result\":[\(item)]}x", "", .json, .malformed("\"x\"")),
    Case("{\"result\":[]}{\"result\":[]}", "", .json, .object),
    Case("{\"result\":[]},", "", .json, .malformed("\",\"")),
    Case("{\"result\":[]}\u{FEFF}", "", .json, .byte(0xEF)),
    Case("{\"result\":[],}", "", .json, .malformed("\"}\"")),
    Case("{\"result\":[\(item),]}", "/result/1", .json, .malformed("\"]\"")),
    Case("{\"result\":[,\(item)]}", "/result/0", .json, .malformed("\",\"")),
    Case("{\"result\":[\(item) \(item)]}", "", .json, .object),
    Case("{\"result\":[\(item)}", "", .json, .malformed("\"}\"")),
    Case("{\"result\" []}", "", .json, .array),
    Case("{result:[]}", "", .json, .malformed("\"r\"")),
    Case("{'result':[]}", "", .json, .malformed("\"'\"")),
    Case(
      "{\"result\":[],\"result\":[]}", "/result", .words("a unique name"), .malformed("a duplicate")
    ),
    Case("{\"result\":[{\"id\":1,}]}", "/result/0", .json, .malformed("\"}\"")),
    Case("{\"result\":[{\"id\":1]]}", "/result/0", .json, .malformed("\"]\"")),
    Case("{\"result\":[nil]}", "/result/0", .json, .malformed("\"i\"")),
    Case("{\"result\":[tru]}", "/result/0", .json, .malformed("an incomplete value")),
    Case("{\"result\":[{\"id\":01}]}", "/result/0", .json, .malformed("\"1\"")),
    Case("{\"result\":[{\"a\":\"\\q\"}]}", "/result/0", .json, .malformed("\"q\"")),
    Case("{\"result\":[{\"a\":\"\t\"}]}", "/result/0", .json, .byte(9)),
    Case("{\"result\":[{\"a\":[1,]}]}", "/result/0", .json, .malformed("\"]\"")),
    Case("{\"result\":[7]}", "/result/0", .object, .number("7")),
    Case("{\"result\":[\"a\"]}", "/result/0", .object, .text("a")),
    Case("{\"result\":[null]}", "/result/0", .object, .null),
    Case("{\"result\":[true]}", "/result/0", .object, .bool(true)),
    Case("{\"result\":[[]]}", "/result/0", .object, .array),
    Case(Data([0xFE, 0xFF, 0x00, 0x7B]), "", .utf8, .encoding("UTF-16")),
    Case(Data([0xFF, 0xFE, 0x7B, 0x00]), "", .utf8, .encoding("UTF-16")),
    Case(Data([0x00, 0x7B, 0x00, 0x7D]), "", .utf8, .encoding("UTF-16")),
    Case(Data([0x7B, 0x00, 0x7D, 0x00]), "", .utf8, .encoding("UTF-16")),
    // A title in Shift_JIS.
    Case(
      Data("{\"result\":[{\"title\":\"".utf8) + [0x93, 0xFA, 0x96, 0x7B, 0x8C, 0xEA]
        + Data("\"}]}".utf8), "/result/0", .utf8, .encoding("Shift_JIS")),
    Case(
      Data("{\"result\":[{\"id\":\"".utf8) + [0xC3, 0x28] + Data("\"}]}".utf8), "/result/0",
      .utf8, .encoding("another encoding than UTF-8")),
    Case(
      Data("{\"result\":[{\"id\":\"é".utf8) + [0xFF] + Data("\"}]}".utf8), "/result/0",
      .utf8, .byte(0xFF)),
    Case(
      Data("{\"result\":[{\"id\":\"".utf8) + [0xED, 0xA0, 0x80] + Data("\"}]}".utf8), "/result/0",
      .utf8, .encoding("another encoding than UTF-8")),
  ]

  @Test("A broken document has one problem, at its place", arguments: cases)
  func problem(broken: Case) {
    let problems = Decoding<CampaignBanner>(broken.document).problems
    #expect(problems.count == 1, "\(problems.listed)")
    #expect(
      problems.listed.first?.is(broken.expected, broken.found, at: broken.pointer) == true,
      "\(problems.listed)")
  }

  @Test(
    "What stands beside the result is named by its encoding as the items are",
    arguments: [
      // 日本語 in Shift_JIS; é à; UTF-32.
      (Array("{\"a\":\"".utf8) + [0x93, 0xFA, 0x96, 0x7B, 0x8C, 0xEA, 0x22, 0x7D], "Shift_JIS"),
      (
        Array("{\"a\":\"caf".utf8) + [0xE9, 0x20, 0xE0] + Array(" la\"}".utf8),
        "an 8-bit encoding such as Windows-1252"
      ),
      ([0x7B, 0, 0, 0, 0x7D, 0, 0, 0], "UTF-32"),
    ] as [([UInt8], String)])
  func encodingBesideResult(document: [UInt8], name: String) {
    let problems = Decoding<CampaignBanner>(Data(document)).problems
    #expect(problems.listed.first?.is(.utf8, .encoding(name), at: "") == true, "\(problems.listed)")
  }

  @Test("A broken document is broken wherever its pieces are cut", arguments: cases)
  func pieces(broken: Case) {
    let whole = Decoding<CampaignBanner>(broken.document)
    for size in [1, 2, 3, 7, 64] {
      #expect(Decoding<CampaignBanner>(broken.document, piecesOf: size) == whole)
    }
  }

  @Test(
    "What stands beside the result is JSON too",
    arguments: [
      "\"x\":]", "\"x\":}", "\"x\":[}", "\"x\":{]", "\"x\":abc", "\"x\":", "\"x\":,\"y\":1",
      "\"x\":01", "\"x\":+1", "\"x\":[1,]", "\"x\":{\"a\"}", "\"x\":\"\\q\"", "\"x\":\"\n\"",
      "\"x\":tru", "\"x\":1 2", "\"\\q\":1", "\"x\":[[1]", "\"x\":nan", "\"x\":[1}",
      "\"x\":{\"a\":1]", "\"x\":\"\\u12G4\"",
    ])
  func besideResult(member: String) {
    #expect(!Decoding<CampaignBanner>("{\(member),\"result\":[]}").problems.isEmpty)
    #expect(!Decoding<CampaignBanner>("{\"result\":[],\(member)}").problems.isEmpty)
  }

  @Test(
    "Broken UTF-8 beside the result is a problem",
    arguments: [
      [0xFF], [0x80], [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
      [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
    ] as [[UInt8]])
  func brokenTextBesideResult(bytes: [UInt8]) {
    for (before, after) in [("{\"x\":\"", "\",\"result\":[]}"), ("{\"", "\":1,\"result\":[]}")] {
      let document = Data(before.utf8) + bytes + Data(after.utf8)
      let problems = Decoding<CampaignBanner>(document).problems
      #expect(problems.listed.map(\.expected) == [.utf8])
    }
  }

  @Test("Text of every length in UTF-8 may stand beside the result")
  func textBesideResult() {
    let text = "\u{7F}\u{80}\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFF}\u{10000}\u{10FFFF}"
    #expect(Decoding<CampaignBanner>("{\"\(text)\":\"\(text)\",\"result\":[]}").problems.isEmpty)
  }

  @Test("Bytes that only begin like a byte-order mark are refused")
  func partialMark() {
    for mark: [UInt8] in [[0xEF], [0xEF, 0xBB], [0xEF, 0xBF], [0xBB, 0xBF]] {
      let document = Data(mark) + Data("{\"result\":[]}".utf8)
      #expect(Decoding<CampaignBanner>(document).problems.count == 1, "\(mark)")
    }
  }

  @Test("A problem of the text itself says its line")
  func lines() {
    let text = "{\n \"result\": [\n  \(Self.item),\n  {\"id\":1,}\n ]\n}\n!"
    let problems = Decoding<CampaignBanner>(text).problems.listed
    #expect(problems.map(\.line) == [4, 7])
  }
}
