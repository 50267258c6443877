/// The cells of a picture with a headline and a summary on its lower edge, or without any text.
struct OverlayCell: CellAnatomy {
  let name: CellName
  let textSize: TextSize
  let roles: Set<CellRole>

  private static let margin = 8.0

  init(_ name: CellName, _ textSize: TextSize, _ roles: Set<CellRole>) {
    self.name = name
    self.textSize = textSize
    self.roles = roles
  }

  private var cornerRadius: Double {
    switch name {
    case .pickupPhotos: 4
    case .banner, .campaignBanners: 12
    default: 8
    }
  }

  /// The text, from the bottom up.
  private var texts: [CellText] {
    switch name {
    case .campaignBanners: []
    case .banner: [headline(lines: textSize.lines(1))].filter { roles.contains($0.role) }
    default: [summary, headline(lines: textSize.lines(1))].filter { roles.contains($0.role) }
    }
  }

  private var alignment: CellText.Alignment { name == .pickupPhotos ? .center : .left }

  private func headline(lines: Int) -> CellText {
    CellText(.headline, .bold(14, textSize), .white, lines: lines, alignment: alignment)
  }

  private var summary: CellText {
    CellText(
      .summary, .regular(12, textSize), .white, lines: textSize.lines(1), alignment: alignment)
  }

  private func bandHeight(of texts: [CellText]) -> Double {
    texts.reduce(2 * Self.margin) { $0 + $1.height }
  }

  func grown(_ box: CellBox) -> CellBox {
    guard !texts.isEmpty else { return box }
    var grown = box
    let lowest = bandHeight(of: texts) + Self.margin
    grown.minimumHeight = lowest
    // Only cells with a caption can become higher.
    if let height = box.height, box.mediaHeight != nil { grown.height = max(height, lowest) }
    return grown
  }

  func cell(in box: CellBox, designed: CellBox) -> Cell {
    let isWhole = name == .campaignBanners || name == .pickupPhotos
    // A campaign has the corners of its picture, every other cell its own.
    let isBare = name == .campaignBanners
    let image = CellSlot.image(
      isWhole ? .fit : .fill, cornerRadius: isBare ? cornerRadius : 0, covering: box.height)
    let texts = texts(in: box.height ?? box.lowestHeight)
    guard !texts.isEmpty else {
      return Cell(name, cornerRadius: isBare ? 0 : cornerRadius, slots: [image])
    }
    let height = bandHeight(of: texts)
    var lines: [CellSlot] = []
    var offset = Self.margin
    for text in texts {
      lines.append(
        CellSlot(
          .text(text), anchor: .bottom, offset: offset, left: Self.margin, right: Self.margin,
          height: text.height))
      offset += text.height
    }
    let shade = CellSlot(.shade(.shade, cornerRadius: 0), anchor: .bottom, height: height)
    return Cell(
      name, cornerRadius: cornerRadius, border: CellBorder(.edge),
      slots: [image, shade] + lines.reversed())
  }

  /// The text for cells of `height`: without the summary if both have no room, and with as many lines
  /// of the headline as have.
  private func texts(in height: Double?) -> [CellText] {
    guard let height, bandHeight(of: texts) > height else { return texts }
    guard roles.contains(.headline), name != .campaignBanners else { return [] }
    let fitting = (1...textSize.lines(1)).reversed().first {
      bandHeight(of: [headline(lines: $0)]) <= height
    }
    return fitting.map { [headline(lines: $0)] } ?? []
  }
}
