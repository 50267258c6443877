import FeedModel
import Foundation
import StrictJSON
import Testing

struct LocaleTests {
  @Test(
    "A tag is written in its recommended case",
    arguments: [
      ("EN", "en"), ("en-gb", "en-GB"), ("ZH-HANT-tw", "zh-Hant-TW"), ("es-419", "es-419"),
      ("sl-ROZAJ", "sl-rozaj"), ("en-X-GB", "en-x-gb"), ("de-CH-1996", "de-CH-1996"),
    ])
  func recommendedCase(text: String, expected: String) {
    #expect(LocaleTag(text)?.text == expected)
  }

  @Test(
    "What is no tag is refused",
    arguments: [
      "", "e", "en-", "-en", "en--GB", "en_GB", "x-a", "en GB", "englishes", "en-abcdefghi", "日本",
      "e1", "en-\u{E9}", "en-Ａ", "*", "en@GB", "aa-bbbbbbbb-bbbbbbbb-bbbbbbbb-bbbbbbb",
    ])
  func noTag(text: String) {
    #expect(LocaleTag(text) == nil)
  }

  // MARK: - Items

  /// The translations of a topic with `members`, or the problems.
  private static func topic(_ members: String) throws -> (texts: [String], problems: [String]) {
    let json = """
      {"id":1,"rating":3,"thumbnail_url":"https://a.b/c","title":"題","caption":"注",
      "published_at":"2022-12-01T15:00:00.000+0900",\(members)}
      """
    let (item, problems) = JSONFieldReader.read(try JSONTree(parsing: Array(json.utf8))) {
      reader in
      let item = ContentItem(reading: &reader, kind: .featuredTopics)
      reader.refuseUnknownFields()
      return item
    }
    let texts = (item?.translations ?? []).map { translation in
      "\(item?.kind.fields[translation.place].name ?? "")@\(translation.locale)=\(translation.value.plainText)"
    }
    return (problems.isEmpty ? texts : [], problems.map(\.pointer))
  }

