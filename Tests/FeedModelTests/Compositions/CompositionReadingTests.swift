import TestSupport
import FeedEntities
import FeedModel
import Foundation
import StrictJSON
import Testing

@Suite struct CompositionReadingTests {
  private func read(_ text: String) throws -> Composition {
    try Composition(reading: Data(text.utf8), of: "home", kinds: .standard)
  }

  /// The pointers of everything wrong with a composition of `sections`.
  private func pointers(_ sections: String) -> [String] {
    do {
      _ = try read(#"{"sections":[\#(sections)]}"#)
      return []
    } catch let problems as DocumentProblems {
      return problems.listed.map(\.pointer)
    } catch {
      return ["\(error)"]
    }
  }

  @Test func aSectionNeedsOnlyItsNameKindAndTitle() throws {
    let composition = try read(
      #"{"sections":[{"id":"photos","kind":"pickup_photos","title":"写真"}]}"#)
    #expect(composition.feed == "home")
    #expect(
      composition.sections == [.init(id: "photos", kind: .pickupPhotos, title: "写真")])
  }

  @Test func headersAndSpacingAreReadAndWrittenAgain() throws {
    let composition = try read(
      """
      {"spacing":12.5,"sections":[{"id":"a","kind":"recent_news","title":"A","header":{"height":56,
      "subtitle":"B","action":{"title":"C","deep_link":"app://news","web_url":"https://example.com/"}}},
      {"id":"b","kind":"recent_news","title":"B","header":{"height":0}}]}
      """)
    #expect(composition.spacing == 12.5)
    #expect(
      composition.sections.map(\.header) == [
        .init(
          height: 56, subtitle: "B",
          action: .init(title: "C", deepLink: "app://news", webURL: "https://example.com/")),
        .init(height: 0),
      ])
    let written = JSONWriter.encode { composition.write(to: &$0) }
    let again = try read(String(decoding: written, as: UTF8.self))
    #expect(again.spacing == composition.spacing)
    #expect(again.sections.map(\.header) == composition.sections.map(\.header))
  }

