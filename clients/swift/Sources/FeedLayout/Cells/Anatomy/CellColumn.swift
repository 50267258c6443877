/// Slots from top to bottom, each below the one before.
///
/// Where a text may have fewer lines than it has room for, what follows it counts from its end.
struct CellColumn {
  var slots: [CellSlot] = []
  /// Where the last slot ends if all texts have all of their lines, in points.
  private(set) var bottom: Double
  /// The offset of the next slot from the top, or from the end of the text ``after``, in points.
  private(set) var offset: Double
  private(set) var after: CellRole?
  /// Counts offsets of slots below a text from the end of that text.
  let follows: Bool

  /// A column that begins at `top`.
  init(top: Double = 0, follows: Bool = true) {
    bottom = top
    offset = top
    self.follows = follows
  }

  /// Leaves `gap` points free; what follows may also begin earlier, with a negative gap.
  mutating func skip(_ gap: Double) {
    bottom += gap
    offset += gap
  }

  /// Adds a slot across `span`, `down` points below the end of the column.
  mutating func place(
    _ content: CellSlot.Content, _ span: CellSpan, height: Double, down: Double = 0
  ) {
    slots.append(
      CellSlot(
        content, offset: offset + down, left: span.left, right: span.right, width: span.width,
        height: height, after: after))
  }

  /// Adds a slot, and moves the end of the column below it.
  mutating func add(_ content: CellSlot.Content, _ span: CellSpan, height: Double) {
    place(content, span, height: height)
    guard follows, case .text(let text) = content, text.lines > 1, text.role != .fixed else {
      return skip(height)
    }
    bottom += height
    offset = 0
    after = text.role
  }

  /// Counts what follows from `height` points below `start`, also where texts since then have fewer lines.
  mutating func end(_ start: CellColumn, height: Double) {
    offset = start.offset + height
    after = start.after
  }

  /// A column beside this one, without slots, whose next slot has the offset `offset`.
  func part(at offset: Double) -> CellColumn {
    var part = self
    part.slots = []
    part.skip(offset - self.offset)
    part.offset = offset
    return part
  }

  /// The slots from `top` on.
  func slots(from top: Double) -> [CellSlot] {
    slots.map { slot in
      var slot = slot
      // What follows a text counts from its end.
      if slot.after == nil { slot.offset += top }
      return slot
    }
  }

  /// The slots, of which the lowest ends `base` points above the bottom of the cell.
  func slots(above base: Double) -> [CellSlot] {
    slots.map { slot in
      guard case .height(let height) = slot.extent else { return slot }
      return CellSlot(
        slot.content, anchor: .bottom, offset: base + (bottom - slot.offset - height),
        left: slot.left, right: slot.right, width: slot.width, height: height)
    }
  }
}

/// Where something is across a cell: the distances from both sides, or a width and one of them, or a width in the middle.
struct CellSpan {
  var left: Double?
  var right: Double?
  var width: Double?

  /// The span of a box of `width` points at a side of this one, in a cell of `cell` points.
  func box(_ width: Double, _ align: CellElement.Alignment, in cell: Double?) -> CellSpan {
    switch align {
    case .start where left != nil: return CellSpan(left: left, right: nil, width: width)
    case .end where right != nil: return CellSpan(left: nil, right: right, width: width)
    case .start, .end: return self
    case .center:
      // In the middle of the cell, or of a part of it.
      guard left != right, let left else { return CellSpan(left: nil, right: nil, width: width) }
      let free = self.width(in: cell).map { $0 - width } ?? 0
      return CellSpan(left: left + free / 2, right: nil, width: width)
    }
  }

  /// This span without `left` and `right` points at its sides.
  func inset(left: Double, right: Double) -> CellSpan {
    CellSpan(
      left: self.left.map { $0 + left }, right: self.right.map { $0 + right },
      width: width.map { $0 - left - right })
  }

  /// The width in a cell of `cell` points, if it is known.
  func width(in cell: Double?) -> Double? {
    if let width { return width }
    guard let cell, let left, let right else { return nil }
    return cell - left - right
  }
}

extension CellSlot {
  /// A device pixel of most phones, in points.
  static let pixel = 1 / 3.0

  init(
    _ content: Content, anchor: Anchor = .top, offset: Double = 0, left: Double? = 0,
    right: Double? = 0, width: Double? = nil, height: Double, after: CellRole? = nil
  ) {
    self.init(
      content: content, anchor: anchor, offset: offset, left: left, right: right, width: width,
      extent: .height(height), after: after)
  }
}
