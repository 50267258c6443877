import FeedLayout

/// An algorithm whose time per item is measured.
struct Algorithm: Sendable {
  let name: String
  /// Whether its time per item is promised not to grow with the number of items.
  let isLinear: Bool
  /// The most items it is measured with.
  let largestCount: Int
  /// Runs it once; the result depends on all it computed, so that nothing is optimised away.
  let run: @Sendable (Input) throws -> Double

  init(
    _ name: String, isLinear: Bool = true, largestCount: Int = 1_000_000,
    run: @escaping @Sendable (Input) throws -> Double
  ) {
    self.name = name
    self.isLinear = isLinear
    self.largestCount = largestCount
    self.run = run
  }

  static let floor = Algorithm("floor: divisions and stores", run: Floor.run)

  static let all =
    [floor] + sections + pages + frames

  private static let sections = [
    grid("staggered_grid, two columns") { _ in },
    grid("staggered_grid, five columns") { $0.columnCount = 5 },
    grid("staggered_grid, shortest") { $0.placement = .shortest },
    grid("staggered_grid, source_order") { $0.placement = .sourceOrder },
    grid("staggered_grid, forward") {
      ($0.placement, $0.columnCount, $0.tolerance) = (.forward, 3, 20)
    },
    section("uniform_grid") { try UniformGridLayout(items: $0.items, viewport: $0.viewport) },
    rows("justified_rows, greedy") { _ in },
    rows("justified_rows, optimal") { $0.breaks = .optimal },
    row("carousel") { _ in },
    row("carousel, automatic groups") { $0.group = .automatic },
    row("carousel, loop") { $0.loops = true },
    section("shelf") { try ShelfLayout(items: $0.items, viewport: $0.viewport) },
    section("snap_carousel") {
      try SnapCarouselLayout(items: $0.items, viewport: $0.viewport)
    },
    section("card_stack") { try CardStackLayout(items: $0.items, viewport: $0.viewport) },
    section("circular_carousel", isLinear: false, largestCount: 1_000) {
      try CircularCarouselLayout(items: $0.items, viewport: $0.viewport)
    },
  ]

  private static let pages = [
    Algorithm("staggered_grid, pages of 20") { input in
      var state = try StaggeredGridState(viewport: input.viewport)
      var bottom = 0.0
      var frames: [Frame] = []
      for start in stride(from: 0, to: input.items.count, by: 20) {
        frames.removeAll(keepingCapacity: true)
        for item in input.items[start..<min(start + 20, input.items.count)] {
          frames.append(try state.place(item))
        }
        bottom += frames.last?.maxY ?? 0
      }
      return bottom
    },
    Algorithm("uniform_grid, one by one") { input in
      var state = try UniformGridState(viewport: input.viewport, options: .init())
      var bottom = 0.0
      for item in input.items {
        let frame = try state.place(item)
        bottom += frame.maxY
      }
      return bottom
    },
    Algorithm("justified_rows, pages of 20") { input in
      var state = try JustifiedRowsState(viewport: input.viewport, options: .init())
      var bottom = 0.0
      for start in stride(from: 0, to: input.items.count, by: 20) {
        let page = try state.append(Array(input.items[start..<min(start + 20, input.items.count)]))
        bottom += page.frames.last?.maxY ?? 0
      }
      return bottom
    },
  ]

  private static let frames = [
    Algorithm("device pixels, 3x") { input in
      let grid = try StaggeredGridLayout(items: input.items, viewport: input.viewport)
      return try DevicePixels(scale: 3).aligned(grid.frames).last?.maxY ?? 0
    },
    Algorithm("frame index, built", isLinear: false) { input in
      let grid = try StaggeredGridLayout(items: input.items, viewport: input.viewport)
      let index = FrameIndex(grid.frames)
      return Double(try index.positions(from: 0, to: 844).count)
    },
  ]

  private static func grid(
    _ name: String, _ change: (inout StaggeredGridLayout.Options) -> Void
  ) -> Algorithm {
    var options = StaggeredGridLayout.Options()
    change(&options)
    return section(name) { [options] in
      try StaggeredGridLayout(items: $0.items, viewport: $0.viewport, options: options)
    }
  }

  private static func rows(
    _ name: String, _ change: (inout JustifiedRowsLayout.Options) -> Void
  ) -> Algorithm {
    var options = JustifiedRowsLayout.Options()
    change(&options)
    return section(name) { [options] in
      try JustifiedRowsLayout(items: $0.items, viewport: $0.viewport, options: options)
    }
  }

  private static func row(
    _ name: String, _ change: (inout CarouselLayout.Options) -> Void
  ) -> Algorithm {
    var options = CarouselLayout.Options()
    options.itemHeight = 200
    change(&options)
    return section(name) { [options] in
      try CarouselLayout(items: $0.items, viewport: $0.viewport, options: options)
    }
  }

  private static func section(
    _ name: String, isLinear: Bool = true, largestCount: Int = 1_000_000,
    layout: @escaping @Sendable (Input) throws -> some SectionLayout
  ) -> Algorithm {
    Algorithm(name, isLinear: isLinear, largestCount: largestCount) { input in
      let layout = try layout(input)
      return layout.contentSize.height + (layout.frames.last?.maxX ?? 0)
    }
  }
}