  @Test(arguments: [
    (#""header":{}"#, "height"), (#""header":{"height":-1}"#, "height"),
    (#""header":{"height":1025}"#, "height"), (#""header":{"height":"56"}"#, "height"),
    (#""header":{"height":5,"colour":"red"}"#, "colour"),
    (#""header":{"height":5,"action":{}}"#, "action/title"),
    (
      #""header":{"height":5,"action":{"title":"A","web_url":"javascript:alert(1)"}}"#,
      "action/web_url"
    ),
    (#""header":{"height":5,"action":{"title":"A","deep_link":"news"}}"#, "action/deep_link"),
  ])
  func aBrokenHeaderIsNamed(header: String, place: String) {
    let section = #"{"id":"a","kind":"recent_news","title":"A",\#(header)}"#
    #expect(pointers(section) == ["/sections/0/header/\(place)"])
  }

  @Test(
    "A link that runs a script, shows itself or reads files opens no app",
    arguments: [
      "javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "vbscript:x",
      "file:///etc/passwd", "blob:https://a.b/c", "about:blank", "filesystem:https://a.b/c",
      "view-source:https://a.b", "java\\u007Fscript:x",
    ])
  func aSchemeThatOpensNoAppIsRefused(link: String) {
    let header = #""header":{"height":5,"action":{"title":"A","deep_link":"\#(link)"}}"#
    let action = #""action":{"deep_link":"\#(link)"}"#
    for (member, place) in [(header, "header/action"), (action, "action")] {
      let section = #"{"id":"a","kind":"recent_news","title":"A",\#(member)}"#
      #expect(pointers(section) == ["/sections/0/\(place)/deep_link"], "\(member)")
    }
  }

  @Test(arguments: [("{title}:x", false), ("a{id}:x", false), ("app:{title}", true)])
  func theSchemeOfATemplateIsItsOwn(template: String, isTaken: Bool) {
    let section =
      #"{"id":"a","kind":"recent_news","title":"A","action":{"deep_link":"\#(template)"}}"#
    #expect(pointers(section) == (isTaken ? [] : ["/sections/0/action/deep_link"]))
  }

  @Test func everythingASectionCanSayIsRead() throws {
    let section = try #require(
      try read(
        """
        {"feed":"home","sections":[{"id":"a","kind":"featured_topics","title":"A","limit":7,
        "layout":{"type":"uniform_grid","options":{"columns":3,"spacing":"4"}},
        "window":{"draft":true,"publish_at":"2026-12-24T09:00:00Z","unpublish_at":null},
        "source":{"query":{"filter":{"rating.gte":"4","title":"x"},"sort":"-published_at,id","q":"米"}},
        "action":{"deep_link":"app://{kind}/{id}","web_url":"https://example.com/?t={title}"},
        "category":"media","min_schema_version":2}]}
        """
      ).sections.first)
    #expect(section.limit == 7 && section.category == "media" && section.minSchemaVersion == 2)
    #expect(
      section.layout
        == .init(type: "uniform_grid", options: ["columns": "3", "spacing": "4"]))
    #expect(section.window.isDraft && section.window.unpublishAt == nil)
    #expect(section.window.publishAt?.rfc3339 == "2026-12-24T09:00:00.000Z")
    #expect(
      section.source
        == .query(
          ContentQuery(
            filters: [
              .init(field: "rating", comparison: .greaterOrEqual, value: "4"),
              .init(field: "title", comparison: .equal, value: "x"),
            ],
            sort: [.init(field: "published_at", isDescending: true), .init(field: "id")],
            search: "米")))
    #expect(section.action?.deepLink == "app://{kind}/{id}")
  }

  @Test(
    "A fallback is written as it is read, in every locale",
    arguments: [
      (#""omit""#, Composition.Fallback.omit),
      (
        #"{"layout":{"type":"shelf","options":{"caption_height":90}},"cell":"card"}"#,
        .look(.init(type: "shelf", options: ["caption_height": "90"]), cell: "card")
      ),
      (
        #"{"layout":{"type":"snap_carousel","options":{}}}"#,
        .look(.init(type: "snap_carousel"), cell: nil)
      ),
    ])
  func fallbacks(text: String, fallback: Composition.Fallback) throws {
    let composition = try read(
      """
      {"sections":[{"id":"a","kind":"recent_news","title":"A","title@en":"B","fallback":\(text)}]}
      """)
    let section = try #require(composition.sections.first)
    #expect(section.fallback == fallback)
    #expect(section.localized(by: [try #require(LocaleTag("en"))]).fallback == fallback)
    let written = String(
      decoding: JSONWriter.encode { composition.write(to: &$0) }, as: UTF8.self)
    #expect(written.contains(#""fallback":\#(text),"#))
    #expect(try read(written).sections.first?.fallback == fallback)
  }

  @Test(arguments: [
    (#"{}"#, ["/id", "/kind", "/title"]),
    (#"{"id":"a b","kind":"x","title":1}"#, ["/id", "/kind", "/title"]),
    (#"{"id":"","kind":"recent_news","title":""}"#, ["/id"]), (#"7"#, [""]),
    (
      """
      {"id":"a","kind":"featured_topics","title":"","source":{"query":{"filter":{"id":1.5,
      "rating":"0x10","sort":"id","title":"a\\u0000","":""},"sort":"id,-id","q":" "}}}
      """,
      [
        "/source/query/filter/", "/source/query/filter/id", "/source/query/filter/rating",
        "/source/query/filter/sort", "/source/query/filter/title", "/source/query/q",
        "/source/query/sort",
      ]
    ),
    (
      #"{"id":"a","kind":"campaign_banners","title":"","source":{"query":{"q":"x","sort":7}}}"#,
      ["/source/query/sort", "/source/query/q"]
    ),
  ])
  func everyProblemIsNamedByItsPlace(section: String, expected: [String]) {
    #expect(pointers(section).map { String($0.dropFirst("/sections/0".count)) } == expected)
  }

  @Test(arguments: [
    (#""limit":0"#, ["/limit"]), (#""limit":1001"#, ["/limit"]),
    (#""publish_at":"2026""#, ["/publish_at"]),
    (
      #""window":{"publish_at":"2026","draft":"no"}"#,
      ["/window/draft", "/window/publish_at"]
    ),
    (
      #""window":{"publish_at":"2026-01-02T00:00:00Z","unpublish_at":"2026-01-02T00:00:00Z"}"#,
      ["/window/unpublish_at"]
    ),
    (#""source":{}"#, ["/source/query"]), (#""source":{"pinned":[4,4]}"#, ["/source/pinned"]),
    (
      #""source":{"pinned":[1,0,"x",null]}"#,
      ["/source/pinned/1", "/source/pinned/2", "/source/pinned/3"]
    ),
    (
      """
      "source":{"query":{"filter":{"rating.gte":"4","id.near":"2","id":"x",
      "published_at.lt":"soon"},"sort":"-rating"}}
      """,
      [
        "/source/query/filter/id", "/source/query/filter/id.near",
        "/source/query/filter/published_at.lt", "/source/query/filter/rating.gte",
        "/source/query/sort",
      ]
    ),
    (#""source":{"query":{"filter":{},"q":"","sort":""}}"#, []),
    (
      #""action":{"deep_link":"{id}","web_url":"https://example.com/{rating}"}"#,
      ["/action/deep_link", "/action/web_url"]
    ),
    (#""action":{"web_url":"https://a.b/{id"}"#, ["/action/web_url"]),
    (#""layout":[]"#, ["/layout"]), (#""fallback":"none""#, ["/fallback"]),
    (#""fallback":1"#, ["/fallback"]),
    (
      #""fallback":{"cell":"X","size":2}"#,
      ["/fallback/layout", "/fallback/cell", "/fallback/size"]
    ),
  ])
  func everyProblemOfAMemberIsNamedByItsPlace(member: String, expected: [String]) {
    everyProblemIsNamedByItsPlace(
      section: #"{"id":"a","kind":"recent_news","title":"",\#(member)}"#, expected: expected)
  }

  @Test func twoSectionsOfOneNameAreOneTooMany() {
    let section = #"{"id":"a","kind":"recent_news","title":""}"#
    #expect(pointers("\(section),\(section)") == ["/sections/1/id"])
  }

  @Test func thereAreAtMostAHundredSections() {
    let sections = (1...101).map { #"{"id":"s\#($0)","kind":"recent_news","title":""}"# }
    #expect(pointers(sections.prefix(100).joined(separator: ",")).isEmpty)
    #expect(pointers(sections.joined(separator: ",")) == ["/sections"])
  }

  @Test(
    arguments: [
      ("", .json), ("{", .json), ("{\"sections\":[],}", .json), ("[]", .object),
      ("{\"feed\":\"other\",\"sections\":[]}", .oneOf(["home"])),
      ("{}", .resultArray),
    ] as [(String, DocumentProblem.Expectation)])
  func whatIsNoCompositionIsRefused(text: String, expected: DocumentProblem.Expectation) throws {
    let problems = #expect(throws: DocumentProblems.self) { try read(text) }
    #expect(problems?.listed.map(\.expected) == [expected])
  }

  @Test func actionsAreFilledInAndEncoded() throws {
    var topic = FeaturedTopic.example
    topic.id = 7
    topic.title = "カレー & rice/100%"
    #expect(
      Composition.ActionTemplate.expand("app://{kind}/{id}?t={title}", for: topic.item)
        == "app://featured_topics/7?t=%E3%82%AB%E3%83%AC%E3%83%BC%20%26%20rice%2F100%25")
  }
}

extension FeaturedTopic {
  fileprivate static var example: FeaturedTopic {
    guard let topic = FeaturedTopic(ContentKind.featuredTopics.example) else {
      preconditionFailure("the example of a kind is of its type")
    }
    return topic
  }
}
