import FeedLayout
import FeedModel
import FeedPublisher
import TestSupport
import Testing

/// Screens with headers, spacing, larger text, and from right to left.
struct ScreenTraitsTests {
  private func published(
    _ composition: Composition, textSize: Double = 1, direction: LayoutDirection = .leftToRight
  ) throws -> JSONValue {
    let traits = ScreenTraits(
      try Viewport(width: 390), textSize: try TextSize(textSize), direction: direction)
    let feed = try Feeds.samples(composition)
    return try JSONValue.parse(feed.screen(for: traits).bytes)
  }

  private static let composed = Composition(
    feed: "home",
    sections: [
      Composition.Section(
        id: "news", kind: .recentNews, title: "最新",
        header: Composition.Header(
          height: 50, subtitle: "今週",
          action: Composition.HeaderAction(title: "すべて", webURL: "https://example.com/"))),
      Composition.Section(id: "photos", kind: .pickupPhotos, title: "写真"),
    ], spacing: 20)

  @Test func aSectionBeginsBelowTheOneBeforeItsHeaderAndTheSpacing() throws {
    let screen = try published(Self.composed)
    let (news, photos) = (screen["sections"].elements[0], screen["sections"].elements[1])
    #expect(news["frame"]["height"].number == 310)
    #expect(news["layout_origin"]["y"].number == 50)
    #expect(news["layout"]["content_size"]["height"].number == 260)
    #expect(news["header"]["height"].number == 50)
    #expect(news["header"]["subtitle"].text == "今週")
    #expect(news["header"]["action"]["title"].text == "すべて")
    #expect(
      news["header"]["slots"].elements.map { $0["role"].text } == ["title", "subtitle", "action"])
    #expect(photos["frame"]["y"].number == 330)
    #expect(photos["header"] == .null && photos["layout_origin"]["y"].number == 0)
    #expect(
      screen["content_size"]["height"].number
        == 330 + (photos["frame"]["height"].number ?? 0))
  }

  @Test("An empty section has no spacing, wherever it is", arguments: 0...2)
  func emptySections(position: Int) throws {
    var sections = [
      Composition.Section(id: "news", kind: .recentNews, title: ""),
      Composition.Section(id: "photos", kind: .pickupPhotos, title: ""),
    ]
    sections.insert(
      Composition.Section(
        id: "empty", kind: .featuredTopics, title: "", source: .pinned([999])), at: position)
    let composition = Composition(feed: "home", sections: sections, spacing: 20)
    // No topics at all.
    var items = try SampleContent.items()
    items[.featuredTopics] = []
    let feed = Feeds.prepared(composition, items)
    let screen = try Feeds.published(feed)
    let frames = screen["sections"].elements.map { $0["frame"] }
    let others = frames.enumerated().filter { $0.offset != position }.map(\.element)
    #expect(frames[position]["height"].number == 0)
    #expect(
      frames[position]["y"].number == [0, 260, screen["content_size"]["height"].number][position])
    #expect(others.map { $0["y"].number } == [0, 280])
    #expect(
      screen["content_size"]["height"].number == 280 + (others[1]["height"].number ?? 0))
    // The command line has the same document by another way.
    let document = feed.document(for: try Viewport(width: 390)).document
    #expect(document.sections.map(\.frame.y) == frames.map { $0["y"].number })
  }

  @Test func withoutHeadersAndSpacingTheNumbersAreTheSame() throws {
    let screen = try published(.home)
    #expect(screen["content_size"]["height"].number == 3515.594666666667)
    #expect(screen["text_size"].number == 1 && screen["direction"].text == "ltr")
  }

  @Test func largerTextMakesRowsHeadersAndLowPhotosHigher() throws {
    let (standard, larger) = (
      try published(Self.composed), try published(Self.composed, textSize: 2)
    )
    #expect(larger["text_size"].number == 2)
    for (section, other) in zip(standard["sections"].elements, larger["sections"].elements) {
      let height = try #require(section["frame"]["height"].number)
      let taller = try #require(other["frame"]["height"].number)
      #expect(height < taller)
    }
    let fonts = larger["sections"].elements[0]["cell"]["slots"].elements
      .compactMap { $0["font"]["size"].number }
    #expect(fonts == [26, 22, 26])
  }

  @Test func aScreenFromRightToLeftIsTheMirrorImage() throws {
    let (plain, mirrored) = (
      try published(Self.composed), try published(Self.composed, direction: .rightToLeft)
    )
    #expect(mirrored["direction"].text == "rtl")
    for (section, other) in zip(plain["sections"].elements, mirrored["sections"].elements) {
      #expect(section["frame"] == other["frame"])
      let frames = zip(
        section["layout"]["frames"].elements, other["layout"]["frames"].elements)
      for (frame, twin) in frames {
        let (x, width) = (frame["x"].number ?? 0, frame["width"].number ?? 0)
        #expect(twin["x"].number == 390 - x - width)
      }
    }
    let badge = mirrored["sections"].elements[0]["cell"]["slots"].elements[2]
    #expect(badge["right"].number == 64 && badge["align"].text == "right")
  }

  @Test func aKindWithoutRolesHasNoCell() throws {
    let kind = ContentKind(
      name: "plain", title: "", fields: [], layout: Composition.LayoutChoice(type: "shelf"))
    let composition = Composition(
      feed: "home", sections: [Composition.Section(id: "plain", kind: kind, title: "")])
    let feed = Feeds.prepared(
      composition, [kind: [ContentItem(kind: kind, id: 1, values: [])]])
    let section = try Feeds.published(feed)["sections"].elements[0]
    #expect(section["cell"] == .null)
    #expect(section["layout"]["frames"].elements.count == 1)
  }

  @Test func theOptionsOfALayoutArePublishedWithTheirTypes() throws {
    let section = Composition.Section(
      id: "photos", kind: .pickupPhotos, title: "",
      layout: Composition.LayoutChoice(
        type: "carousel", options: ["loop": "true", "flick_velocity": "250", "mode": "free"]))
    let screen = try published(Composition(feed: "home", sections: [section]))
    let options = screen["sections"].elements[0]["layout"]["options"]
    #expect(
      options
        == .object([
          "loop": .bool(true), "flick_velocity": .number(250), "mode": .text("free"),
          "item_height": .number(240),
        ]))
  }

  @Test(
    "A feed's carousels are as high as a screen has room for, and its pages and rings can be flicked",
    arguments: [
      ("carousel", [:], nil, 240), ("carousel", ["item_height": "120"], nil, 120),
      ("snap_carousel", [:], 400, nil), ("snap_carousel", ["flick_velocity": "250"], 250, nil),
      ("circular_carousel", [:], 400, nil),
      ("circular_carousel", ["flick_velocity": "1000000"], 1_000_000, nil),
    ] as [(String, [String: String], Double?, Double?)])
  func feedsHaveOptionsOfTheirOwn(
    type: String, options: [String: String], flickVelocity: Double?, height: Double?
  ) throws {
    let section = Composition.Section(
      id: "items", kind: type == "snap_carousel" ? .recentNews : .pickupPhotos, title: "",
      layout: Composition.LayoutChoice(type: type, options: options))
    let layout = try published(Composition(feed: "home", sections: [section]))["sections"]
      .elements[0]["layout"]
    if let flickVelocity { #expect(layout["flick_velocity"] == .number(flickVelocity)) }
    if let height {
      #expect(layout["content_size"]["height"] == .number(height))
      #expect(layout["frames"].elements.allSatisfy { $0["height"] == .number(height) })
    }
  }
}
