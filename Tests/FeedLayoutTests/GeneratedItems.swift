import FeedLayout
import TestSupport

/// Items and a viewport drawn from a seed.
struct GeneratedItems {
  let items: [LayoutItem]
  let viewport: Viewport

  init(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let isWhole = Bool.random(using: &random)
    let width = Double.random(in: Viewport.supportedWidths, using: &random)
    viewport = try Viewport(width: isWhole ? width.rounded() : width)
    // Ids have gaps and come in any order.
    var ids = Array(1...400)
    ids.shuffle(using: &random)
    items = ids.prefix(Int.random(in: 0...120, using: &random)).map { id in
      let size = Size(
        width: Double(Int.random(in: 1...6_000, using: &random)),
        height: Double(Int.random(in: 1...6_000, using: &random)))
      return LayoutItem(id: id, mediaSize: size)
    }
  }
}

extension Frame {
  /// Whether the two boxes share more than an edge; sums of doubles may be off in the last bits.
  func overlaps(_ other: Frame) -> Bool {
    let slack = 1e-6
    return x + slack < other.maxX && other.x + slack < maxX
      && y + slack < other.maxY && other.y + slack < maxY
  }
}

/// Items, a viewport and options of justified rows drawn from a seed.
struct GeneratedRows {
  let items: [LayoutItem]
  let viewport: Viewport
  var options: JustifiedRowsLayout.Options

  /// - Parameter isExtreme: Whether there are pictures up to a million times as wide as high, and
  ///   the reverse.
  init(
    random: inout SeededGenerator, itemCount: ClosedRange<Int> = 0...60, isExtreme: Bool = false
  ) throws {
    let width = Double.random(in: 200...1200, using: &random)
    viewport = try Viewport(width: Bool.random(using: &random) ? width.rounded() : width)
    options = .init()
    options.targetRowHeight = Double.random(in: 40...400, using: &random)
    options.tolerance = [0, 0.1, 0.25, 0.6, 1].randomElement(using: &random) ?? 0
    options.spacing = [0, 1.5, 8, 10].randomElement(using: &random) ?? 0
    options.inset = [0, 8, 12.3].randomElement(using: &random) ?? 0
    options.widows = JustifiedRowsLayout.WidowPolicy.allCases.randomElement(using: &random) ?? .left
    options.fullWidthCadence = [0, 0, 1, 3, 5].randomElement(using: &random) ?? 0
    options.maxRows = [nil, nil, 1, 4].randomElement(using: &random) ?? nil
    options.breaks = Bool.random(using: &random) ? .greedy : .optimal
    if Bool.random(using: &random) {
      options.minRowHeight = options.targetRowHeight * Double.random(in: 0.7...1, using: &random)
      options.maxRowHeight = options.targetRowHeight * Double.random(in: 1...3, using: &random)
    }
    items = (0..<Int.random(in: itemCount, using: &random)).map { index in
      let exponent = isExtreme ? Double.random(in: -6...6, using: &random) : 0
      let scale = Self.power(ofTen: exponent)
      return LayoutItem(
        id: 7 * index + 3,
        mediaSize: Size(
          width: Double.random(in: 100...3000, using: &random) * scale,
          height: Double.random(in: 100...2000, using: &random)))
    }
  }

  var layout: JustifiedRowsLayout {
    get throws { try JustifiedRowsLayout(items: items, viewport: viewport, options: options) }
  }

  /// Width divided by height of each item, within what is told apart.
  var aspectRatios: [Double] {
    items.compactMap(\.mediaSize).map { min(max($0.width / $0.height, 1e-6), 1e6) }
  }

  /// The height at which the items in `range` fill a row.
  func naturalHeight(_ range: Range<Int>) -> Double {
    let room = viewport.width - 2 * options.inset - Double(range.count - 1) * options.spacing
    return room / aspectRatios[range].reduce(0, +)
  }

  var minHeight: Double { options.minRowHeight ?? options.targetRowHeight / 2 }
  var maxHeight: Double { options.maxRowHeight ?? options.targetRowHeight * 2 }

  private static func power(ofTen exponent: Double) -> Double {
    var power = 1.0
    for _ in 0..<Int(exponent.magnitude) { power *= 10 }
    return exponent < 0 ? 1 / power : power
  }
}

/// Options, items with spans and kept columns, and a viewport drawn from a generator.
struct GeneratedGrid: CustomStringConvertible {
  let options: StaggeredGridLayout.Options
  let items: [LayoutItem]
  let viewport: Viewport

  var description: String { "\(options) in \(viewport): \(items)" }

  /// Ids are 1, 2, 3, … from the first item on.
  init(
    _ placement: StaggeredGridLayout.Placement, using random: inout SeededGenerator,
    upTo count: Int = 40, spans: Bool = true, kept: Bool = true
  ) throws {
    var options = StaggeredGridLayout.Options()
    options.placement = placement
    options.columnCount = placement == .balanced ? 2 : Int.random(in: 1...7, using: &random)
    options.spacing = [0, 8, 8, 12.5, 7.3].randomElement(using: &random) ?? 8
    options.inset = [0, 8, 20].randomElement(using: &random) ?? 8
    options.tolerance = [0, 0, 10, 60, 1_000].randomElement(using: &random) ?? 0
    viewport = try Viewport(width: Double(Int.random(in: 250...1_000, using: &random)))
    // A few sizes only, so that heights are often equal.
    let isCoarse = Bool.random(using: &random)
    let columns = options.columnCount
    items = (0..<Int.random(in: 0...count, using: &random)).map { index in
      let width = isCoarse ? 100 : Double(Int.random(in: 400...4_000, using: &random))
      let height =
        isCoarse
        ? Double(50 * Int.random(in: 1...4, using: &random))
        : Double(Int.random(in: 1...4_000, using: &random))
      let isWide = spans && Int.random(in: 0..<5, using: &random) == 0
      let isKept = kept && Int.random(in: 0..<6, using: &random) == 0
      return LayoutItem(
        id: index + 1, mediaSize: Size(width: width, height: height),
        columnSpan: isWide ? Int.random(in: 1...columns, using: &random) : 1,
        // Now and then a column that is not there.
        keptColumn: isKept ? Int.random(in: 0...columns, using: &random) : nil)
    }
    self.options = options
  }

  func layout() throws -> StaggeredGridLayout {
    try StaggeredGridLayout(items: items, viewport: viewport, options: options)
  }
}

extension StaggeredGridLayout.Placement {
  /// The placements that can go on after any item.
  static let resumable = allCases.filter { $0 != .balanced }
}

extension StaggeredGridLayout.Options {
  /// The options of a grid of `count` columns, otherwise as it is.
  static func columns(_ count: Int) -> Self {
    var options = Self()
    options.columnCount = count
    return options
  }
}
