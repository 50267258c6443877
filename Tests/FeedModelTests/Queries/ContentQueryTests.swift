import FeedModel
import Testing

@Suite struct ContentQueryTests {
  @Test func everyKindKnowsItsFields() {
    #expect(
      ContentKind.featuredTopics.allFields.map(\.name)
        == ["id", "rating", "thumbnail_url", "title", "caption", "published_at"])
    #expect(
      ContentKind.featuredTopics.allFields == [
        ContentField("id", IntegerField(1...Int.max)), ContentField("rating", NumberField(0...5)),
        ContentField("thumbnail_url", URLField(), isLocalized: true),
        ContentField("title", TextField(), isLocalized: true),
        ContentField("caption", TextField(), isLocalized: true),
        ContentField("published_at", DateField()),
      ])
    for kind in ContentKinds.standard.all {
      #expect(kind.field("id") == ContentField("id", IntegerField(1...Int.max)))
    }
  }

  @Test func aQueryIsReadFromItsParameters() throws {
    let query = try ContentQuery(
      parameters: [
        "rating.gte": "3.5", "title.ne": "", "sort": "-published_at,id", "q": "最新の news",
        "published_at.lt": "2022-12-01T15:00:00Z", "id": "7",
      ], for: .featuredTopics)
    #expect(
      query.filters == [
        .init(field: "id", comparison: .equal, value: "7"),
        .init(field: "published_at", comparison: .less, value: "2022-12-01T15:00:00Z"),
        .init(field: "rating", comparison: .greaterOrEqual, value: "3.5"),
        .init(field: "title", comparison: .notEqual, value: ""),
      ])
    #expect(query.sort == [.init(field: "published_at", isDescending: true), .init(field: "id")])
    #expect(query.searchWords == ["最新の", "news"])
  }

  /// Equal conditions are one, and no name is written twice.
  @Test(arguments: [
    (["id": "7", "id.eq": "7"], ["id=7"]), (["id.eq": "7"], ["id=7"]),
    (["id": "7", "id.eq": "8"], ["id=7", "id.eq=8"]),
    (["rating.gte": "1", "rating": "2", "rating.eq": "2"], ["rating=2", "rating.gte=1"]),
  ])
  func aConditionThatIsWrittenInTwoWaysIsOne(given: [String: String], written: [String]) throws {
    let query = try ContentQuery(parameters: given, for: .featuredTopics)
    #expect(query.parameters.map { "\($0.name)=\($0.value)" } == written)
    let again = try ContentQuery(
      parameters: Dictionary(query.parameters.map { ($0.name, $0.value) }) { $1 },
      for: .featuredTopics)
    #expect(again.parameters.map(\.value) == query.parameters.map(\.value))
    #expect(Set(again.filters) == Set(query.filters))
  }

  @Test func aQueryWritesTheParametersItIsReadFrom() throws {
    let parameters = [
      "rating.gte": "3.5", "title": "a&b=c", "sort": "-published_at,id", "q": "\"x\" OR y*",
    ]
    let query = try ContentQuery(parameters: parameters, for: .featuredTopics)
    #expect(Dictionary(uniqueKeysWithValues: query.parameters.map { ($0, $1) }) == parameters)
    #expect(ContentQuery.all.parameters.isEmpty)
    #expect(try ContentQuery(parameters: [:], for: .campaignBanners) == .all)
  }

  @Test func aCompositionWritesTheSameTexts() throws {
    let query = try ContentQuery(
      filters: ["rating.gte": "4"], sort: "-published_at", search: "rice", for: .featuredTopics)
    let parameters = ["rating.gte": "4", "sort": "-published_at", "q": "rice"]
    #expect(query == (try ContentQuery(parameters: parameters, for: .featuredTopics)))
  }

  @Test(
    "Every problem names its parameter and what was expected",
    arguments: [
      ("nope", "1", "expected a field of featured_topics (id, rating, "),
      ("rating.near", "1", "expected a comparison after the dot, one of eq, ne, lt"),
      ("rating.", "1", "expected a comparison"), ("rating.gte.x", "1", "expected a comparison"),
      (".gte", "1", "expected a field"), ("", "1", "expected a field"),
      ("id", "x", "expected a whole number, found \"x\""), ("id", "1.0", "a whole number"),
      ("id", "99999999999999999999", "a whole number"), ("id", "", "a whole number"),
      ("rating", "nan", "expected a number"), ("rating", "inf", "a number"),
      ("rating", "1e999", "a number"), ("rating", "0x10", "a number"), ("rating", " 1", "a number"),
      (
        "published_at.gt", "yesterday",
        "expected a date with a time zone, like 2022-12-01T07:30:00.000+0000"
      ),
      ("published_at", "2022-02-30T00:00:00Z", "a date"),
      ("title", "a\0b", "text without NUL characters"),
      ("sort", "", "fields of featured_topics"), ("sort", "id,", "fields of featured_topics"),
      ("sort", "--id", "fields of"), ("sort", "title,-title", "each field at most once"),
      ("sort", "id;DROP TABLE", "fields of"), ("q", " \u{3000}", "words to search for"),
      ("q", "", "words"), ("q", "a\0", "words"), ("q", "\u{200B} \u{FE0F}", "words"),
      ("q", String(repeating: "長", count: 201), "at most 200 characters"),
    ])
  func problems(name: String, value: String, sentence: String) throws {
    let problems = try #require(throws: ContentQueryProblems.self) {
      try ContentQuery(parameters: [name: value], for: .featuredTopics)
    }
    #expect(problems.listed.count == 1)
    #expect(problems.listed.first?.parameter == name)
    #expect(problems.description.contains(sentence), "\(problems)")
  }

  @Test func wordsAreAsTextsAreCompared() throws {
    let query = try ContentQuery(parameters: ["q": "ＣＡＦE\u{301}　ｶﾞｰﾃﾞﾝ"], for: .featuredTopics)
    #expect(query.searchWords == ["café", "ガーデン"])
    #expect(query.parameters.map(\.value) == ["ＣＡＦE\u{301}　ｶﾞｰﾃﾞﾝ"])
  }

  /// A filter may write a choice in another form, an item may not.
  @Test func aChoiceIsFoundInOtherForms() throws {
    let field = ContentField("style", ChoiceField(["カフェ", "BAR", "Pub", "pub"]))
    let cases: [(String, FieldValue?)] = [
      ("カフェ", .text("カフェ")), ("ｶﾌｪ", .text("カフェ")), ("bar", .text("BAR")), ("ＢＡＲ", .text("BAR")),
      ("pub", .text("pub")), ("Pub", .text("Pub")), ("PUB", nil), ("bistro", nil),
    ]
    for (text, value) in cases { #expect(field.comparable(text) == value, "\(text)") }
    #expect(field.type.value(of: "ｶﾌｪ") == nil && field.type.value(of: "bar") == nil)
    let list = ContentField("styles", ListField(of: ChoiceField(["カフェ"])))
    #expect(list.comparable("ｶﾌｪ") == .text("カフェ"))
  }

  @Test func allProblemsAreToldAtOnce() throws {
    let problems = try #require(throws: ContentQueryProblems.self) {
      try ContentQuery(parameters: ["zzz": "1", "id": "x", "sort": "?"], for: .recentNews)
    }
    #expect(problems.listed.map(\.parameter) == ["id", "sort", "zzz"])
  }

  @Test func aKindWithoutTextCannotBeSearched() throws {
    let problems = try #require(throws: ContentQueryProblems.self) {
      try ContentQuery(parameters: ["q": "x"], for: .campaignBanners)
    }
    #expect(problems.description.contains("campaign_banners have no text fields"))
  }
}
