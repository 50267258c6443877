import FeedLayout
import FeedModel
import StrictJSON

extension [CellSlot] {
  /// The slots in a box of `size` points, from back to front, with the texts they show.
  func placed(in size: Size, showing texts: SlotTexts) -> [PlacedSlot] {
    // Where each text ends, for the slots that follow it.
    var ends: [CellRole: Double] = [:]
    return map { slot in
      let rect = slot.rect(in: size, after: slot.after.flatMap { ends[$0] } ?? 0)
      let part = PlacedSlot(slot, at: rect, showing: texts)
      if slot.text != nil, ends[slot.role] == nil { ends[slot.role] = part.ink.maxY }
      return part
    }
  }
}

/// A slot at its place.
struct PlacedSlot {
  let slot: CellSlot
  /// The published place, in points from the corner of the cell.
  let rect: Rect
  /// The lines of a text, by an estimate of their widths; none of anything else.
  let lines: [String]
  /// The area that is drawn on: the lines of a text, the box of a badge, else ``rect``.
  let ink: Rect

  init(_ slot: CellSlot, at rect: Rect, showing texts: SlotTexts) {
    self.slot = slot
    self.rect = rect
    switch slot.content {
    case .image, .shade, .line, .stars: (lines, ink) = ([], rect)
    case .text(let text):
      let fit = TextFit(text.font, width: rect.width)
      let lines = texts.text(of: text).map { fit.lines($0, limit: text.lines) } ?? []
      let height = lines.isEmpty ? 0 : text.height(ofLines: lines.count)
      self.lines = lines
      ink = Rect(
        x: text.alignment.start(of: fit.width(of: lines), in: rect),
        y: slot.anchor == .top ? rect.y : rect.maxY - height, width: fit.width(of: lines),
        height: height)
    case .badge(let text, let badge):
      let fit = TextFit(text.font, width: rect.width - 2 * badge.horizontalPadding)
      let lines = texts.text(of: text).map { fit.lines($0, limit: 1) } ?? []
      let width = lines.isEmpty ? 0 : fit.width(of: lines) + 2 * badge.horizontalPadding
      self.lines = lines
      ink = Rect(
        x: text.alignment.start(of: width, in: rect), y: rect.y, width: width,
        height: lines.isEmpty ? 0 : rect.height)
    }
  }
}

extension CellSlot {
  /// The text that the slot shows, on a box or without one.
  var text: CellText? {
    switch content {
    case .text(let text), .badge(let text, _): text
    case .image, .shade, .line, .stars: nil
    }
  }
}

extension CellText {
  /// The height of `count` lines, in points.
  fileprivate func height(ofLines count: Int) -> Double {
    font.height(lines: count, spacing: lineSpacing)
  }
}

extension CellText.Alignment {
  /// The left edge of what is `width` points wide in `box`.
  fileprivate func start(of width: Double, in box: Rect) -> Double {
    switch self {
    case .left: box.x
    case .center: box.midX - width / 2
    case .right: box.maxX - width
    }
  }
}

extension TextFit {
  /// Lines of `width` points in `font`.
  init(_ font: CellFont, width: Double) {
    self.init(size: font.size, isBold: font.weight >= 600, width: width)
  }
}

/// The texts that slots show, by their roles, each of them safe to draw.
struct SlotTexts {
  private let find: (CellRole) -> String?

  /// The texts of `item`.
  init(_ item: FeedItem) {
    find = { role in
      switch role {
      case .headline: item.content.headline
      case .summary: item.content.summary
      case .date: item.dateLabel
      case .label: item.content.label
      case .author: item.content.author
      case .place: item.content.place
      case .rating: item.content.starRating.map(Self.oneDecimal)
      case .image, .shade, .line, .stars, .fixed, .title, .subtitle, .action: nil
      }
    }
  }

  /// The texts in the header of `section`.
  init(headerOf section: Screen.Section) {
    find = { role in
      switch role {
      case .title: section.title
      case .subtitle: section.subtitle
      case .action: section.actionTitle
      default: nil
      }
    }
  }

  /// Returns the text that `text` shows, with its prefix; `nil` if there is nothing to show.
  func text(of text: CellText) -> String? {
    guard let shown = text.text ?? find(text.role), !shown.isEmpty else { return nil }
    return ((text.prefix ?? "") + shown).plainLine
  }

  private static func oneDecimal(_ number: Double) -> String {
    let tenths = (number * 10).rounded()
    let text = NumberText.shortest(tenths / 10)
    return text.contains(".") ? text : text + ".0"
  }
}
