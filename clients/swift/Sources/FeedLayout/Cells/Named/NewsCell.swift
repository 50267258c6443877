/// The cell of recent news: a title, and below it a small picture beside a badge and a date.
///
/// Its content is a little higher than a row, and centred in it: the divider lies below the frame.
struct NewsCell: CellAnatomy {
  let textSize: TextSize
  let roles: Set<CellRole>

  private static let margin = 8.0
  private static let titlePadding = 6.0
  /// How far the padding below the title pulls up what follows.
  private static let titleOverlap = 10.0
  private static let thumbnailSide = 48.0
  private static let badgePadding = 3.0
  /// How far the badge is above the picture: the words beside it are centred, and 0.09 points higher.
  private static let badgeRise = 0.046

  private var title: CellText {
    CellText(.headline, .bold(13, textSize), .primary, lines: textSize.lines(1))
  }
  private var badge: CellText { CellText(.label, .bold(11, textSize), .white) }
  private var date: CellText { CellText(.date, .bold(13, textSize), .secondary) }
  private var badgeHeight: Double { badge.height + 2 * Self.badgePadding }
  /// The badge and the date.
  private var wordsHeight: Double { badgeHeight + date.font.gapAbove + date.height }

  /// How much higher the words are than as designed, where they are higher than the picture.
  private var growthOfWords: Double {
    max(0, wordsHeight - NewsCell(textSize: .standard, roles: roles).wordsHeight)
  }
  /// From the title to the divider.
  private var contentHeight: Double {
    Self.titlePadding + title.height - Self.titleOverlap + 2 * Self.margin + Self.thumbnailSide
      + growthOfWords + Self.margin + CellSlot.pixel
  }

  func grown(_ box: CellBox) -> CellBox {
    var grown = box
    let designed = NewsCell(textSize: .standard, roles: roles)
    grown.height = box.height.map { $0 + contentHeight - designed.contentHeight }
    return grown
  }

  func cell(in box: CellBox, designed: CellBox) -> Cell {
    let top = ((box.height ?? contentHeight) - contentHeight) / 2
    let picture =
      top + Self.titlePadding + title.height - Self.titleOverlap + 2 * Self.margin
    let words = 2 * Self.margin + Self.thumbnailSide
    var slots: [CellSlot] = []
    if roles.contains(.headline) {
      slots.append(
        CellSlot(
          .text(title), offset: top + Self.titlePadding, left: Self.margin, right: Self.margin,
          height: title.height))
    }
    slots.append(
      CellSlot(
        .image(
          CellImage(
            contentMode: .fit, cornerRadius: 0, border: CellBorder(.edge, cornerRadius: 4))),
        offset: picture, left: Self.margin, right: nil, width: Self.thumbnailSide,
        height: Self.thumbnailSide))
    if roles.contains(.label) {
      slots.append(
        CellSlot(
          .badge(
            badge,
            CellBadge(
              horizontalPadding: Self.badgePadding, verticalPadding: Self.badgePadding,
              background: .newsBadge, cornerRadius: 0)),
          offset: picture - Self.badgeRise, left: words, right: Self.margin, height: badgeHeight))
    }
    if roles.contains(.date) {
      slots.append(
        CellSlot(
          .text(date), offset: picture - Self.badgeRise + badgeHeight + date.font.gapAbove,
          left: words, right: Self.margin, height: date.height))
    }
    slots.append(
      CellSlot(
        .line(.divider), offset: picture + Self.thumbnailSide + growthOfWords + Self.margin,
        left: Self.margin, right: Self.margin, height: CellSlot.pixel))
    return Cell(.recentNews, slots: slots)
  }
}
