import FeedEditing
import FeedModel
import FeedStore
import Foundation
import StrictJSON
import Testing

@Suite struct TransferDecodingTests {
  private static let header = "id,banner_contents_id,banner_url"

  /// Decodes `document` in pieces of `size` bytes.
  static func decode(
    _ document: Data, _ format: TransferFormat, of kind: ContentKind, size: Int = .max
  ) -> (items: [StagedItem], problems: DocumentProblems, unknown: [String: Int]) {
    var decoder = format.decoder(of: kind)
    var items: [StagedItem] = []
    var rest = document
    while !rest.isEmpty, decoder.canContinue {
      items += decoder.decode(Data(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    items += decoder.finish()
    return (items, decoder.problems, decoder.unknownFields)
  }

  private static func banners(
    _ text: String, _ format: TransferFormat = .csv
  ) -> (items: [StagedItem], problems: [String]) {
    let decoded = decode(Data(text.utf8), format, of: .campaignBanners)
    return (decoded.items, decoded.problems.listed.map(\.description))
  }

  @Test("Columns of a table are translations; an empty cell removes one, a quoted one is a text")
  func translatedColumns() throws {
    let text = """
      id,rating,thumbnail_url,title,title@en,title@EN-gb,rating@en,caption,published_at
      1,3,https://a.b/c,題,Title,"",4,注,2022-12-01T15:00:00.000+0900
      2,3,https://a.b/c,題,,x,4,注,2022-12-01T15:00:00.000+0900
      """
    let decoded = Self.decode(Data(text.utf8), .csv, of: .featuredTopics)
    #expect(decoded.problems.isEmpty && decoded.unknown == ["rating@en": 1])
    let written = decoded.items.map { item in
      item.translations.all.map { "\($0.locale) \($0.value)" }
    }
    #expect(
      written == [
        ["en \(FieldValue.text("Title"))", "en-GB \(FieldValue.text(""))"],
        ["en \(FieldValue.null)", "en-GB \(FieldValue.text("x"))"],
      ])
  }

  @Test(
    "A column of no locale, or of a locale that has one already, is a problem",
    arguments: ["title@e", "title@EN", "title@en"])
  func refusedColumns(column: String) {
    let text = "id,rating,thumbnail_url,title,title@en,\(column),caption,published_at\n"
    let decoded = Self.decode(Data(text.utf8), .csv, of: .featuredTopics)
    #expect(!decoded.problems.isEmpty)
  }

  @Test(arguments: [
    "id,banner_contents_id,banner_url\r\n1,2,https://a.b/c\r\n",
    "id,banner_contents_id,banner_url\n1,2,https://a.b/c",
    "\u{FEFF}id,banner_contents_id,banner_url\r1,2,https://a.b/c\r",
    "\u{FEFF}\"id\",\"banner_contents_id\",banner_url\n\n\n\"1\",2,\"https://a.b/c\"\n\n",
    "banner_url,id,banner_contents_id\nhttps://a.b/c,1,2\n",
    "banner_url,extra,id,banner_contents_id\nhttps://a.b/c,\"a \"\"b\"\",\n\",1,2\n",
  ])
  func tablesThatSayTheSame(text: String) {
    for size in [1, 2, 3, 7, Int.max] {
      let decoded = Self.decode(Data(text.utf8), .csv, of: .campaignBanners, size: size)
      #expect(decoded.problems.isEmpty, "\(decoded.problems.listed)")
      #expect(decoded.items.map(\.content.id) == [1])
      #expect(decoded.items.first?.content["banner_contents_id"] == .integer(2))
      #expect(decoded.items.first?.content["banner_url"] == .text("https://a.b/c"))
      #expect(decoded.unknown == (text.contains("extra") ? ["extra": 1] : [:]))
    }
  }

  /// A cell takes much more memory than its comma.
  @Test(arguments: [
    (1_000, ""), (1_001, "expected at most 1000 columns of no field, found 1001 (line 1)"),
    (2_000_000, "expected at most 1107 cells in a row, found more (line 1)"),
  ])
  func aTableHasAThousandUnknownColumns(count: Int, problem: String) {
    let unknown =
      count > 10_000
      ? String(repeating: ",", count: count) : (0..<count).map { ",c\($0)" }.joined()
    let document = Data("\(Self.header),draft,publish_at,unpublish_at,when\(unknown)\n".utf8)
    let decoded = Self.decode(document, .csv, of: .campaignBanners, size: 1 << 18)
    #expect(decoded.unknown.count == (problem.isEmpty ? count : 0))
    #expect(
      decoded.problems.listed.map(\.description) == (problem.isEmpty ? [] : [problem]))
  }

  @Test func aCellIsTextAsItStands() {
    let header = "id,rating,thumbnail_url,title,caption,published_at\n"
    let row = "1,3.70,https://a.b/c,\"=1+1\", @x ,2022-12-01T15:00:00Z\n"
    let decoded = Self.decode(Data((header + row).utf8), .csv, of: .featuredTopics)
    #expect(decoded.problems.isEmpty)
    #expect(decoded.items.first?.content["title"] == .text("=1+1"))
    #expect(decoded.items.first?.content["caption"] == .text(" @x "))
    #expect(decoded.items.first?.content["rating"] == .number(3.7))
    #expect(decoded.items.first?.window == nil)
  }

  @Test(arguments: [
    ("", "expected column names, found an empty file"),
    ("\n\n", "expected column names, found an empty file"),
    ("id,banner_url\n", "expected a column called banner_contents_id, found nothing (line 1)"),
    ("\(header),id\n", "expected each column at most once, found \"id\" (line 1)"),
    ("\(header)\n1,2", "/0: expected 3 cells, one for each column, found 2 (line 2)"),
    (
      "\(header)\n1,2\n",
      "/0/banner_url: expected an absolute http or https URL, found nothing (line 2)"
    ),
    (
      "\(header)\n1,2,https://a.b/c,x\n",
      "/0: expected 3 cells, one for each column, found 4 (line 2)"
    ),
    (
      "\(header)\nx,2,https://a.b/c\n",
      "/0/id: expected a positive whole number, found \"x\" (line 2)"
    ),
    (
      "\(header)\n1,,https://a.b/c\n",
      "/0/banner_contents_id: expected a whole number, found nothing (line 2)"
    ),
    (
      "\(header)\n1,2,https://a.b/c\n\n1,2,https://a.b/c\n",
      "/1/id: expected a unique id, found 1 again (line 4)"
    ),
    (
      "\(header)\n1,2,a\"b\n",
      "expected CSV (RFC 4180), found a quotation mark in an unquoted cell (line 2)"
    ),
    (
      "\(header)\n1,2,\"a\"b\n",
      "expected CSV (RFC 4180), found text after the closing quotation mark of a cell (line 2)"
    ),
    (
      "\(header)\n1,2,\"a\nb\n",
      "expected CSV (RFC 4180), found a quotation mark that is never closed (line 2)"
    ),
    (
      "\(header),draft\n1,2,https://a.b/c,maybe\n",
      "/0/draft: expected true or false, found \"maybe\" (line 2)"
    ),
    (
      "\(header),publish_at,unpublish_at\n1,2,https://a.b/c,2022-12-01T15:00:00Z,2022-12-01T15:00:00Z\n",
      "/0/unpublish_at: expected a moment after publish_at, found \"2022-12-01T15:00:00.000+0000\" "
        + "(line 2)"
    ),
  ])
  func aTableWithAProblem(text: String, problem: String) {
    #expect(Self.banners(text).problems == [problem])
  }

  @Test func everyProblemOfATableIsNamedByItsLineAndColumn() {
    let text = "\(Self.header)\n0,2,\"multi\nline\"\n5,x,https://a.b/c\n"
    #expect(
      Self.banners(text).problems == [
        "/0/id: expected a positive whole number, found \"0\" (line 2)",
        "/0/banner_url: expected an absolute http or https URL, found \"multi line\" (line 2)",
        "/1/banner_contents_id: expected a whole number, found \"x\" (line 4)",
      ])
  }

