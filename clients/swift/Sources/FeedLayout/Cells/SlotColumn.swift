/// Slots from top to bottom, each below the one before.
///
/// Where a text may have fewer lines than it has room for, what follows it counts from its end.
struct SlotColumn {
  private(set) var slots: [CellSlot] = []
  /// Where the last slot ends if all texts have all of their lines, in points.
  private(set) var bottom: Double
  /// The offset of the next slot from the top, or from the end of the text ``after``, in points.
  private var offset: Double
  private var after: CellRole?
  /// The gap to the edges of the cell, in points.
  private let left: Double
  private let right: Double

  /// A column that begins at `top`.
  init(top: Double, left: Double, right: Double) {
    bottom = top
    offset = top
    self.left = left
    self.right = right
  }

  /// Leaves `gap` points free; what follows may also begin earlier, with a negative gap.
  mutating func skip(_ gap: Double) {
    bottom += gap
    offset += gap
  }

  mutating func add(_ text: CellText) {
    slots.append(
      CellSlot(
        .text(text), offset: offset, left: left, right: right, height: text.height, after: after))
    guard text.lines > 1 else { return skip(text.height) }
    bottom += text.height
    offset = 0
    after = text.role
  }

  /// Adds a line of one pixel.
  mutating func addDivider() {
    slots.append(
      CellSlot(
        .line(.divider), offset: offset, left: left, right: right, height: CellSlot.pixel,
        after: after))
    skip(CellSlot.pixel)
  }

  /// Adds slots that are placed from where the column is, as `make` says, and take `height` points.
  mutating func add(height: Double, _ make: (_ top: Double) -> [CellSlot]) {
    slots += make(offset).map { slot in
      var slot = slot
      slot.after = after
      return slot
    }
    skip(height)
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

  /// A slot across the whole cell, or its picture's part if that has a height.
  init(_ content: Content, covering height: Double?) {
    self.init(
      content: content, anchor: .top, offset: 0, left: 0, right: 0, width: nil,
      extent: height.map { .height($0) } ?? .bottom(0), after: nil)
  }

  /// A picture across the whole cell, or in a part of it of `height` points.
  static func image(
    _ mode: CellImage.ContentMode, cornerRadius: Double = 0, covering height: Double? = nil
  ) -> CellSlot {
    CellSlot(
      .image(CellImage(contentMode: mode, cornerRadius: cornerRadius, border: nil)),
      covering: height)
  }
}
