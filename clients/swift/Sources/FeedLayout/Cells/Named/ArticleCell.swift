/// The cell of trend articles: a picture with the title on its lower edge, above an introduction.
struct ArticleCell: CellAnatomy {
  let textSize: TextSize
  let roles: Set<CellRole>

  private static let margin = 8.0
  private static let textPadding = 2.0
  private static let designedLines = 4

  private var title: CellText {
    CellText(.headline, .bold(14, textSize), .white, lines: textSize.lines(2))
  }

  func grown(_ box: CellBox) -> CellBox {
    guard let height = box.height, let media = box.mediaHeight else { return box }
    let designed = ArticleCell(textSize: .standard, roles: roles)
    let standing = introduction(in: box)
    let text =
      (standing?.height ?? 0) - (designed.introduction(in: box)?.height ?? 0)
    var grown = box
    grown.mediaHeight = max(media, title.height + 2 * Self.margin)
    grown.height = height + ((grown.mediaHeight ?? media) - media) + text
    return grown
  }

  func cell(in box: CellBox, designed: CellBox) -> Cell {
    let media = box.mediaHeight ?? box.height ?? 0
    var slots = [
      CellSlot.image(.fit, covering: media),
      CellSlot(.shade(.shade, cornerRadius: 0), covering: media),
    ]
    if roles.contains(.headline) {
      slots.append(
        CellSlot(
          .text(title), anchor: .bottom, offset: (box.height ?? media) - media + Self.margin,
          left: Self.margin, right: Self.margin, height: title.height))
    }
    if let introduction = introduction(in: designed) {
      slots.append(
        CellSlot(
          .text(introduction), offset: media + Self.margin + Self.textPadding, left: Self.margin,
          right: Self.margin, height: introduction.height))
    }
    return Cell(.trendArticles, cornerRadius: 8, border: CellBorder(.edge), slots: slots)
  }

  /// The introduction, with as many lines as the designed box has room for, and more of larger text.
  private func introduction(in designed: CellBox) -> CellText? {
    guard roles.contains(.summary), let height = designed.height, let media = designed.mediaHeight
    else { return nil }
    let font = CellFont.regular(12, .standard)
    let room = height - media - Self.margin - Self.textPadding
    let fitting = Int((room / font.linePitch(spacing: 2)).rounded(.down))
    guard fitting > 0 else { return nil }
    return CellText(
      .summary, .regular(12, textSize), .primary,
      lines: textSize.lines(min(fitting, Self.designedLines)), lineSpacing: 2)
  }
}
