/// The cell of a small picture beside a headline, with a date below it.
struct RowCell: CellAnatomy {
  let textSize: TextSize
  let roles: Set<CellRole>

  private static let margin = 8.0

  private var headline: CellText {
    CellText(.headline, .bold(13, textSize), .primary, lines: textSize.lines(2))
  }
  /// The text below the headline: the date, or else the label, the place or the author.
  private var detail: CellText? {
    let role: CellRole? = [.date, .label, .place, .author].first { roles.contains($0) }
    return role.map { CellText($0, .regular(12, textSize), .secondary) }
  }
  private var textHeight: Double {
    (roles.contains(.headline) ? headline.height : 0) + (detail?.height ?? 0)
  }

  func grown(_ box: CellBox) -> CellBox {
    let designed = RowCell(textSize: .standard, roles: roles)
    var grown = box
    grown.height = box.height.map { $0 + textHeight - designed.textHeight }
    return grown
  }

  func cell(in box: CellBox, designed: CellBox) -> Cell {
    let height = box.height ?? 0
    // A picture takes half of a row at most, whose height its editors chose without its width.
    let side = max(
      0, min(min(designed.height ?? height, height) - 2 * Self.margin, (box.width ?? .infinity) / 2)
    )
    let hasImage = roles.contains(.image)
    let left = hasImage ? 2 * Self.margin + side : Self.margin
    var slots: [CellSlot] = []
    if hasImage {
      slots.append(
        CellSlot(
          .image(CellImage(contentMode: .fill, cornerRadius: 6, border: nil)),
          offset: Self.margin, left: Self.margin, right: nil, width: side, height: side))
    }
    if roles.contains(.headline) {
      slots.append(
        CellSlot(
          .text(headline), offset: Self.margin, left: left, right: Self.margin,
          height: headline.height))
    }
    if let detail {
      slots.append(
        CellSlot(
          .text(detail), anchor: .bottom, offset: Self.margin, left: left, right: Self.margin,
          height: detail.height))
    }
    slots.append(
      CellSlot(
        .line(.divider), anchor: .bottom, offset: 0, left: left, right: 0, height: CellSlot.pixel))
    return Cell(.row, slots: slots)
  }
}
