/// The cell of a picture above a headline, a summary, and a line with the rating and the date.
struct CaptionBelowCell: CellAnatomy {
  let textSize: TextSize
  let roles: Set<CellRole>

  private static let margin = 8.0
  private static let gap = 4.0
  /// The width of ten digits at 11 points, in points.
  private static let dateWidth = 62.0
  /// The width of "★ 4.5" at 11 points, in points.
  private static let ratingWidth = 36.0

  func grown(_ box: CellBox) -> CellBox {
    guard let height = box.height, let media = box.mediaHeight else { return box }
    let designed = CaptionBelowCell(textSize: .standard, roles: roles)
    let room = height - media
    var grown = box
    grown.height =
      height + text(width: box.width ?? 0, room: room).bottom
      - designed.text(width: box.width ?? 0, room: room).bottom
    return grown
  }

  func cell(in box: CellBox, designed: CellBox) -> Cell {
    let height = box.height ?? 0
    let media = box.mediaHeight ?? height
    let room = (designed.height ?? 0) - (designed.mediaHeight ?? 0)
    let slots = text(width: box.width ?? 0, room: room).slots.map { slot in
      var slot = slot
      // The column begins below the picture.
      if slot.after == nil { slot.offset += media }
      return slot
    }
    return Cell(
      .captionBelow, cornerRadius: 8, border: CellBorder(.edge),
      slots: [.image(.fill, covering: media)] + slots)
  }

  /// The text from the lower edge of the picture on, for `room` points as designed: what has no room
  /// there is left out.
  private func text(width: Double, room: Double) -> SlotColumn {
    let standard = CaptionBelowCell(textSize: .standard, roles: roles)
    for lines in [2, 1, 0] {
      let designed = standard.column(summaryLines: lines, hasDetails: true, width: width)
      if designed.bottom <= room {
        return column(summaryLines: lines, hasDetails: true, width: width)
      }
    }
    return standard.column(summaryLines: 0, hasDetails: false, width: width).bottom <= room
      ? column(summaryLines: 0, hasDetails: false, width: width)
      : SlotColumn(top: 0, left: 0, right: 0)
  }

  private func column(summaryLines: Int, hasDetails: Bool, width: Double) -> SlotColumn {
    var column = SlotColumn(top: Self.margin, left: Self.margin, right: Self.margin)
    if roles.contains(.headline) {
      column.add(CellText(.headline, .bold(14, textSize), .primary, lines: textSize.lines(1)))
    }
    if roles.contains(.summary), summaryLines > 0 {
      column.skip(Self.gap)
      column.add(
        CellText(
          .summary, .regular(12, textSize), .secondary, lines: textSize.lines(summaryLines),
          lineSpacing: 2))
    }
    let details: [CellText] = [
      CellText(.rating, .bold(11, textSize), .secondary, prefix: "★ "),
      CellText(.date, .bold(11, textSize), .secondary, alignment: .right),
    ].filter { roles.contains($0.role) }
    guard hasDetails, let first = details.first else { return column }
    column.skip(Self.gap)
    // Beside each other where both have room, else one below the other.
    let together = (Self.ratingWidth + Self.dateWidth) * textSize.share + Self.margin
    if details.count == 1 || together <= width - 2 * Self.margin {
      column.add(height: first.height) { top in
        details.map {
          CellSlot(
            .text($0), offset: top, left: Self.margin, right: Self.margin, height: $0.height)
        }
      }
    } else {
      for text in details { column.add(text) }
    }
    return column
  }
}
