import FeedEntities
import FeedLayout
import FeedModel
import FeedPublisher
import StrictJSON
import TestSupport
import Testing

/// The drawing inside of frames agrees with the document.
@Suite struct CellPreviewTests {
  static let screens: [ScreenTraits] = {
    do {
      return try [320.0, 390].flatMap { width in
        try [1.0, 2].flatMap { share in
          try LayoutDirection.allCases.map { direction in
            ScreenTraits(
              try Viewport(width: width), textSize: try TextSize(share), direction: direction)
          }
        }
      }
    } catch {
      return []
    }
  }()

  @Test(arguments: screens)
  func everySlotIsAtItsPublishedPlace(_ traits: ScreenTraits) throws {
    let document = try SampleDocument.home(traits)
    let svg = try ParsedSVG(SVGPreview(document).render())
    var count = 0
    for section in document.sections {
      let cell = try #require(section.cell)
      for (frame, item) in zip(section.layout.frames, section.items) {
        let size = Self.cellSize(of: frame, in: section)
        let drawn = svg.slots(ofID: "\(section.id)-\(item.content.id)")
        // Cards deep in a pile and behind a ring are not drawn.
        guard !drawn.isEmpty else { continue }
        let free = cell.slots.filter { $0.after == nil }
        for slot in free {
          let rect = slot.rect(in: size)
          let place = [rect.x, rect.y, rect.width, rect.height].map { NumberText.shortest($0) }
            .joined(separator: " ")
          let found = drawn.filter {
            svg.elements[$0].attributes["data-slot"] == slot.role.rawValue
          }
          .map { svg.elements[$0].attributes["data-box"] }
          #expect(found.contains(place), "\(section.id) \(slot.role)")
          count += 1
        }
      }
    }
    #expect(count > 200)
  }

  @Test func whatIsDrawnInASlotHasItsNumbers() throws {
    let document = try SampleDocument.home(width: 390)
    let svg = try ParsedSVG(SVGPreview(document).render())
    // The band of a photo: 52 points high at the bottom of its cell.
    let photos = try #require(document.sections.first { $0.kind == .pickupPhotos })
    let frame = photos.layout.frames[0]
    let shade = try #require(svg.slots(ofID: "pickup_photos-\(frame.id)", "shade").first)
    let band = try #require(svg.children(of: shade).first?.attributes)
    #expect(band["width"] == NumberText.shortest(frame.width))
    #expect(band["height"] == "52" && band["fill"] == "#000000" && band["fill-opacity"] == "0.36")
    #expect(band["y"] == NumberText.shortest(frame.height - 52))
    // A text has its baseline the size of the font below the top of its slot.
    let headline = try #require(svg.slots(ofID: "trend_articles-1", "summary").first)
    let lines = svg.children(of: headline)
    #expect(lines.map { $0.attributes["y"] } == ["144", "162.39", "180.78", "199.18"])
    #expect(lines.allSatisfy { $0.attributes["font-size"] == "12" })
    #expect(lines.last?.text.hasSuffix("…") == true)
  }

  @Test func aTextThatFollowsAnotherBeginsBelowItsLastLine() throws {
    func dateTop(caption: String) throws -> Double {
      let document = try SampleDocument.home(width: 390) { item in
        guard var topic = FeaturedTopic(item) else { return item }
        topic.caption = caption
        return topic.item
      }
      let svg = try ParsedSVG(SVGPreview(document).render())
      let date = try #require(svg.slots(ofID: "featured_topics-1", "date").first)
      let box = svg.elements[date].attributes["data-box"]?.split(separator: " ") ?? []
      return try #require(box.count == 4 ? Double(box[1]) : nil)
    }
    let (one, two) = try (
      dateTop(caption: "短い"), dateTop(caption: String(repeating: "長い", count: 40))
    )
    // 342.23 and 323.90 in the anatomy of the cell, to a third of a point.
    #expect(abs(two - 342.23) < 0.34 && abs(one - 323.9) < 0.34)
  }

  @Test func aLabelHugsItsText() throws {
    let document = try SampleDocument.home(width: 390) { item in
      guard var news = RecentNews(item) else { return item }
      news.newsCategory = news.id == 1 ? "新" : "新しい商品のお知らせ"
      return news.item
    }
    let svg = try ParsedSVG(SVGPreview(document).render())
    let widths = try [1, 2].map { id in
      let slot = try #require(svg.slots(ofID: "recent_news-\(id)", "label").first)
      return try #require(svg.children(of: slot).first?.attributes["width"].flatMap(Double.init))
    }
    #expect(widths == [11 + 6, 110 + 6])
  }

  @Test func darkScreensHaveDarkColours() throws {
    let document = try SampleDocument.home(width: 390)
    func colour(isDark: Bool) throws -> (title: String?, paper: String?) {
      var options = SVGPreview.Options()
      options.isDark = isDark
      let svg = try ParsedSVG(SVGPreview(document, options).render())
      let title = try #require(svg.slots(ofID: "recent_news-1", "headline").first)
      return (
        svg.children(of: title).first?.attributes["fill"],
        svg.elements.first { $0.name == "rect" }?.attributes["fill"]
      )
    }
    let (light, dark) = try (colour(isDark: false), colour(isDark: true))
    #expect(light.title == "#000000" && dark.title == "#ffffff")
    #expect(light.paper != dark.paper)
  }

  @Test func aHeaderIsDrawnAboveTheLayout() throws {
    let section = Composition.Section(
      id: "photos", kind: .pickupPhotos, title: "Photos",
      header: Composition.Header(
        height: 60, subtitle: "Of the day", action: .init(title: "See all")))
    let document = try SampleDocument.prepared(Composition(feed: "home", sections: [section]))
      .document(for: try Viewport(width: 390)).document
    let svg = try ParsedSVG(SVGPreview(document).render())
    let header = try #require(
      svg.elements.firstIndex { $0.attributes["data-header"] == "photos" })
    let slots = svg.children(of: header).compactMap { $0.attributes["data-slot"] }
    #expect(slots == ["title", "subtitle", "action"])
    let texts = Set(svg.elements.map(\.text))
    #expect(texts.isSuperset(of: ["Photos", "Of the day", "See all"]))
    let frame = try #require(document.sections.first?.layout.frames.first)
    let box = svg.children(ofID: "photos-\(frame.id)").first { $0.name == "rect" }?.attributes
    #expect(box?["y"] == NumberText.shortest(frame.y + 60))
  }

  /// The cell before a ring scales it.
  private static func cellSize(of frame: Frame, in section: Screen.Section) -> Size {
    guard let ring = section.layout as? CircularCarouselLayout else {
      return Size(width: frame.width, height: frame.height)
    }
    return ring.cardSize
  }
}
