import FeedLayout
import FeedModel
import FeedPublisher
import Foundation
import Synchronization
import TestSupport
import Testing

struct SectionPageTests {
  /// A section as its pages are asked for: the first one of the feed, all others by their cursors,
  /// which go through the text they are sent as.
  private struct Pages {
    let feed: Feed
    let section: Section
    let traits: ScreenTraits

    init(_ feed: Feed, _ id: String, for traits: ScreenTraits) throws {
      self.feed = feed
      section = try #require(feed.section(id))
      self.traits = traits
    }

    init(_ feed: Feed, _ id: String, width: Double) throws {
      try self.init(feed, id, for: ScreenTraits(Viewport(width: width)))
    }

    /// The page at `cursor`, or the first one, and the cursor of the next.
    func page(
      at cursor: SectionCursor? = nil, limit: Int
    ) throws -> (page: JSONValue, next: SectionCursor?) {
      let last = Mutex<Data?>(nil)
      let next = { (cursor: SectionCursor) in
        let text = try JSONEncoder().encode(cursor)
        last.withLock { $0 = text }
        return "/next"
      }
      let document =
        if let cursor {
          try #require(
            try section.page(
              at: cursor, in: feed.documentLocale, limit: limit, next: next))
        } else {
          try feed.firstPage(of: section, for: traits, limit: limit, next: next)
        }
      let text = last.withLock { $0 }
      #expect(document.next == (text == nil ? nil : "/next"))
      return (
        try JSONValue.parse(document.bytes),
        try text.map { try JSONDecoder().decode(SectionCursor.self, from: $0) }
      )
    }

