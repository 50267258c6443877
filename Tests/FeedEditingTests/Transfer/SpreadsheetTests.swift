import FeedEditing
import FeedModel
import FeedStore
import Foundation
import StrictJSON
import Testing

/// Tables as spreadsheets save them.
@Suite struct SpreadsheetTests {
  private static let header = "id,name,caption,seats,score,open,opened_at,near"
  private static let row = "7,寿司,,12,4.5,true,2026-11-24T09:00:00.000+0900,3"

  private static func shops() throws -> ContentKind {
    let definition = """
      {"kind":"shops","fields":[
       {"name":"name","type":"text","localized":true},{"name":"caption","type":"text","required":false},
       {"name":"seats","type":"integer","required":false},{"name":"score","type":"number","required":false},
       {"name":"open","type":"boolean","default":false},{"name":"opened_at","type":"date","required":false},
       {"name":"near","type":"reference","kind":"shops","required":false},
       {"name":"nums","type":"list","of":"integer","max_items":3,"required":false}]}
      """
    return try KindProposal(reading: JSONTree(parsing: Array(definition.utf8))).kind
  }

  /// Decodes `table` in pieces of `size` bytes.
  private static func decode(
    _ table: Data, size: Int = .max
  ) throws -> (items: [StagedItem], problems: [String], unknown: [String: Int]) {
    let decoded = TransferDecodingTests.decode(table, .csv, of: try shops(), size: size)
    return (decoded.items, decoded.problems.listed.map(\.description), decoded.unknown)
  }

  private static func decode(
    _ table: String
  ) throws -> (items: [StagedItem], problems: [String], unknown: [String: Int]) {
    try decode(Data(table.utf8))
  }

  /// The value that `cell` is of the field called `name`.
  private static func value(of name: String, _ cell: String) throws -> FieldValue? {
    let decoded = try decode("id,name,\(name)\n7,a,\(cell)\n")
    #expect(decoded.problems.isEmpty, "\(decoded.problems)")
    return decoded.items.first?.content[name]
  }

  /// What is wrong with `cell` as a value of the field called `name`.
  private static func problem(of name: String, _ cell: String) throws -> String {
    let decoded = try decode("id,name,\(name)\n7,a,\(cell)\n")
    #expect(decoded.items.isEmpty && decoded.problems.count == 1, "\(decoded.problems)")
    return decoded.problems.first ?? ""
  }

  // MARK: - Forms of tables

  @Test(
    "Whatever separates cells, and whatever a program says of it in the first line",
    arguments: [
      header + "\n" + row + "\n",
      (header + "\n" + row + "\n").replacing(",", with: ";"),
      (header + "\n" + row + "\n").replacing(",", with: "\t"),
      (header + "\n" + row + "\n").replacing(",", with: "|"),
      "sep=,\r\n" + header + "\r\n" + row + "\r\n",
      "SEP=;\n" + (header + "\n" + row + "\n").replacing(",", with: ";"),
      "sep=\t\n" + (header + "\n" + row + "\n").replacing(",", with: "\t"),
      "sep=^\n" + (header + "\n" + row + "\n").replacing(",", with: "^"),
      // A program without a meaning for that line keeps it as a row.
      "\"sep=,\",,,,,,,\n" + header + "\n" + row + "\n",
      "sep=;,,,,,,,\n" + header + "\n" + row + "\n",
      "\u{FEFF}sep=;\r\n" + (header + "\r\n" + row + "\r\n").replacing(",", with: ";"),
    ])
  func separators(table: String) throws {
    for size in [1, 3, Int.max] {
      let decoded = try Self.decode(Data(table.utf8), size: size)
      #expect(decoded.problems.isEmpty && decoded.unknown.isEmpty, "\(decoded)")
      let item = try #require(decoded.items.first)
      #expect(decoded.items.count == 1 && item.content.id == 7)
      #expect(item.content["name"] == .text("寿司") && item.content["caption"] == .null)
      #expect(item.content["score"] == .number(4.5) && item.content["near"] == .integer(3))
    }
  }

