import FeedEntities
import FeedModel
import Foundation
import StrictJSON
import TestSupport
import Testing

struct ItemListTests {
  @Test("A byte-order mark is accepted")
  func byteOrderMark() {
    let text = document(.banner, .banner.with("id", "2"))
    let marked = Decoding<CampaignBanner>("\u{FEFF}" + text)
    #expect(marked.problems.isEmpty)
    #expect(marked.values.map(\.id) == [1, 2])
  }

  @Test("White space of any kind may stand between values")
  func whiteSpace() {
    let text =
      "\r\n\t {\r\n \"a\" : [ 1 ] ,\t\"result\" \n:\r[ \n\(ItemTemplate.banner.text) \t] } \n"
    let decoding = Decoding<CampaignBanner>(text)
    #expect(decoding.problems.isEmpty)
    #expect(decoding.values.count == 1)
  }

  @Test("An empty list is a list")
  func emptyList() {
    let decoding = Decoding<CampaignBanner>("{\"result\":[]}")
    #expect(decoding.problems.isEmpty && decoding.values.isEmpty)
  }

  @Test("An id that is used again is reported at its second use")
  func duplicates() {
    let text = document(
      .banner, .banner.with("id", "64"), .banner, .banner.with("id", "128"),
      .banner.with("id", "64"), .banner.with("id", "\(SafeInteger.largest)"))
    let decoding = Decoding<CampaignBanner>(text)
    #expect(decoding.problems.count == 2)
    #expect(
      decoding.problems.listed.first?.is(.uniqueIdentifier, .duplicate(1), at: "/result/2/id")
        == true)
    #expect(
      decoding.problems.listed.last?.is(.uniqueIdentifier, .duplicate(64), at: "/result/4/id")
        == true)
    #expect(decoding.values.map(\.id) == [1, 64, 128, SafeInteger.largest])
  }

  @Test("Ids that differ are never taken for the same")
  func differentIDs() {
    let ids = Array(1...300) + (0..<53).map { 1 << $0 }.filter { $0 > 300 }
    let items = ids.map { ItemTemplate.banner.with("id", "\($0)").text }.joined(separator: ",")
    let decoding = Decoding<CampaignBanner>("{\"result\":[\(items)]}")
    #expect(decoding.problems.isEmpty)
    #expect(decoding.values.map(\.id) == ids)
  }

  @Test("Every problem of a document is reported, in its order")
  func severalProblems() {
    let text = document(
      .topic.with("rating", "9").with("title", nil), .topic.with("id", "2"),
      .topic.with("id", "2").with("thumbnail_url", "\"a\""), .topic.with("id", "0"))
    let decoding = Decoding<FeaturedTopic>(String(text.dropLast(2)))
    #expect(
      decoding.problems.listed.map(\.pointer) == [
        "/result/0/rating", "/result/0/title", "/result/2/thumbnail_url", "/result/2/id",
        "/result/3/id", "",
      ])
    #expect(decoding.problems.count == 6)
    #expect(decoding.values.map(\.id) == [2])
  }

  @Test("The first thousand problems are listed and all are counted")
  func manyProblems() {
    let items = Array(repeating: "{}", count: 600).joined(separator: ",")
    let problems = Decoding<CampaignBanner>("{\"result\":[\(items)]}").problems
    #expect(problems.count == 1_800)
    #expect(problems.listed.count == DocumentProblems.limit)
  }

  @Test("Fields without a meaning are counted, in items and beside them")
  func unknownFields() {
    let text =
      "{\"next\":null,\"result\":["
      + [
        ItemTemplate.banner.with("note", "[1,{\"a\":\"]}\"}]").text,
        ItemTemplate.banner.with("id", "2").with("note", "1").with("colour", "\"red\"").text,
      ].joined(separator: ",") + "],\"count\":2}"
    let decoding = Decoding<CampaignBanner>(text)
    #expect(decoding.problems.isEmpty)
    #expect(decoding.unknownFields == ["next": 1, "count": 1, "note": 2, "colour": 1])
  }

  @Test(
    "Brackets, quotation marks and escapes inside text do not end a value",
    arguments: ["}]}{[", "\\\"}", "\\\\", "\\\\\\\"]", "a\\u007d", "{\\\"result\\\":[]}"])
  func textWithBrackets(text: String) throws {
    let item = ItemTemplate.topic.with("title", "\"\(text)\"").with("caption", "\"{\"")
    let beside =
      "{\"note\":\"\(text)\",\"result\":[\(item.text)],\"\(text)\":{\"a\":[\"\(text)\"]}}"
    let decoding = Decoding<FeaturedTopic>(beside)
    #expect(decoding.problems.isEmpty, "\(decoding.problems.listed)")
    let title = try JSONDecoder().decode(String.self, from: Data("\"\(text)\"".utf8))
    #expect(decoding.values.map(\.title) == [title])
    #expect(decoding.unknownFields == ["note": 1, title: 1])
  }

  @Test("A name may be written with escapes")
  func escapedNames() {
    let text = "{\"\\u0072esult\":[\(ItemTemplate.banner.text)]}"
    let decoding = Decoding<CampaignBanner>(text)
    #expect(decoding.problems.isEmpty, "\(decoding.problems.listed)")
    #expect(decoding.values.count == 1)
  }

  @Test("An item that never ends is refused before it fills the memory")
  func hugeItem() {
    let text = "{\"result\":[{\"id\":\"" + String(repeating: "a", count: 8 << 20)
    let problems = Decoding<CampaignBanner>(text, piecesOf: 1 << 20).problems
    #expect(problems.count == 1)
    #expect(
      problems.listed.first?.is(.itemWithin(bytes: 8 << 20), .moreBytes, at: "/result/0") == true)
  }

  @Test(
    "A problem reads as one line, with its place",
    arguments: [
      (
        DocumentProblem(
          pointer: "/result/3/photo_width", expected: .positiveInteger, found: .nothing),
        "/result/3/photo_width: expected a whole number of at least 1, found nothing"
      ),
      (
        DocumentProblem(pointer: "", expected: .json, found: .endOfFile, line: 7),
        "expected JSON, found the end of the file (line 7)"
      ),
      (
        DocumentProblem(pointer: "/result/0/id", expected: .uniqueIdentifier, found: .duplicate(4)),
        "/result/0/id: expected a unique id, found 4 again"
      ),
      (
        DocumentProblem(
          pointer: "/a", expected: .url, found: .text("a\nb" + String(repeating: "c", count: 99))),
        "/a: expected an absolute http or https URL, found \"a b\(String(repeating: "c", count: 57))…\""
      ),
    ])
  func descriptions(problem: DocumentProblem, text: String) {
    #expect(problem.description == text)
  }
}