    /// All pages from the first to the last.
    func all(limit: Int) throws -> [JSONValue] {
      var (page, cursor) = try page(limit: limit)
      var pages = [page]
      while let next = cursor, pages.count < 10_000 {
        (page, cursor) = try self.page(at: next, limit: limit)
        pages.append(page)
      }
      return pages
    }
  }

  /// A feed of one section of generated photos.
  private static func photos(_ count: Int, _ layout: Composition.LayoutChoice) throws
    -> Feed
  {
    var generator = SeededGenerator(seed: 7)
    let photos = try (1...count).map { id in
      try TestContent.photo(
        id, width: .random(in: 1...4_000, using: &generator),
        height: .random(in: 1...4_000, using: &generator)
      ).item
    }
    let composition = Composition(
      feed: "photos",
      sections: [
        Composition.Section(
          id: "all", kind: .pickupPhotos, title: "", limit: 1_000, layout: layout)
      ])
    return Feeds.prepared(composition, [.pickupPhotos: photos], revision: 3)
  }

  private static func expectEndToEnd(_ pages: [JSONValue], are whole: JSONValue, limit: Int) {
    let frames = pages.flatMap { $0["section"]["layout"]["frames"].elements }
    let items = pages.flatMap { $0["section"]["items"].elements }
    #expect(frames == whole["layout"]["frames"].elements, "pages of \(limit)")
    #expect(items == whole["items"].elements, "pages of \(limit)")
    let count = whole["items"].elements.count
    #expect(pages.count == max(1, (count + limit - 1) / limit))
    for page in pages {
      let section = page["section"]
      #expect(section["frame"] == whole["frame"])
      #expect(section["layout"]["type"] == whole["layout"]["type"])
      #expect(section["layout"]["viewport"] == whole["layout"]["viewport"])
      #expect(section["layout"]["content_size"] == whole["layout"]["content_size"])
    }
  }

  @Test(
    "Pages laid end to end are the whole section, for any page size",
    arguments: ContentKinds.standard.all, TestScale.current.isSoak ? [375.0, 393.5] : [393.5])
  func endToEnd(kind: ContentKind, width: Double) throws {
    let viewport = try Viewport(width: width)
    let feed = try Feeds.samples()
    let screen = try JSONValue.parse(feed.screen(for: viewport).bytes)
    let whole = try #require(
      screen["sections"].elements.first { $0["id"].text == kind.name })
    let count = whole["items"].elements.count
    // Single items, pages that do not divide the section, and its ends; in a soak every size.
    let limits =
      TestScale.current.isSoak
      ? Array(1...count + 1) : Set([1, 3, count - 1, count, count + 1]).sorted()
    for limit in limits {
      let pages = try Pages(feed, kind.name, width: width).all(limit: limit)
      Self.expectEndToEnd(pages, are: whole, limit: limit)
      #expect(pages.allSatisfy { $0["feed"].text == "home" && $0["revision"].number == 1 })
      // A section of a screen also says where it goes on.
      guard pages.count == 1, case .object(var section) = whole else { continue }
      #expect(section.removeValue(forKey: "next") == .null)
      #expect(pages[0]["section"] == .object(section))
    }
  }

  @Test(
    "Pages of larger text, and from right to left, are those of the screen",
    arguments: ContentKinds.standard.all, [0.8, 1, 2.3])
  func traits(kind: ContentKind, textSize: Double) throws {
    let feed = try Feeds.samples(
      Composition(
        feed: "home",
        sections: [
          Composition.Section(
            id: kind.name, kind: kind, title: "",
            header: Composition.Header(height: 44, subtitle: "今週"))
        ]))
    let traits = ScreenTraits(
      try Viewport(width: 390), textSize: try TextSize(textSize), direction: .rightToLeft)
    let screen = try JSONValue.parse(feed.screen(for: traits).bytes)
    let whole = try #require(screen["sections"].elements.first)
    for limit in [4, 100] {
      let pages = try Pages(feed, kind.name, for: traits).all(limit: limit)
      Self.expectEndToEnd(pages, are: whole, limit: limit)
      for page in pages {
        #expect(page["section"]["cell"] == whole["cell"])
        #expect(page["section"]["header"] == whole["header"])
        #expect(page["section"]["layout_origin"] == whole["layout_origin"])
      }
    }
  }

  @Test(
    "Many items go on exactly, whatever the layout is told",
    arguments: [
      Composition.LayoutChoice(type: "staggered_grid"),
      Composition.LayoutChoice(
        type: "staggered_grid", options: ["columns": "3", "spacing": "7.3"]),
      Composition.LayoutChoice(
        type: "staggered_grid", options: ["columns": "5", "placement": "source_order"]),
      Composition.LayoutChoice(type: "staggered_grid", options: ["placement": "balanced"]),
      Composition.LayoutChoice(type: "staggered_grid", options: ["explain": "true"]),
      Composition.LayoutChoice(type: "uniform_grid", options: ["columns": "7", "spacing": "0.1"]),
      Composition.LayoutChoice(type: "justified_rows"), Composition.LayoutChoice(type: "shelf"),
      Composition.LayoutChoice(type: "carousel"),
    ],
    [1, 7, 20])
  func manyItems(layout: Composition.LayoutChoice, limit: Int) throws {
    let feed = try Self.photos(TestScale.count(gate: 21, soak: 80), layout)
    #expect(feed.failures.isEmpty)
    let screen = try JSONValue.parse(feed.screen(for: Viewport(width: 411.4)).bytes)
    let pages = try Pages(feed, "all", width: 411.4).all(limit: limit)
    Self.expectEndToEnd(pages, are: screen["sections"].elements[0], limit: limit)
  }

  @Test("The columns of a page name its own items, and of all pages those of the section")
  func columns() throws {
    let feed = try Self.photos(200, Composition.LayoutChoice(type: "staggered_grid"))
    let screen = try JSONValue.parse(feed.screen(for: Viewport(width: 390)).bytes)
    let whole = screen["sections"].elements[0]["layout"]["columns"].elements
    let pages = try Pages(feed, "all", width: 390).all(limit: 30)
    for (index, column) in whole.enumerated() {
      let parts = pages.map { $0["section"]["layout"]["columns"].elements[index] }
      #expect(parts.flatMap { $0["item_ids"].elements } == column["item_ids"].elements)
      #expect(parts.last?["height"] == column["height"])
      #expect(parts.last?["balance_height"] == column["balance_height"])
    }
  }

  @Test("A page has the keys of the contract, in its order")
  func keys() throws {
    let feed = try Feeds.samples()
    let section = try #require(feed.section("pickup_photos"))
    let document = try feed.firstPage(
      of: section, for: ScreenTraits(Viewport(width: 390)), limit: 1
    ) { _ in
      "/next"
    }
    let text = String(decoding: document.bytes, as: UTF8.self)
    #expect(
      text.hasPrefix(
        #"{"feed":"home","revision":1,"section":{"id":"pickup_photos","kind":"pickup_photos","#))
    #expect(text.hasSuffix(#","next":"/next"}"#))
  }

  @Test("A section that does not exist has no pages")
  func unknownSection() throws {
    let feed = try Feeds.samples()
    #expect(feed.section("none") == nil)
  }

  @Test("A page of any size is no accident", arguments: [6, 7, .max])
  func extremes(limit: Int) throws {
    let feed = try Feeds.samples()
    let (page, next) = try Pages(feed, "campaign_banners", width: 390).page(limit: limit)
    #expect(page["section"]["items"].elements.count == 6)
    #expect(page["next"] == .null)
    #expect(next == nil)
  }

  @Test("A section that cannot be laid out is empty, and has no next page")
  func failedLayout() throws {
    let composition = Composition(
      feed: "home",
      sections: [
        Composition.Section(
          id: "banners", kind: .campaignBanners, title: "",
          // The paddings leave no space on this screen.
          layout: Composition.LayoutChoice(
            type: "carousel", options: ["item_height": "100", "scroll_padding": "300"]))
      ])
    let feed = try Feeds.samples(composition)
    let (page, next) = try Pages(feed, "banners", width: 390).page(limit: 1)
    #expect(page["section"]["items"].elements.isEmpty)
    #expect(page["section"]["frame"]["height"].number == 0)
    #expect(next == nil)
  }

  @Test("A cursor goes on with the layout that it was made for, and with no other")
  func otherLayout() throws {
    let grid = try Self.photos(20, Composition.LayoutChoice(type: "staggered_grid"))
    let cursor = try #require(try Pages(grid, "all", width: 390).page(limit: 5).next)
    let others = [
      Composition.LayoutChoice(type: "staggered_grid", options: ["columns": "3"]),
      Composition.LayoutChoice(type: "staggered_grid", options: ["spacing": "1"]),
      Composition.LayoutChoice(type: "uniform_grid"), Composition.LayoutChoice(type: "shelf"),
    ]
    for layout in others {
      let section = try #require(try Self.photos(20, layout).section("all"))
      #expect(
        try section.page(at: cursor, in: grid.documentLocale, limit: 5) { _ in "" } == nil,
        "\(layout)")
    }
    let section = try #require(grid.section("all"))
    #expect(
      try section.page(at: cursor, in: grid.documentLocale, limit: 5) { _ in "" } != nil)
  }
}
