/// A row of items with sizes of their own that comes to rest at snaps.
///
/// Offsets say how far the row is scrolled, in points: they grow in the reading direction, from 0
/// where the row begins at the view's leading edge, whichever side that is. A ``Snap`` is an offset
/// where a group of items is aligned in the view. Translations and velocities are those of the
/// finger, to the right, as everywhere in this library.
///
/// The rules are those of embla-carousel 9 (David Jerleke, MIT), CSS Scroll Snap Level 1 (W3C) and
/// UIScrollView, in one engine: which one a rule comes from stands beside it.
public struct CarouselLayout: SectionGeometry {
  /// A place the carousel can rest at.
  public struct Snap: Hashable, Sendable {
    /// 0-based position among the snaps.
    public let index: Int
    /// How far the row is scrolled there, in points.
    public let offset: Double
    /// The items that belong to it, as positions in the row.
    public let items: Range<Int>
    /// How far along that is: 0 at the start of what can be scrolled, 1 at its end; in a loop the
    /// share of a turn since the first snap, below 1.
    public let progress: Double
  }

  public let viewport: Viewport
  /// The row with the gaps at its ends, and its highest item, in points; in a loop one turn.
  public let contentSize: Size
  /// The items side by side where they are at ``initialOffset``, their top edges aligned. In a loop
  /// they stand in their row; ``Loop/shifts`` says which to draw elsewhere.
  public let frames: [Frame]
  /// What the carousel was told.
  public let options: Options
  /// The snaps, their offsets ascending.
  public let snaps: [Snap]
  /// The snap each item belongs to, in the order of the items.
  public let snapOfItem: [Int]
  /// How the row begins again after its end; `nil` if it does not, because that was not asked for or
  /// its items could not cover the view.
  public let loop: Loop?
  /// How far it can be scrolled without pulling at its ends, in points; `nil` for a loop, which has
  /// none.
  public let scrollLimits: ClosedRange<Double>?

  let row: CarouselRow
  let line: SnapLine?

  /// Places `items` in a row, each as large as its ``LayoutItem/mediaSize`` says, in points, or
  /// scaled to ``Options/itemHeight``.
  ///
  /// - Throws: ``LayoutError`` for an item without a size or with one outside
  ///   ``supportedExtents``, and for an option out of its range.
  /// - Complexity: O(n).
  public init(
    items: [LayoutItem], viewport: Viewport, options: Options = Options()
  ) throws(LayoutError) {
    try options.check(in: viewport)
    let width = viewport.width
    // 1. The row, and where it can rest.
    let row = try CarouselRow(items: items, options: options, viewWidth: width)
    let placement = SnapPlacement(row: row, options: options, viewWidth: width)
    let loop = Loop(row: row, firstSnap: placement.offsets.first, viewWidth: width)
    let limits = Self.scrollLimits(row: row, offsets: placement.offsets, viewWidth: width)
    // 2. Snaps and their inverse.
    let scale = ProgressScale(
      loop: loop, limits: limits, firstSnap: placement.offsets.first ?? 0)
    snaps = placement.offsets.indices.map { index in
      let offset = placement.offsets[index]
      return Snap(
        index: index, offset: offset, items: placement.items[index],
        progress: scale.progress(at: offset))
    }
    var snapOfItem: [Int] = []
    snapOfItem.reserveCapacity(items.count)
    for (snap, members) in placement.items.enumerated() {
      snapOfItem.append(contentsOf: repeatElement(snap, count: members.count))
    }
    self.snapOfItem = snapOfItem
    // 3. Frames, seen from the first snap.
    let initialOffset = placement.offsets.first ?? 0
    frames = items.indices.map { index in
      let size = options.drawnSize(of: items[index]) ?? .zero
      let leading = row.starts[index] - initialOffset
      let isMirrored = options.direction == .rightToLeft
      return Frame(
        id: items[index].id, x: isMirrored ? width - leading - size.width : leading, y: 0,
        width: size.width, height: size.height)
    }

    contentSize =
      items.isEmpty
      ? Size(width: width, height: 0) : Size(width: row.length, height: row.height)
    scrollLimits = loop == nil ? limits : nil
    line = SnapLine(offsets: placement.offsets, period: loop?.period)
    self.loop = loop
    self.row = row
    self.options = options
    self.viewport = viewport
  }

  /// The offset of the first snap, which the carousel is shown at, in points.
  public var initialOffset: Double { snaps.first?.offset ?? 0 }

  /// How much wider the row is than the view, in points; 0 when everything fits.
  public var maxScrollOffset: Double { max(0, contentSize.width - viewport.width) }

  /// The whole row can be reached, and every snap, even where containment does not hold them back.
  private static func scrollLimits(
    row: CarouselRow, offsets: [Double], viewWidth: Double
  ) -> ClosedRange<Double> {
    // A row that fits but for the tolerance rests in one place and need not scroll.
    let end = row.length - viewWidth
    let furthest = end > SnapPlacement.edgeTolerance ? end : 0
    return min(0, offsets.first ?? 0)...max(furthest, offsets.last ?? 0)
  }
}
