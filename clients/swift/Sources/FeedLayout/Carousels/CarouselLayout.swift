/// A row of items with sizes of their own that comes to rest at snaps.
///
/// Offsets say how far the row is scrolled, in points: they grow in the reading direction, from 0
/// where the row begins at the view's leading edge, whichever side that is. A ``Snap`` is an offset
/// where a group of items is aligned in the view. Translations and velocities are those of the
/// finger, to the right, as everywhere in this library.
///
/// The rules are those of embla-carousel 9 (David Jerleke, MIT), CSS Scroll Snap Level 1 (W3C) and
/// UIScrollView, in one engine: which one a rule comes from stands beside it.
public struct CarouselLayout: SectionLayout {
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
  /// The options of the carousel.
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

extension CarouselLayout {
  /// The items of snap `index`, as positions in the row; `nil` if there is no such snap.
  ///
  /// - Complexity: O(1).
  public func items(ofSnap index: Int) -> Range<Int>? {
    snaps.indices.contains(index) ? snaps[index].items : nil
  }

  /// The snap that the item at position `index` of the row belongs to; `nil` if there is no such
  /// item.
  ///
  /// - Complexity: O(1).
  public func snap(ofItem index: Int) -> Int? {
    snapOfItem.indices.contains(index) ? snapOfItem[index] : nil
  }

  /// The snap nearest to `offset`, of two as near the first; `nil` if there are no items. Of several
  /// snaps at the end of the row it is the last.
  ///
  /// - Throws: ``LayoutError/outOfRange(_:value:allowed:)``.
  /// - Complexity: O(log n).
  public func snap(atOffset offset: Double) throws(LayoutError) -> Int? {
    let offset = try inFirstTurn(offset)
    return line.map { $0.snap(at: $0.nearestPlace(to: offset)) }
  }

  /// How far along `offset` is, as a ``Snap`` says of its own: 0…1.
  ///
  /// - Throws: ``LayoutError/outOfRange(_:value:allowed:)``.
  /// - Complexity: O(1).
  public func progress(atOffset offset: Double) throws(LayoutError) -> Double {
    progressScale.progress(at: try inFirstTurn(offset))
  }

  /// The offset that is `progress` along, in points: the inverse of ``progress(atOffset:)``; in a
  /// loop within the first turn.
  ///
  /// - Throws: ``LayoutError/outOfRange(_:value:allowed:)`` unless `progress` is in 0…1.
  /// - Complexity: O(1).
  public func offset(atProgress progress: Double) throws(LayoutError) -> Double {
    try LayoutError.check(progress, in: 0...1, as: .progress)
    return progressScale.offset(at: progress)
  }

  /// Where to scroll to from `offset` to be at snap `index`, in points: in a loop the shortest way
  /// round, so not always in the first turn. `nil` if there is no such snap.
  ///
  /// - Throws: ``LayoutError/outOfRange(_:value:allowed:)``.
  /// - Complexity: O(1).
  public func offset(ofSnap index: Int, from offset: Double) throws(LayoutError) -> Double? {
    let origin = try inFirstTurn(offset)
    guard snaps.indices.contains(index) else { return nil }
    let target = snaps[index].offset
    guard let loop else { return target }
    return offset + (target - origin).remainder(dividingBy: loop.period)
  }

  /// Returns the offset in the first turn of a loop that shows the same as `offset`; `offset`
  /// itself without a loop.
  func inFirstTurn(_ offset: Double) throws(LayoutError) -> Double {
    try LayoutError.check(offset, in: SnapCarouselLayout.finite, as: .offset)
    return loop?.wrapped(offset) ?? offset
  }

  private var progressScale: ProgressScale {
    ProgressScale(loop: loop, limits: scrollLimits ?? 0...0, firstSnap: initialOffset)
  }
}