  @Test("Rows and columns of nothing are left out, and cells at the end of a row may be missing")
  func padding() throws {
    let table = """
      ,,,,,,,,,
      \(Self.header),,
      \(Self.row),,
      ,,,,,,,,,
      "","","",,,,,,,
      8,麺
      ,, ,\u{A0},,,,,,
       ,,,,,,,,,

      """
    let decoded = try Self.decode(table)
    #expect(decoded.problems.isEmpty && decoded.unknown.isEmpty, "\(decoded)")
    #expect(decoded.items.map(\.content.id) == [7, 8])
    #expect(decoded.items.last?.content["open"] == .boolean(false))
    #expect(decoded.items.last?.content["seats"] == .null)
  }

  @Test("A cell without a heading has no meaning: it is named, or refused behind the table")
  func cellsWithoutHeading() throws {
    let before = try Self.decode(",id,name\n0,7,a\n1,8,b\n")
    #expect(before.items.map(\.content.id) == [7, 8] && before.unknown == ["column 1": 1])
    let behind = try Self.decode("id,name,\n7,Hello, world\n")
    #expect(behind.problems == ["/0: expected 2 cells, one for each column, found 3 (line 2)"])
  }

  @Test("A table that was cut within its last row is refused")
  func cutTable() throws {
    let decoded = try Self.decode("\(Self.header)\n\(Self.row)\n8,Noodles and mo")
    #expect(
      decoded.problems == ["/1: expected 8 cells, one for each column, found 2 (line 3)"])
  }

  @Test("Headings are read in letters of any case and width, with space in and around them")
  func headings() throws {
    let decoded = try Self.decode(
      " ID ;Ｎａｍｅ;NAME@EN-gb;Name@ja ;Opened At;\u{FEFF}Draft;publish-at\u{A0};Note\n"
        + "7;a;b;c;2026-11-24T09:00:00Z;WAHR;;x\n")
    #expect(decoded.problems.isEmpty && decoded.unknown == ["Note": 1], "\(decoded)")
    let item = try #require(decoded.items.first)
    #expect(item.content["opened_at"] == Timestamp("2026-11-24T09:00:00Z").map { .date($0) })
    #expect(item.translations.values.map { "\($0.locale)" } == ["en-GB", "ja"])
    #expect(item.window == Window(isDraft: true))
    let twice = try Self.decode("id,ID ,name\n7,7,a\n")
    #expect(twice.problems == ["expected each column at most once, found \"id\" (line 1)"])
  }

  @Test(
    "A table without a known column says what is expected",
    arguments: ["number^title\n1^a\n", "Table 1\nid,name\n7,a\n"])
  func unknownHeadings(table: String) throws {
    let problems = try Self.decode(table).problems
    #expect(problems.count == 1)
    #expect(
      problems.first?.hasPrefix(
        "expected column names separated by one of comma, semicolon, tab, vertical bar, colon, "
          + "space, one of them id, found \"") == true, "\(problems)")
  }

  @Test("Tables with tabs may have quotation marks in cells without any around them")
  func quotationMarksBesideTabs() throws {
    let decoded = try Self.decode("id\tname\n7\t5\" pipe\n8\t\"a\tb\"\n")
    #expect(decoded.problems.isEmpty, "\(decoded.problems)")
    #expect(decoded.items.map { $0.content["name"] } == [.text("5\" pipe"), .text("a\tb")])
  }

  @Test("Beside tabs, a cell that goes on behind a closing quotation mark has its marks as text")
  func textBehindQuotationMarksBesideTabs() throws {
    let rows = [
      "7\t\"Best\" of 2024\t", "8\t\"a \"\"b\"\" c\" d\t", "9\t\"\"a\t", "10\t\"a\tb\" c",
      // The mark in front of `open` is closed in the next row but one, whose cell it is not.
      "11\t\"open\t", "12\tplain\t", "13\tx\"y\t", "14\t\"whole\"\t", "15\t\"two\nlines\"\t",
      "x\ty\t",
    ]
    for end in ["\n", "\r\n"] {
      let table = "id\tname\tcaption\n" + rows.map { $0 + end }.joined()
      for size in [1, 7, Int.max] {
        let decoded = try Self.decode(Data(table.utf8), size: size)
        // Of the last row; the one in front has two lines.
        #expect(
          decoded.problems
            == ["/9/id: expected a positive whole number, found \"x\" (line 12)"])
        #expect(
          decoded.items.map { $0.content["name"] } == [
            .text("\"Best\" of 2024"), .text("\"a \"\"b\"\" c\" d"), .text("\"\"a"), .text("\"a"),
            .text("\"open"), .text("plain"), .text("x\"y"), .text("whole"), .text("two\nlines"),
          ])
        #expect(decoded.items.prefix(4).last?.content["caption"] == .text("b\" c"))
      }
    }
  }

  @Test(
    arguments: [
      ("banners.csv", .csv), ("Tabelle 1.TSV", .csv), ("in/sheet.txt", .csv), ("a.tab", .csv),
      ("a.json", .json), ("a.ndjson", .ndjson), ("a.csv.jsonl", .ndjson), ("-", nil), ("csv", .csv),
      ("a.xlsx", .csv), ("a.ods", .csv), ("a.XLS", .csv), ("a.numbers", .csv), ("a.csv.gz", .csv),
      ("a.json.gz", .json), ("a.gz", nil), ("gz", nil), ("a.csv/b", nil), ("", nil),
    ] as [(String, TransferFormat?)])
  func theNameOfAFileSaysItsFormat(name: String, format: TransferFormat?) {
    #expect(TransferFormat(fileName: name) == format)
  }

  // MARK: - Cells

  @Test(
    "True and false in the languages of spreadsheets",
    arguments: [
      ("TRUE", true), ("True", true), (" true ", true), ("WAHR", true), ("vrai", true),
      ("VERDADERO", true), ("VERO", true), ("VERDADEIRO", true), ("WAAR", true), ("SANT", true),
      ("PRAWDA", true), ("DOĞRU", true), ("ИСТИНА", true), ("FALSE", false), ("FALSCH", false),
      ("Faux", false), ("FALSO", false), ("ONWAAR", false), ("FALSKT", false), ("FAŁSZ", false),
      ("yanlış", false), ("ЛОЖЬ", false),
    ])
  func flags(cell: String, flag: Bool) throws {
    #expect(try Self.value(of: "open", cell) == .boolean(flag))
    let drafts = try Self.decode("id,name,draft\n7,a,\(cell)\n")
    #expect(drafts.items.map(\.window) == [Window(isDraft: flag)])
  }

  @Test(
    "Whole numbers with the decimals of their format",
    arguments: [
      ("7.0", 7), ("7.00", 7), (" 12 ", 12), ("\u{A0}12", 12), ("-3.0", -3), ("+5", 5), ("007", 7),
      ("1234.000", 1234), ("0.000", 0), ("9007199254740991", 9_007_199_254_740_991),
    ])
  func wholeNumbers(cell: String, number: Int) throws {
    #expect(try Self.value(of: "seats", cell) == .integer(number))
  }

  @Test func idsAndReferencesAreWholeNumbers() throws {
    let decoded = try Self.decode("id,name,near\n7.0,a,3.0\n8,b,\"\"\n")
    #expect(decoded.problems.isEmpty && decoded.items.map(\.content.id) == [7, 8])
    #expect(decoded.items.map { $0.content["near"] } == [.integer(3), .null])
  }

  @Test(
    "What can be read in two ways, or has lost digits, is refused with what is expected",
    arguments: [
      ("seats", "1.000", "a whole number in digits alone, found \"1.000\""),
      ("seats", "\"1,000\"", "a whole number in digits alone, found \"1,000\""),
      ("seats", "1.23457E+11", "a whole number in digits alone, found \"1.23457E+11\""),
      ("seats", "7.5", "a whole number in digits alone, found \"7.5\""),
      ("seats", "many", "a whole number, found \"many\""),
      (
        "seats", "9007199254740992",
        "a whole number from -9007199254740991 to 9007199254740991, found \"9007199254740992\""
      ),
      (
        "near", "9007199254740992",
        "a whole number from 1 to 9007199254740991, found \"9007199254740992\""
      ),
      ("near", "0", "the id of an item of shops, found \"0\""),
      ("score", "\"1,5\"", "a number, with a point before the decimals, found \"1,5\""),
      ("score", "1 234", "a number, with a point before the decimals, found \"1 234\""),
      ("score", "#DIV/0!", "a number, with a point before the decimals, found \"#DIV/0!\""),
      ("open", "1", "true or false, found \"1\""), ("open", "ja", "true or false, found \"ja\""),
      (
        "opened_at", "03/04/2026",
        "a date with a time zone, like 2022-12-01T07:30:00.000+0000, found \"03/04/2026\""
      ),
      (
        "opened_at", "2026-11-24 09:00",
        "a date with a time zone, like 2022-12-01T07:30:00.000+0000, found \"2026-11-24 09:00\""
      ),
      (
        "opened_at", "45985.375",
        "a date with a time zone, like 2022-12-01T07:30:00.000+0000, found \"45985.375\""
      ),
    ])
  func ambiguousCells(name: String, cell: String, problem: String) throws {
    #expect(try Self.problem(of: name, cell) == "/0/\(name): expected \(problem) (line 2)")
  }

  @Test(
    "What is wrong with a list is said as in JSON; what is none is a cell",
    arguments: [
      (
        "[9007199254740993]",
        "/0/nums/0: expected a whole number from -9007199254740991 to 9007199254740991, "
          + "found 9007199254740993"
      ), ("[1;null]", "/0/nums/1: expected a whole number, found null"),
      ("[1;2;3;4]", "/0/nums: expected an array of at most 3 values, found 4 values"),
      ("7", "/0/nums: expected an array of at most 3 values, found \"7\""),
      ("1 2", "/0/nums: expected an array of at most 3 values, found \"1 2\""),
    ])
  func lists(cell: String, problem: String) throws {
    let quoted = "\"\(cell.replacing(";", with: ","))\""
    #expect(try Self.problem(of: "nums", quoted) == problem + " (line 2)")
    #expect(
      try Self.value(of: "nums", "\"[1, 2.0]\"") == .list([.integer(1), .integer(2)]))
  }

  @Test func anIDBeyondTheBoundsIsRefusedWithThem() throws {
    let decoded = try Self.decode("id,name\n9007199254740993,a\n0,b\n")
    #expect(
      decoded.problems == [
        "/0/id: expected a whole number from 1 to 9007199254740991, "
          + "found \"9007199254740993\" (line 2)",
        "/1/id: expected a positive whole number, found \"0\" (line 3)",
      ])
  }

  @Test(
    "Dates of Python, of databases, and of every other program that writes RFC 3339",
    arguments: [
      "2026-11-24T09:00:00.123456+00:00", "2026-11-24 09:00:00.123+00:00",
      "2026-11-24T18:00:00.1239+09:00", "2026-11-24t09:00:00.123z", " 2026-11-24T09:00:00.123Z",
      "2026-11-24 09:00:00.123456+00",
    ])
  func dates(cell: String) throws {
    guard case .date(let date)? = try Self.value(of: "opened_at", cell) else {
      Issue.record("no date")
      return
    }
    #expect(date.rfc3339 == "2026-11-24T09:00:00.123Z")
  }

  // MARK: - Encodings

  private static let japanese = "id,name,caption\r\n7,寿司 🍣,\"一\u{3000}二\"\r\n8,麺,\r\n"

  @Test("UTF-16 is read, with a mark and without one", arguments: [true, false], [true, false])
  func utf16(hasMark: Bool, isBigEndian: Bool) throws {
    let units = Array(((hasMark ? "\u{FEFF}" : "") + Self.japanese).utf16)
    let bytes = units.flatMap { unit -> [UInt8] in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return isBigEndian ? [high, low] : [low, high]
    }
    for size in [1, 2, 5, Int.max] {
      let decoded = try Self.decode(Data(bytes), size: size)
      #expect(decoded.problems.isEmpty, "\(decoded.problems)")
      #expect(decoded.items.map { $0.content["name"] } == [.text("寿司 🍣"), .text("麺")])
      #expect(decoded.items.first?.content["caption"] == .text("一\u{3000}二"))
    }
    // Half of a pair, and half of a unit.
    let half = Data(isBigEndian ? [0xD8, 0x3C, 0, 0x41] : [0x3C, 0xD8, 0x41, 0])
    var broken = Data(bytes)
    broken.append(half)
    #expect(
      try Self.decode(broken).problems
        == ["expected UTF-16, found half of a surrogate pair (line 4)"])
    let cut = try Self.decode(Data(bytes + [0]))
    #expect(cut.problems == ["expected UTF-16, found an incomplete character (line 4)"])
  }

  @Test(
    "What is no text in Unicode is named",
    arguments: [
      // 寿司 in a cell, and タイトル as a heading.
      ([0x8E, 0xF5, 0x8E, 0x69], "Shift_JIS (line 2)", false),
      ([0x83, 0x5E, 0x83, 0x43, 0x83, 0x67, 0x83, 0x8B], "Shift_JIS (line 1)", true),
      ([0xA5, 0xBF, 0xA5, 0xA4, 0xA5, 0xC8, 0xA5, 0xEB], "EUC-JP (line 1)", true),
      ([0x43, 0x61, 0x66, 0xE9], "an 8-bit encoding such as Windows-1252 (line 2)", false),
      ([0x1B, 0x24, 0x42, 0x3C, 0x77, 0x1B, 0x28, 0x42], "ISO-2022-JP (line 1)", false),
    ] as [([UInt8], String, Bool)])
  func otherEncodings(text: [UInt8], name: String, isHeading: Bool) throws {
    var table = Data(isHeading ? "id,name,".utf8 : "id,name\n7,".utf8)
    table.append(contentsOf: text)
    table.append(contentsOf: (isHeading ? "\n7,a,b\n" : "\n8,").utf8)
    if !isHeading { table.append(contentsOf: text) }
    let problems = try Self.decode(table).problems
    #expect(
      problems == [
        "expected a table in UTF-8 or UTF-16 (in Excel: CSV UTF-8), found \(name)"
      ])
  }

  @Test(
    arguments: [
      ([0xFF, 0xFE, 0, 0, 0x69, 0, 0, 0], "UTF-32"),
      ([0, 0, 0xFE, 0xFF, 0, 0, 0, 0x69], "UTF-32"),
      (
        [0x50, 0x4B, 0x03, 0x04, 0x14],
        "a ZIP file, which those of Excel, LibreOffice and Numbers are"
      ),
      ([0xD0, 0xCF, 0x11, 0xE0, 0xA1], "a file of Excel 97"),
      ([0x1F, 0x8B, 0x08, 0], "a gzip file, which has to be unpacked"),
    ] as [([UInt8], String)])
  func otherFilesAreNamed(bytes: [UInt8], name: String) throws {
    let decoded = try Self.decode(Data(bytes))
    #expect(
      decoded.problems == [
        "expected a table in UTF-8 or UTF-16 (in Excel: CSV UTF-8), found \(name) (line 1)"
      ])
  }

  /// The beginning by which separator and encoding are known is longer than one piece.
  @Test func aLongTableIsReadAsAShortOne() throws {
    let rows = (1...9_000).map { "\($0);Shop number \($0);;;;WAHR;;\r\n" }.joined()
    let table = "sep=;\r\n" + Self.header.replacing(",", with: ";") + "\r\n" + rows
    for data in [
      Data(table.utf8), Data(table.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }),
    ] {
      let decoded = try Self.decode(data, size: 10_007)
      #expect(decoded.problems.isEmpty, "\(decoded.problems.prefix(3))")
      #expect(decoded.items.map(\.content.id) == Array(1...9_000))
      #expect(decoded.items.allSatisfy { $0.content["open"] == .boolean(true) })
      #expect(decoded.items.last?.place?.line == 9_002)
    }
  }
}
