import FeedLayout
import TestSupport

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
