import FeedLayout
import FeedModel
import Testing

/// The cells of the six kinds against measurements of the existing screens, 390 points wide.
struct StandardCellTests {
  /// Where a slot is in its frame.
  struct Place: CustomTestStringConvertible {
    let cell: String
    let role: CellRole
    /// Among the slots with the role.
    var index = 0
    let x: Double
    let y: Double
    let width: Double
    let height: Double
    /// Where the text ends that it follows.
    var end = 0.0

    var testDescription: String { "\(cell) \(role.rawValue) \(index)" }
  }

  static let places: [Place] = [
    Place(cell: "featured_topics", role: .image, x: 0, y: 0, width: 200, height: 266.67),
    Place(cell: "featured_topics", role: .shade, x: 0, y: 0, width: 200, height: 266.67),
    Place(cell: "featured_topics", role: .stars, x: 25, y: 197.41, width: 150, height: 26),
    Place(cell: "featured_topics", role: .fixed, x: 8, y: 236.67, width: 118, height: 19.33),
    Place(cell: "featured_topics", role: .rating, x: 134, y: 234, width: 58, height: 24.67),
    Place(cell: "featured_topics", role: .headline, x: 8, y: 276.67, width: 184, height: 16.67),
    Place(cell: "featured_topics", role: .summary, x: 8, y: 301.33, width: 184, height: 35),
    Place(
      cell: "featured_topics", role: .date, x: 8, y: 342.23, width: 184, height: 15.33, end: 336.33),
    Place(cell: "recent_news", role: .headline, x: 8, y: -0.17, width: 358, height: 18),
    Place(cell: "recent_news", role: .image, x: 8, y: 23.83, width: 48, height: 48),
    Place(cell: "recent_news", role: .label, x: 64, y: 23.79, width: 302, height: 21.33),
    Place(cell: "recent_news", role: .date, x: 64, y: 53.88, width: 302, height: 18),
    Place(cell: "recent_news", role: .line, x: 8, y: 79.83, width: 358, height: 0.33),
    Place(cell: "campaign_banners", role: .image, x: 0, y: 0, width: 358, height: 148.93),
    Place(cell: "trend_articles", role: .image, x: 0, y: 0, width: 183, height: 122),
    Place(cell: "trend_articles", role: .shade, x: 0, y: 0, width: 183, height: 122),
    Place(cell: "trend_articles", role: .headline, x: 8, y: 75.67, width: 167, height: 38.33),
    Place(cell: "trend_articles", role: .summary, x: 8, y: 132, width: 167, height: 71.67),
    Place(cell: "pickup_photos", role: .image, x: 0, y: 0, width: 183, height: 244),
    Place(cell: "pickup_photos", role: .shade, x: 0, y: 192, width: 183, height: 52),
    Place(cell: "pickup_photos", role: .headline, x: 8, y: 200, width: 167, height: 19.33),
    Place(cell: "pickup_photos", role: .summary, x: 8, y: 219.33, width: 167, height: 16.67),
    Place(cell: "favorite_scenes", role: .shade, x: 0, y: 0, width: 318, height: 424),
    Place(cell: "favorite_scenes", role: .headline, x: 12, y: 16, width: 294, height: 22),
    Place(cell: "favorite_scenes", role: .line, x: 12, y: 50, width: 294, height: 0.33),
    Place(cell: "favorite_scenes", role: .date, x: 12, y: 61.5, width: 125, height: 13.67),
    Place(cell: "favorite_scenes", role: .label, x: 157, y: 57.5, width: 149, height: 21.67),
    Place(
      cell: "favorite_scenes", role: .line, index: 1, x: 12, y: 86.33, width: 294, height: 0.33),
    Place(cell: "favorite_scenes", role: .place, x: 12, y: 94.67, width: 294, height: 18),
    Place(
      cell: "favorite_scenes", role: .line, index: 2, x: 12, y: 120.67, width: 294, height: 0.33),
    Place(cell: "favorite_scenes", role: .summary, x: 12, y: 129, width: 294, height: 120.33),
    Place(
      cell: "favorite_scenes", role: .author, x: 12, y: 257.33, width: 294, height: 15.33,
      end: 249.33),
  ]

  /// The section of a kind in its own layout, and the size of a frame of it.
  private func section(_ name: String) throws -> (cell: Cell, size: Size) {
    let options: any SectionOptions =
      switch name {
      case "featured_topics": ShelfLayout.Options()
      case "recent_news": SnapCarouselLayout.Options()
      case "campaign_banners": CircularCarouselLayout.Options()
      case "trend_articles": UniformGridLayout.Options()
      case "pickup_photos": StaggeredGridLayout.Options()
      default: CardStackLayout.Options()
      }
    let design = SectionDesign(
      options, cell: CellCatalogue.standard.cells[name], theme: StandardCells.theme,
      roles: Set(CellRole.allCases),
      for: ScreenTraits(try Viewport(width: 390)))
    // A portrait of 3:4.
    let item = LayoutItem(id: 1, mediaSize: Size(width: 600, height: 800))
    let layout = try design.layout(of: [item])
    let frame = try #require(layout.frames.first)
    let cell = try #require(design.cell)
    guard let ring = layout as? CircularCarouselLayout else {
      return (cell, Size(width: frame.width, height: frame.height))
    }
    return (cell, ring.cardSize)
  }

  @Test("Slots are where the existing screens have them, to a hundredth", arguments: places)
  func place(_ place: Place) throws {
    let (cell, size) = try section(place.cell)
    #expect(cell.name == place.cell)
    let slots = cell.slots.filter { $0.role == place.role }
    try #require(slots.count > place.index)
    let slot = slots[place.index]
    #expect((slot.after != nil) == (place.end > 0))
    let rect = slot.rect(in: size, after: place.end)
    for (found, expected) in [
      (rect.x, place.x), (rect.y, place.y), (rect.width, place.width), (rect.height, place.height),
    ] { #expect(abs(found - expected) < 0.006, "\(rect)") }
  }

  /// Sizes of fonts, and the heights of their lines in thirds of a point.
  static let lineHeights: [(size: Double, thirds: Double)] = [
    (10, 41), (11, 46), (12, 50), (13, 54), (14, 58), (16, 66), (18, 74),
  ]

  @Test(
    "A line is 1.366 of its font's size high, rounded up to a third of a point",
    arguments: lineHeights)
  func lineHeight(size: Double, thirds: Double) throws {
    let names: [String] = ["featured_topics", "recent_news", "trend_articles", "favorite_scenes"]
    let fonts = try names.flatMap { try section($0).cell.slots }.compactMap { slot in
      switch slot.content {
      case .text(let text), .badge(let text, _): text.font
      case .image, .shade, .line, .stars: nil
      }
    }
    let font = try #require(fonts.first { $0.size == size })
    #expect(abs(font.lineHeight - thirds / 3) < 1e-12)
  }

  @Test("Only the picture of featured topics fills its slot")
  func contentModes() throws {
    for name in Self.radii.map(\.name) {
      guard case .image(let image)? = try section(name).cell.image?.content else {
        Issue.record("\(name) has no picture")
        continue
      }
      #expect((image.contentMode == .fill) == (name == "featured_topics"))
    }
  }

  static let radii: [(name: String, radius: Double)] = [
    ("featured_topics", 8), ("recent_news", 0), ("campaign_banners", 0), ("trend_articles", 8),
    ("pickup_photos", 4), ("favorite_scenes", 8),
  ]

  @Test("Corners have the radii of the existing screens", arguments: radii)
  func corners(name: String, radius: Double) throws {
    #expect(try section(name).cell.cornerRadius == radius)
  }
}