  @Test(
    "Translations stand beside their fields, in any order and case",
    arguments: [
      (#""title@en":"a""#, ["title@en=a"]), (#""title@EN-gb":"a""#, ["title@en-GB=a"]),
      (
        #""caption@fr":"c","title@fr":"b","title@en":"","title@de":null"#,
        ["title@en=", "title@fr=b", "caption@fr=c"]
      ),
      (#""thumbnail_url@en":"https://a.b/en""#, ["thumbnail_url@en=https://a.b/en"]),
    ])
  func translations(members: String, expected: [String]) throws {
    let read = try Self.topic(members)
    #expect(read.texts == expected && read.problems == [])
  }

  @Test(
    "A translation that cannot be is a problem with its place",
    arguments: [
      #""titel@en":"a""#, #""rating@en":3"#, #""title@":"a""#, #""title@e":"a""#,
      #""title@en_GB":"a""#, #""title@en@fr":"a""#, #""title@en":3"#, #""id@en":2"#,
      #""thumbnail_url@en":"/a""#,
    ])
  func problems(member: String) throws {
    let name = try #require(member.split(separator: "\"").first)
    #expect(try Self.topic(member).problems == ["/\(name)"])
  }

  @Test("A locale that is named in two cases is a problem")
  func repeatedLocale() throws {
    #expect(try Self.topic(#""title@EN":"a","title@en":"b""#).problems == ["/title@en"])
    #expect(try Self.topic(#""title@EN":null,"title@en":"b""#).problems == ["/title@en"])
  }

  private static func members(_ field: String, _ numbers: ClosedRange<Int>) -> String {
    numbers.map { #""\#(field)@aa-\#(10_000 + $0)":"a""# }.joined(separator: ",")
  }

  @Test("Texts in more locales than are allowed are a problem at the first one beyond them")
  func manyLocales() throws {
    let all = Self.members("title", 1...100)
    #expect(try Self.topic(all).texts.count == 100)
    #expect(try Self.topic(all + "," + Self.members("caption", 1...100)).texts.count == 200)
    #expect(
      try Self.topic(all + "," + Self.members("caption", 101...105)).problems == ["/title@aa-10096"]
    )
    #expect(try Self.topic(Self.members("title", 1...20_000)).problems == ["/title@aa-10101"])
  }

  @Test("A written item reads back as it was, with each translation behind its field")
  func roundTrip() throws {
    let json = """
      {"id":1,"rating":3,"thumbnail_url":"https://a.b/c","title":"題","title@en":"Title",\
      "title@en-GB":"Heading","caption":"注","caption@ar":"تعليق",\
      "published_at":"2022-12-01T15:00:00.000+0900"}
      """
    let (item, problems) = JSONFieldReader.read(try JSONTree(parsing: Array(json.utf8))) {
      ContentItem(reading: &$0, kind: .featuredTopics)
    }
    let read = try #require(item)
    #expect(problems.isEmpty)
    let written = JSONWriter.encode { $0.object { $0.members(of: read) } }
    #expect(String(decoding: written, as: UTF8.self) == json)
    let british = ["en-GB", "en"].compactMap { LocaleTag($0) }
    #expect(read.localized(by: british)["title"] == .text("Heading"))
    #expect(read.localized(by: Array(british.dropFirst()))["title"] == .text("Title"))
    #expect(read.localized(by: british)["caption"] == .text("注"))
    #expect(
      read.localized(by: []).translations == [] && read.localized(by: [])["title"] == .text("題"))
  }

  // MARK: - Compositions

  private static func composition(_ section: String) throws -> Composition {
    let json = #"{"sections":[{"id":"a","kind":"recent_news","title":"題",\#(section)}]}"#
    return try Composition(reading: Data(json.utf8), of: "home", kinds: .standard)
  }

  @Test("Every text of a section has translations, which are looked up and written again")
  func sectionTexts() throws {
    let composition = try Self.composition(
      """
      "title@en":"News","header":{"height":50,"subtitle":"副","subtitle@en":"Latest","action":
      {"title":"全て","title@en-gb":"See all","web_url":"https://a.b/ja","web_url@en":"https://a.b/en"}},
      "action":{"web_url":"https://a.b/{id}","web_url@en":"https://a.b/en/{id}","deep_link":"app://{id}",
      "deep_link@fr":"app://fr/{id}"}
      """)
    #expect(composition.locales.map(\.text).sorted() == ["en", "en-GB", "fr"])
    let section = try #require(composition.sections.first)
    let british = section.localized(by: ["en-GB", "en"].compactMap { LocaleTag($0) })
    #expect(british.title == "News" && british.header?.subtitle == "Latest")
    #expect(british.header?.action?.title == "See all")
    #expect(british.header?.action?.webURL == "https://a.b/en")
    #expect(
      british.action?.webURL == "https://a.b/en/{id}" && british.action?.deepLink == "app://{id}")
    let text = JSONWriter.encode { composition.write(to: &$0) }
    let again = try Composition(reading: Data(text), of: "home", kinds: .standard)
    // The layout that the section has by default is written out.
    #expect(JSONWriter.encode { again.write(to: &$0) } == text)
    #expect(
      again.sections.first?.header == section.header && again.sections.first?.title == section.title
    )
    #expect(
      LocaleTag.named(in: String(decoding: text, as: UTF8.self)) == composition.locales)
  }

  @Test(
    "A translation in a composition that cannot be is a problem with its place",
    arguments: [
      (#""title@e":"a""#, ["/sections/0/title@e"]), (#""title@en":3"#, ["/sections/0/title@en"]),
      (#""kind@en":"recent_news""#, ["/sections/0/kind@en"]),
      (#""title@en":"a","title@EN":"b""#, ["/sections/0/title@en"]),
      (#""action":{"web_url@en":"https://a.b/"}"#, ["/sections/0/action/web_url@en"]),
      (
        #""action":{"web_url":"https://a.b/","web_url@en":"/a"}"#,
        ["/sections/0/action/web_url@en"]
      ),
      (
        #""header":{"height":5,"action":{"title":"a","deep_link":"a://b","deep_link@en":"data:x"}}"#,
        ["/sections/0/header/action/deep_link@en"]
      ),
    ])
  func sectionProblems(section: String, pointers: [String]) throws {
    try Self.expectProblems(at: pointers) { _ = try Self.composition(section) }
  }

  @Test("Texts of a composition in more locales than are allowed are a problem with their section")
  func manyLocalesOfSections() throws {
    func json(_ numbers: [ClosedRange<Int>]) -> Data {
      let sections = numbers.enumerated().map { index, numbers in
        #"{"id":"s\#(index)","kind":"recent_news","title":"題",\#(Self.members("title", numbers))}"#
      }
      return Data(#"{"sections":[\#(sections.joined(separator: ","))]}"#.utf8)
    }
    let full = try Composition(
      reading: json([1...100, 1...100]), of: "home", kinds: .standard)
    #expect(full.locales.count == 100)
    for (numbers, pointer) in [
      ([1...60, 1...60, 61...120, 1...1], "/sections/2"), ([1...101], "/sections/0/title@aa-10101"),
    ] {
      try Self.expectProblems(at: [pointer]) {
        _ = try Composition(reading: json(numbers), of: "home", kinds: .standard)
      }
    }
  }

  private static func expectProblems(at pointers: [String], _ read: () throws -> Void) throws {
    do {
      try read()
      Issue.record("no problems")
    } catch let problems as DocumentProblems {
      #expect(problems.listed.map(\.pointer) == pointers)
    }
  }
}
