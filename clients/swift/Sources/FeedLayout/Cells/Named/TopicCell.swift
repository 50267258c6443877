/// The cell of featured topics: a picture with stars on it, above a title, a caption and a date.
struct TopicCell: CellAnatomy {
  let textSize: TextSize
  let roles: Set<CellRole>

  private static let margin = 8.0
  private static let textPadding = 2.0
  /// The width of ten digits at 11 points, in points.
  private static let dateWidth = 62.0

  func grown(_ box: CellBox) -> CellBox {
    guard let width = box.width, let height = box.height, let media = box.mediaHeight else {
      return box
    }
    let designed = TopicCell(textSize: .standard, roles: roles)
    var grown = box
    grown.mediaHeight = max(media, rating(in: width).height + 2 * Self.margin)
    grown.height =
      height + (grown.mediaHeight ?? media) - media
      + text(below: media, in: width).bottom - designed.text(below: media, in: width).bottom
    return grown
  }

  func cell(in box: CellBox, designed: CellBox) -> Cell {
    let media = box.mediaHeight ?? box.height ?? 0
    let width = box.width ?? 0
    return Cell(
      .featuredTopics, cornerRadius: Self.margin, border: CellBorder(.edge),
      slots: [
        .image(.fill, cornerRadius: Self.margin, covering: media),
        CellSlot(.shade(.shade, cornerRadius: Self.margin), covering: media),
      ] + (roles.contains(.rating) ? rating(in: width).slots(on: media) : [])
        + text(below: media, in: width).slots)
  }

  /// The title, the caption and the date, below a picture of `media` points.
  private func text(below media: Double, in width: Double) -> SlotColumn {
    var column = SlotColumn(
      top: media + Self.margin + Self.textPadding, left: Self.margin, right: Self.margin)
    if roles.contains(.headline) {
      column.add(CellText(.headline, .bold(12, textSize), .primary, lines: textSize.lines(1)))
      column.skip(Self.margin)
    }
    if roles.contains(.summary) {
      let font = CellFont.regular(12, textSize)
      column.add(
        CellText(.summary, font, .secondary, lines: textSize.lines(2), lineSpacing: 2))
      column.skip(font.gapBelow - 6)
    }
    if roles.contains(.date) {
      let lines = textSize.lines(ofWidth: Self.dateWidth, in: width - 2 * Self.margin)
      column.add(
        CellText(.date, .bold(11, textSize), .secondary, lines: lines, alignment: .right))
    }
    return column
  }

  private func rating(in width: Double) -> TopicRating {
    TopicRating(textSize: textSize, width: width, margin: Self.margin)
  }
}

/// The stars of a topic, and below them a label and the number: beside each other where they have
/// room, else one below the other.
private struct TopicRating {
  let textSize: TextSize
  /// The width of the cell, in points.
  let width: Double
  /// The margin to the edges of the picture, and between the label and the number, in points.
  let margin: Double

  private static let starSize = 26.0
  private static let starSpacing = 5.0
  /// The width of "user rating:" as designed, in points.
  private static let labelWidth = 88.0
  /// The width of a number such as 4.5 as designed, in points.
  private static let numberWidth = 28.0

  private var room: Double { width - 2 * margin }
  private var isRow: Bool {
    (Self.labelWidth + Self.numberWidth) * textSize.share + margin <= room
  }
  private var label: CellText {
    CellText(
      .fixed, .bold(14, textSize), .white,
      lines: textSize.lines(ofWidth: Self.labelWidth, in: room),
      alignment: isRow ? .right : .center, text: "user rating:")
  }
  private var number: CellText {
    CellText(.rating, .bold(18, textSize), .number, alignment: isRow ? .left : .center)
  }
  private var wordsHeight: Double { isRow ? number.height : label.height + number.height }

  /// From the stars to the number.
  var height: Double { Self.starSize + number.font.gapAbove + wordsHeight }

  /// The slots at the bottom of a picture of `media` points.
  func slots(on media: Double) -> [CellSlot] {
    let top = media - margin - wordsHeight
    let stars = CellSlot(
      .stars(
        CellStars(
          starSize: Self.starSize, spacing: Self.starSpacing, color: .star, outline: .star)),
      offset: top - number.font.gapAbove - Self.starSize, left: nil, right: nil,
      width: 5 * Self.starSize + 4 * Self.starSpacing, height: Self.starSize)
    guard isRow else {
      return [
        stars,
        CellSlot(.text(label), offset: top, left: margin, right: margin, height: label.height),
        CellSlot(
          .text(number), offset: top + label.height, left: margin, right: margin,
          height: number.height),
      ]
    }
    // Both together are in the middle, so their widths say where the gap between them is.
    let labelEnd =
      (width - margin + (Self.labelWidth - Self.numberWidth) * textSize.share) / 2
    return [
      stars,
      CellSlot(
        .text(label), offset: top + (number.height - label.height) / 2, left: margin,
        right: width - labelEnd, height: label.height),
      CellSlot(
        .text(number), offset: top, left: labelEnd + margin, right: margin,
        height: number.height),
    ]
  }
}
