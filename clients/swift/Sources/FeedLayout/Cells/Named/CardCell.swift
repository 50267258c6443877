/// The cells of a large picture that is covered by text from the top down.
///
/// The text has the size of the card: larger text has as many lines as the card has room for, and the
/// summary gives way first.
struct CardCell: CellAnatomy {
  let name: CellName
  let textSize: TextSize
  let roles: Set<CellRole>

  private static let margin = 12.0
  private static let padding = 8.0
  private static let metaHeight = 36.0
  private static let badgePadding = 4.0
  private static let summaryLines = 8
  /// "posted:" and ten digits of 10 points.
  private static let dateWidth = 100.0

  init(_ name: CellName, _ textSize: TextSize, _ roles: Set<CellRole>) {
    self.name = name
    self.textSize = textSize
    self.roles = roles
  }

  /// Whether it has the words of the existing screens.
  private var isOfScenes: Bool { name == .favoriteScenes }

  func grown(_ box: CellBox) -> CellBox {
    // Only cells with a caption can become higher.
    guard let height = box.height, box.mediaHeight != nil else { return box }
    var grown = box
    grown.height = max(
      height, texts(width: box.width ?? 0, summaryLines: 1).bottom)
    return grown
  }

  func cell(in box: CellBox, designed: CellBox) -> Cell {
    let width = box.width ?? 0
    let height = box.height ?? 0
    // 1. The most lines of summary that leave room for everything else.
    let most = textSize.lines(Self.summaryLines)
    let fitting = (0...most).lazy.reversed()
      .map { texts(width: width, summaryLines: $0) }
      .first { $0.bottom <= height }
    // 2. Where not even that has room, what comes last is left out.
    let column =
      fitting
      ?? [[CellRole.author], [.author, .place], [.author, .place, .date, .label]].lazy
      .map { texts(width: width, summaryLines: 0, leavingOut: $0) }
      .first { $0.bottom <= height }
      ?? SlotColumn(top: 0, left: 0, right: 0)
    return Cell(
      name, cornerRadius: 8, border: CellBorder(.faintEdge),
      slots: [
        .image(name == .card ? .fill : .fit, covering: box.height),
        CellSlot(.shade(.deepShade, cornerRadius: 0), covering: box.height),
      ] + column.slots)
  }

  private func texts(
    width: Double, summaryLines: Int, leavingOut omitted: Set<CellRole> = []
  ) -> SlotColumn {
    let roles = roles.subtracting(omitted)
    var column = SlotColumn(top: 0, left: Self.margin, right: Self.margin)
    if roles.contains(.headline) {
      column.skip(16)
      column.add(CellText(.headline, .bold(16, textSize), .white))
      column.skip(Self.margin)
      column.addDivider()
    }
    if roles.contains(.date) || roles.contains(.label) {
      addMeta(to: &column, width: width)
      column.addDivider()
    }
    if roles.contains(.place) {
      column.skip(Self.padding)
      column.add(CellText(.place, .bold(13, textSize), .white))
      column.skip(Self.padding)
      column.addDivider()
    }
    if roles.contains(.summary), summaryLines > 0 {
      column.skip(Self.padding)
      column.add(
        CellText(.summary, .regular(11, textSize), .white, lines: summaryLines))
    }
    if roles.contains(.author) {
      column.skip(Self.padding)
      column.add(
        CellText(
          .author, .regular(11, textSize), .white, alignment: .right,
          prefix: isOfScenes ? "text & editing:" : nil))
      column.skip(4)
    }
    return column
  }

  /// The date at the left and the label at the right, in the middle of a row.
  private func addMeta(to column: inout SlotColumn, width: Double) {
    let half = (width - 20) / 2
    let date = CellText(
      .date, .bold(10, textSize), .white,
      lines: textSize.lines(ofWidth: Self.dateWidth, in: half - 2 * Self.margin),
      prefix: isOfScenes ? "posted:" : nil)
    let label = CellText(.label, .bold(10, textSize), .white, alignment: .right)
    let badgeHeight = label.height + 2 * Self.badgePadding
    let designed = CellFont.bold(10, .standard).lineHeight
    let height = Self.metaHeight + max(date.height, label.height) - designed
    column.add(height: height) { top in
      let middle = top + height / 2
      var slots: [CellSlot] = []
      if roles.contains(.date) {
        slots.append(
          CellSlot(
            .text(date), offset: middle - date.height / 2, left: Self.margin,
            right: width - half + Self.margin, height: date.height))
      }
      if roles.contains(.label) {
        slots.append(
          CellSlot(
            .badge(
              label,
              CellBadge(
                horizontalPadding: Self.padding, verticalPadding: Self.badgePadding,
                background: .cardBadge, cornerRadius: 12)),
            offset: middle - badgeHeight / 2, left: width - Self.margin - half, right: Self.margin,
            height: badgeHeight))
      }
      return slots
    }
  }
}
