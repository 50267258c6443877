import FeedLayout
import FeedModel
import TestSupport
import Testing

/// Properties of every cell in every layout, at every text size.
struct CellPropertyTests {
  static let textSizes = [0.8, 1, 1.1, 1.5, 2, 2.4, 3.1]
  static let widths = [320.0, 390, 768]

  private func design(
    _ type: any SectionLayout.Type, _ cell: String?, width: Double, textSize: Double,
    direction: LayoutDirection = .leftToRight, roles: Set<CellRole> = Set(CellRole.allCases)
  ) throws -> SectionDesign {
    try design(
      type.standardOptions, cell, width: width, textSize: textSize, direction: direction,
      roles: roles)
  }

  private func design(
    _ options: any SectionOptions, _ cell: String?, width: Double = 390, textSize: Double,
    direction: LayoutDirection = .leftToRight, roles: Set<CellRole> = Set(CellRole.allCases)
  ) throws -> SectionDesign {
    SectionDesign(
      options, cell: CellCatalogue.standard.cells.cell(cell, in: options.layoutType),
      theme: StandardCells.theme, roles: roles,
      for: ScreenTraits(
        try Viewport(width: width), textSize: try TextSize(textSize), direction: direction))
  }

  private var items: [LayoutItem] {
    [
      Size(width: 600, height: 800), Size(width: 1600, height: 900), Size(width: 400, height: 400),
      Size(width: 3000, height: 300),
    ]
    .enumerated().map { LayoutItem(id: $0 + 1, mediaSize: $1) }
  }

  /// The sizes of the boxes that a cell is drawn in.
  private func sizes(of layout: any SectionLayout) -> [Size] {
    if let ring = layout as? CircularCarouselLayout { return [ring.cardSize] }
    return layout.frames.map { Size(width: $0.width, height: $0.height) }
  }

  @Test(
    "At the standard text size, layouts have the numbers that they have without a cell",
    arguments: SectionLayouts.all, widths)
  func standard(type: any SectionLayout.Type, width: Double) throws {
    let plain: any SectionLayout = try type.standardOptions.layout(
      of: items, in: try Viewport(width: width))
    for cell in StandardCells.names {
      let layout = try design(type, cell, width: width, textSize: 1).layout(of: items)
      #expect(layout.isEqual(to: plain))
    }
  }

  /// Where cells grow with their text: everything in them is inside their frames, with all lines. The
  /// divider of news lies below its row.
  @Test(
    "Slots are inside the frames of layouts that grow",
    arguments: [
      ShelfLayout.self, SnapCarouselLayout.self, UniformGridLayout.self, StaggeredGridLayout.self,
      MosaicLayout.self, ListLayout.self,
    ] as [any SectionLayout.Type],
    textSizes)
  func inside(type: any SectionLayout.Type, textSize: Double) throws {
    for width in Self.widths {
      for name in StandardCells.names {
        let design = try design(type, name, width: width, textSize: textSize)
        let cell = try #require(design.cell)
        // The existing screens have cells that are too low for their text.
        if type == StaggeredGridLayout.self || type == MosaicLayout.self, textSize <= 1 { continue }
        for size in sizes(of: try design.layout(of: items)) {
          var ends: [CellRole: Double] = [:]
          for slot in cell.slots where slot.role != .line {
            let rect = slot.rect(in: size, after: slot.after.flatMap { ends[$0] } ?? 0)
            ends[slot.role] = rect.y + rect.height
            let slack = name == "recent_news" ? 0.17 : 1e-9
            #expect(rect.y >= -slack, "\(name) \(slot.role) \(width)")
            #expect(rect.y + rect.height <= size.height + slack, "\(name) \(slot.role) \(width)")
            #expect(rect.x >= 0 && rect.x + rect.width <= size.width + 1e-9)
            #expect(rect.width > 0 && rect.height > 0)
          }
        }
      }
    }
  }

  static let lowOptions: [any SectionOptions] = {
    var shelf = ShelfLayout.Options()
    shelf.captionHeight = 0
    var news = SnapCarouselLayout.Options()
    news.rowHeight = 1
    var grid = UniformGridLayout.Options()
    grid.captionHeight = 2
    var list = ListLayout.Options()
    list.rowHeight = 0
    return [shelf, news, grid, list]
  }()

  @Test(
    "A height that is too low for its text is laid out at every text size", arguments: lowOptions,
    textSizes)
  func low(options: any SectionOptions, textSize: Double) throws {
    for name in StandardCells.names {
      let design = try design(options, name, textSize: textSize)
      let frames = try design.layout(of: items).frames
      #expect(frames.allSatisfy { $0.height >= 0 }, "\(name)")
    }
  }

