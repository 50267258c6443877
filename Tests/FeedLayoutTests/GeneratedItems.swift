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
