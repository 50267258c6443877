import FeedLayout
import TestSupport

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
    let room =
      viewport.width - 2 * options.inset - Double(range.count - 1) * options.spacing
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
