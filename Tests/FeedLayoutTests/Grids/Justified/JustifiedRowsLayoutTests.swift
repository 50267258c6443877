import FeedLayout
import TestSupport
import Testing

struct JustifiedRowsLayoutTests {
  /// Pictures 150 pt wide at the default height.
  private static func squares(_ count: Int) -> [LayoutItem] {
    (1...count).map { LayoutItem(id: $0, mediaSize: Size(width: 10, height: 10)) }
  }

  private static func layout(
    _ items: [LayoutItem], _ change: (inout JustifiedRowsLayout.Options) -> Void = { _ in }
  ) throws -> JustifiedRowsLayout {
    var options = JustifiedRowsLayout.Options()
    change(&options)
    return try JustifiedRowsLayout(items: items, viewport: Viewport(width: 390), options: options)
  }

  @Test("Two squares fill a row of 374 pt with a gap of 8: each is 183 pt")
  func twoSquares() throws {
    let layout = try Self.layout(Self.squares(2))
    #expect(
      layout.frames == [
        Frame(id: 1, x: 8, y: 0, width: 183, height: 183),
        Frame(id: 2, x: 199, y: 0, width: 183, height: 183),
      ])
    #expect(layout.contentSize == Size(width: 390, height: 183))
    #expect(layout.rows.map(\.isWidow) == [false])
  }

  @Test(
    "A widow is as high as the row before it, to the left, in the middle, filled or hidden",
    arguments: [
      (.left, 8.0, 183.0, 183.0, 374.0), (.center, 103.5, 183, 183, 374),
      (.justify, 8, 374, 300, 491), (.hide, 8, 0, 0, 183),
    ] as [(JustifiedRowsLayout.WidowPolicy, Double, Double, Double, Double)])
  func widow(
    policy: JustifiedRowsLayout.WidowPolicy, x: Double, width: Double, height: Double,
    content: Double
  ) throws {
    let layout = try Self.layout(Self.squares(3)) { $0.widows = policy }
    let y = policy == .hide ? 183.0 : 191
    #expect(layout.frames.last == Frame(id: 3, x: x, y: y, width: width, height: height))
    #expect(layout.contentSize.height == content)
    #expect(layout.hiddenItemIDs == (policy == .hide ? [3] : []))
    #expect(layout.rows.last?.isCropped == (policy == .justify))
  }

  @Test("A first row that nothing fills is as high as the target")
  func loneWidow() throws {
    let layout = try Self.layout(Self.squares(1))
    #expect(layout.frames == [Frame(id: 1, x: 8, y: 0, width: 150, height: 150)])
  }

  @Test("A panorama has a row of its own, no lower than the bound, and is cropped")
  func panorama() throws {
    let items = [LayoutItem(id: 1, mediaSize: Size(width: 1000, height: 100))] + Self.squares(2)
    let layout = try Self.layout(items)
    #expect(layout.rows.map(\.items) == [0..<1, 1..<3])
    #expect(layout.frames.first == Frame(id: 1, x: 8, y: 0, width: 374, height: 75))
    #expect(layout.rows.map(\.isCropped) == [true, false])
    let lower = try Self.layout(items) { $0.minRowHeight = 30 }
    #expect(lower.rows.first?.height == 37.4)
    #expect(lower.rows.first?.isCropped == false)
  }

  @Test("Every third row is one picture across the width, and items after the last row are hidden")
  func cadenceAndRows() throws {
    let layout = try Self.layout(Self.squares(9)) {
      $0.fullWidthCadence = 3
      $0.maxRowHeight = 400
      $0.maxRows = 4
    }
    #expect(layout.rows.map(\.items) == [0..<2, 2..<4, 4..<5, 5..<7])
    #expect(layout.rows.map(\.isFullWidth) == [false, false, true, false])
    #expect(layout.rows.map(\.height) == [183, 183, 374, 183])
    #expect(layout.hiddenItemIDs == [8, 9])
    #expect(layout.contentSize.height == 183 * 3 + 374 + 24)
    #expect(layout.frames.last == Frame(id: 9, x: 8, y: 947, width: 0, height: 0))
  }

  @Test(
    "A row holds no more items than leave each a point, nor more than 256",
    arguments: [(8.0, 42), (0, 256), (1, 187)])
  func capacity(spacing: Double, count: Int) throws {
    let items = (1...300).map { LayoutItem(id: $0, mediaSize: Size(width: 1, height: 1e5)) }
    for breaks in JustifiedRowsLayout.Breaks.allCases {
      let layout = try Self.layout(items) {
        $0.spacing = spacing
        $0.breaks = breaks
      }
      let longest = layout.rows.map(\.items.count).max()
      #expect(breaks == .greedy ? longest == count : longest ?? 0 <= count)
    }
  }

  typealias Change = @Sendable (inout JustifiedRowsLayout.Options) -> Void

  private static let refused: [(String, Change)] = [
    ("row_height", { $0.targetRowHeight = 15 }), ("row_height", { $0.targetRowHeight = .nan }),
    ("tolerance", { $0.tolerance = 1.01 }), ("tolerance", { $0.tolerance = -.infinity }),
    ("min_row_height", { $0.minRowHeight = 0 }), ("max_row_height", { $0.maxRowHeight = 1e9 }),
    ("min_row_height and max_row_height", { $0.minRowHeight = 301 }),
    ("min_row_height and max_row_height", { $0.maxRowHeight = 74 }),
    ("spacing", { $0.spacing = -1 }), ("inset", { $0.inset = 194.6 }),
    ("inset", { $0.inset = .infinity }), ("full_width_cadence", { $0.fullWidthCadence = -1 }),
    ("full_width_cadence", { $0.fullWidthCadence = .max }),
    (
      "full_width_cadence",
      {
        $0.fullWidthCadence = 9
        $0.breaks = .optimal
      }
    ), ("max_rows", { $0.maxRows = 0 }), ("max_rows", { $0.maxRows = .min }),
  ]

  @Test(
    "An option out of its range is refused by its name",
    arguments: refused)
  func options(name: String, change: Change) throws {
    let error = try #require(throws: LayoutError.self) { try Self.layout([], change) }
    #expect(error.description.hasPrefix(name + ": "))
  }

  @Test(
    "A picture with a side that is no positive finite number is refused",
    arguments: [
      Size(width: 0, height: 1), Size(width: 1, height: -1), Size(width: .nan, height: 1),
      Size(width: 1, height: .infinity),
    ], JustifiedRowsLayout.Breaks.allCases)
  func unusable(size: Size, breaks: JustifiedRowsLayout.Breaks) throws {
    let items = Self.squares(1) + [LayoutItem(id: 9, mediaSize: size)]
    let error = try #require(throws: LayoutError.self) {
      try Self.layout(items) { $0.breaks = breaks }
    }
    guard case .unusableMediaSize(index: 1, id: 9, size: _) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(throws: LayoutError.missingMediaSize(index: 1, id: 8)) {
      try Self.layout(Self.squares(1) + [LayoutItem(id: 8)]) { $0.breaks = breaks }
    }
  }

  @Test(
    "Very many pictures of extreme aspect ratios are laid out in finite rows",
    arguments: JustifiedRowsLayout.Breaks.allCases)
  func many(breaks: JustifiedRowsLayout.Breaks) throws {
    let sides = [Double.leastNonzeroMagnitude, 1e-300, 1, 3, 1e3, 1e300, 1.7e308]
    // Every combination of the sides, many times over.
    let items = (0..<TestScale.count(gate: 10_000, soak: 1_000_000)).map { index in
      LayoutItem(
        id: index,
        mediaSize: Size(width: sides[index % 7], height: sides[(index / 7 + index % 5) % 7]))
    }
    let layout = try Self.layout(items) { $0.breaks = breaks }
    #expect(layout.frames.count == items.count)
    #expect(layout.contentSize.height.isFinite)
    #expect(layout.rows.last?.items.upperBound == items.count)
    let wrong = layout.frames.first {
      !($0.x >= 8 && $0.maxX <= 382 + 1e-9 && $0.width >= 0 && $0.height >= 75 && $0.height <= 300)
    }
    #expect(wrong == nil)
  }
}