  /// Of every grid with a text cell, from two to all columns that are supported.
  @Test(
    "Columns give way to texts, and no item vanishes",
    arguments: [UniformGridLayout.self, StaggeredGridLayout.self, MosaicLayout.self]
      as [any SectionLayout.Type],
    textSizes)
  func columns(type: any SectionLayout.Type, textSize: Double) throws {
    // 388: the halves of a card's row of five columns have no width at all.
    for width in [200.0, 320, 375, 388, 390, 400, 1440] {
      for count in [2, 3, 5, 8, 16] where type != MosaicLayout.self || count <= 3 {
        for name in StandardCells.names {
          let design = try design(
            Self.grid(type, columns: count), name, width: width, textSize: textSize)
          let layout = try design.layout(of: items)
          #expect(layout.frames.count == items.count)
          let heights = layout.frames.map(\.height)
          #expect(
            heights.allSatisfy { $0 > 0 && $0 < 2_500 }, "\(name) \(count) \(width) \(heights)")
          let cell = try #require(design.cell)
          for frame in layout.frames {
            for slot in cell.slots {
              guard case .text(let text) = slot.content else { continue }
              let room = slot.rect(in: Size(width: frame.width, height: frame.height)).width
              // One column is the most room that there is.
              let least = design.options.chosenColumnCount == 1 ? 1 : 2 * text.font.size
              #expect(room >= least, "\(name) \(slot.role) \(count) \(width)")
            }
          }
        }
      }
    }
  }

  private static func grid(
    _ type: any SectionLayout.Type, columns: Int
  ) throws -> any SectionOptions {
    var options = try #require(type.standardOptions as? any ColumnOptions)
    options.columnCount = columns
    return options
  }

  @Test(
    "An item that takes more columns than are left takes all of them, and a wrong span is refused")
  func spans() throws {
    let design = try design(Self.grid(UniformGridLayout.self, columns: 5), "card", textSize: 1.2)
    let layout = try design.layout(of: [LayoutItem(id: 1, columnSpan: 5)])
    #expect(layout.frames.map(\.width) == [374])
    #expect(throws: LayoutError.self) { try design.layout(of: [LayoutItem(id: 1, columnSpan: 6)]) }
  }

  @Test("Rows and carousels have as much text as fits in their lowest frame", arguments: textSizes)
  func fitted(textSize: Double) throws {
    let low = [LayoutItem(id: 1, mediaSize: Size(width: 300, height: 60))] + items
    for type in [JustifiedRowsLayout.self, CarouselLayout.self] as [any SectionLayout.Type] {
      for name in ["overlay", "pickup_photos", "banner"] {
        let design = try design(type, name, width: 390, textSize: textSize)
        let frames = try design.layout(of: low).frames
        let lowest = try #require(frames.map(\.height).min())
        let cell = try #require(design.fitted(to: frames).cell)
        for slot in cell.slots {
          let rect = slot.rect(in: Size(width: 200, height: lowest))
          #expect(rect.y >= 0 && rect.y + rect.height <= lowest + 1e-9, "\(name) \(slot.role)")
        }
      }
    }
  }

  @Test("Tiles are as high as larger text needs, and at the designed size have as much as fits")
  func mosaic() throws {
    var options = MosaicLayout.Options()
    options.largeAspectRatio = 3
    func design(_ textSize: Double) throws -> SectionDesign {
      try self.design(options, "overlay", textSize: textSize)
    }
    for textSize in Self.textSizes {
      let design = try design(textSize)
      let frames = try design.layout(of: items).frames
      let lowest = try #require(frames.map(\.height).min())
      let cell = try #require(design.fitted(to: frames).cell)
      #expect(textSize > 1 ? lowest > 60 : lowest < 40)
      #expect(cell.slots.contains { $0.role == .summary } == (textSize > 1))
      for slot in cell.slots {
        let rect = slot.rect(in: Size(width: 200, height: lowest))
        #expect(rect.y >= 0 && rect.y + rect.height <= lowest + 1e-9, "\(textSize) \(slot.role)")
      }
    }
    options.largeAspectRatio = 1
    #expect(try design(0.8).options.isEqual(to: options))
    #expect(try design(1).options.isEqual(to: options))
  }

  @Test("Texts do not lie on each other", arguments: SectionLayouts.all, textSizes)
  func noOverlap(type: any SectionLayout.Type, textSize: Double) throws {
    for name in StandardCells.names {
      let design = try design(type, name, width: 390, textSize: textSize)
      let cell = try #require(design.cell)
      for size in sizes(of: try design.layout(of: items)) {
        var ends: [CellRole: Double] = [:]
        var texts: [(role: CellRole, rect: Rect, alignment: CellText.Alignment)] = []
        for slot in cell.slots {
          let rect = slot.rect(in: size, after: slot.after.flatMap { ends[$0] } ?? 0)
          ends[slot.role] = rect.y + rect.height
          guard case .text(let text) = slot.content else { continue }
          texts.append((slot.role, rect, text.alignment))
        }
        for (index, text) in texts.enumerated() {
          let other = texts[(index + 1)...].first { other in
            // Two short texts share a line, one at each side.
            guard other.alignment == text.alignment else { return false }
            return text.rect.y + text.rect.height > other.rect.y + 1e-9
              && other.rect.y + other.rect.height > text.rect.y + 1e-9
              && text.rect.x + text.rect.width > other.rect.x
              && other.rect.x + other.rect.width > text.rect.x
          }
          #expect(other == nil, "\(name) \(type) \(text.role)")
        }
      }
    }
  }

  @Test("Larger text never makes a section lower", arguments: SectionLayouts.all)
  func growth(type: any SectionLayout.Type) throws {
    for name in StandardCells.names {
      let heights = try Self.textSizes.map {
        try design(type, name, width: 390, textSize: $0).layout(of: items).contentSize.height
      }
      #expect(heights == heights.sorted(), "\(name)")
    }
  }

  @Test("A text has as many more lines as its letters are larger")
  func lines() throws {
    func lines(_ textSize: Double) throws -> Int? {
      try design(UniformGridLayout.self, "trend_articles", width: 390, textSize: textSize).cell?
        .slots
        .compactMap { slot in
          if case .text(let text) = slot.content, text.role == .summary { text.lines } else { nil }
        }.first
    }
    #expect(try lines(1) == 4)
    #expect(try lines(1.25) == 5)
    #expect(try lines(2) == 8)
    #expect(try lines(0.8) == 4)
  }

  @Test("The summary of a card gives way to larger text, and everything else stays inside")
  func card() throws {
    for width in Self.widths {
      for textSize in Self.textSizes {
        let design = try design(
          CardStackLayout.self, "favorite_scenes", width: width, textSize: textSize)
        let cell = try #require(design.cell)
        let size = try #require(sizes(of: try design.layout(of: items)).first)
        var ends: [CellRole: Double] = [:]
        for slot in cell.slots {
          let rect = slot.rect(in: size, after: slot.after.flatMap { ends[$0] } ?? 0)
          ends[slot.role] = rect.y + rect.height
          #expect(rect.y + rect.height <= size.height + 1e-9, "\(slot.role) \(width) \(textSize)")
        }
      }
    }
  }

  @Test(
    "Rows of a list are beside each other only where their texts have room",
    arguments: ["row", "recent_news"], textSizes)
  func listColumns(name: String, textSize: Double) throws {
    var counts: Set<Int> = []
    for rowHeight in [30.0, 88, 200, 400] {
      for width in stride(from: 200.0, through: 1_400, by: 100) {
        var options = ListLayout.Options()
        (options.rowHeight, options.minimumRowWidth) = (rowHeight, 100)
        let design = try design(options, name, width: width, textSize: textSize)
        guard let list = try design.layout(of: items) as? ListLayout else {
          Issue.record("another layout")
          return
        }
        counts.insert(list.columnCount)
        for slot in try #require(design.cell).slots {
          let rect = slot.rect(in: Size(width: list.frames[0].width, height: list.frames[0].height))
          guard case .text(let text) = slot.content else { continue }
          #expect(rect.width > 0, "\(rowHeight) \(width) \(slot.role)")
          #expect(list.columnCount == 1 || rect.width >= 2 * text.font.size)
        }
      }
    }
    #expect(counts.count > 2)
  }

  @Test("A cell that does not fit in a layout is replaced by the one of the layout")
  func fallback() throws {
    func name(_ cell: String?, _ type: any SectionLayout.Type) throws -> String? {
      try design(type, cell, width: 390, textSize: 1).cell?.name
    }
    #expect(try name("trend_articles", SnapCarouselLayout.self) == "row")
    #expect(try name("recent_news", ShelfLayout.self) == "caption_below")
    #expect(try name("favorite_scenes", StaggeredGridLayout.self) == "overlay")
    #expect(try name("pickup_photos", JustifiedRowsLayout.self) == "pickup_photos")
    #expect(try name(nil, CircularCarouselLayout.self) == "banner")
    #expect(try name(nil, CardStackLayout.self) == "card")
    #expect(try name("card", MosaicLayout.self) == "overlay")
    #expect(try name("card", ListLayout.self) == "row")
    #expect(try name("recent_news", ListLayout.self) == "recent_news")
  }

  @Test("Slots of roles that items do not have are left out", arguments: StandardCells.names)
  func roles(name: String) throws {
    for type in SectionLayouts.all {
      let cell = try design(type, name, width: 390, textSize: 1, roles: [.headline, .rating]).cell
      let known: Set<CellRole> = [.headline, .rating, .stars, .fixed, .shade, .line]
      #expect(Set(try #require(cell).slots.map(\.role)).isSubset(of: known))
      #expect(try design(type, name, width: 390, textSize: 1, roles: []).cell == nil)
    }
  }

  @Test("A low picture of a staggered grid has room for larger text")
  func minimumHeight() throws {
    let panorama = [LayoutItem(id: 1, mediaSize: Size(width: 3000, height: 300))]
    let standard = try design(StaggeredGridLayout.self, "pickup_photos", width: 390, textSize: 1)
    #expect(try standard.layout(of: panorama).contentSize.height == 19)
    let larger = try design(StaggeredGridLayout.self, "pickup_photos", width: 390, textSize: 1.5)
    // Two lines of 21 points and two of 18, with 8 points around them and above the shade.
    let height = try larger.layout(of: panorama).contentSize.height
    #expect(height == (16 + 57.666666666666664 + 49.333333333333336 + 8).rounded(.up))
  }
}