  /// Cells of columns that no field has count as well.
  @Test(arguments: [0, 1])
  func aRowIsAtMostAsLargeAsAnItem(further: Int) {
    let row = "1,2,https://a.b/c,".utf8.count
    let padding = String(repeating: "a", count: ItemSize.maximum - row + further)
    let decoded = Self.banners("\(Self.header),note\n1,2,https://a.b/c,\(padding)\n")
    #expect(decoded.items.count == 1 - further)
    #expect(decoded.problems.count == further)
  }

  @Test func bytesThatAreNoTextAreAProblem() {
    // Damage, and text in another encoding.
    for (text, problem) in [
      ("é", "/0/banner_url: expected UTF-8, found byte 0xFF (line 2)"),
      (
        "",
        "expected a table in UTF-8 or UTF-16 (in Excel: CSV UTF-8), "
          + "found another encoding than UTF-8 (line 2)"
      ),
    ] {
      let bytes = Data("\(Self.header)\n1,2,\(text)".utf8) + [0xFF] + Data("\n".utf8)
      let decoded = Self.decode(bytes, .csv, of: .campaignBanners)
      #expect(decoded.problems.listed.map(\.description) == [problem])
    }
  }

  @Test func linesAreItemsOfTheirOwn() {
    let good = #"{"id":1,"banner_contents_id":2,"banner_url":"https://a.b/c"}"#
    let text = """
      \u{FEFF}\(good)\r

      {"id":2}
      [1]
      {"id":3
      \(good)
      """
    for size in [1, 5, Int.max] {
      let decoded = Self.decode(Data(text.utf8), .ndjson, of: .campaignBanners, size: size)
      #expect(decoded.items.map(\.content.id) == [1])
      #expect(
        decoded.problems.listed.map(\.description) == [
          "/1/banner_contents_id: expected a whole number, found nothing (line 3)",
          "/1/banner_url: expected an absolute http or https URL, found nothing (line 3)",
          "/2: expected an object, found an array (line 4)",
          "/3: expected JSON, found an incomplete value (line 5)",
          "/4/id: expected a unique id, found 1 again (line 6)",
        ])
    }
  }

  @Test(arguments: [TransferFormat.json, .ndjson])
  func aWindowStandsBesideTheFields(format: TransferFormat) {
    let item = #"{"id":1,"banner_contents_id":2,"banner_url":"https://a.b/c""#
    let cases: [(String, Window?)] = [
      ("", nil), (#","draft":true"#, Window(isDraft: true)), (#","publish_at":null"#, .always),
      (
        #","draft":false,"publish_at":"2022-12-01T15:00:00Z","unpublish_at":null"#,
        Window(publishAt: Timestamp("2022-12-01T15:00:00Z"))
      ),
      (#","when":{"platforms":["ios"]}"#, Window(when: Targeting(platforms: ["ios"]))),
      (#","when":null"#, .always),
    ]
    for (members, window) in cases {
      let decoded = Self.decode(
        Data((format == .json ? "[\(item)\(members)}]" : "\(item)\(members)}").utf8), format,
        of: .campaignBanners)
      #expect(decoded.problems.isEmpty && decoded.unknown.isEmpty)
      #expect(decoded.items.map(\.window) == [window])
    }
  }

  @Test(
    arguments: [
      (#"{"platforms":["web","ios"]}"#, nil), ("", nil),
      ("{}", "/0/when: expected at least one of platforms, app_version, audiences, share"),
      (#"{"platforms":["i os"]}"#, "/0/when/platforms/0: expected 1 to 64 of the letters"),
      ("ios", "/0/when: expected JSON"), ("null", "/0/when: expected an object, found null"),
    ] as [(String, String?)])
  func aCellHasTheConditionAsJSON(cell: String, problem: String?) throws {
    let quoted = "\"\(cell.replacing("\"", with: "\"\""))\""
    let table = "\(Self.header),when\r\n1,2,https://a.b/c,\(quoted)\r\n"
    let decoded = Self.decode(Data(table.utf8), .csv, of: .campaignBanners)
    let found = decoded.problems.listed.map(\.description)
    guard let problem else {
      let condition = cell.isEmpty ? nil : Targeting(platforms: ["ios", "web"])
      #expect(found.isEmpty && decoded.items.map(\.window) == [Window(when: condition)])
      return
    }
    #expect(found.count == 1 && found[0].hasPrefix(problem), "\(found)")
  }
}
