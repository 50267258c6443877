import FeedLayout
import FeedModel
import StrictJSON

/// An item as it appears at rest.
struct PaintedItem {
  /// Position in the section's items and frames.
  let index: Int
  let item: FeedItem
  /// The published frame, in the coordinates of the layout.
  let frame: Rect
  /// Where it appears, in the coordinates of the layout: the frame, except for the cards of a pile.
  let box: Rect
  /// The size of the cell before it is scaled to its box.
  let size: Size
  /// 0 (not painted at all) to 1.
  let opacity: Double

  var id: Int { item.content.id }
}

extension Screen.Section {
  /// The items from the back to the front.
  var paintedItems: [PaintedItem] {
    let frames = layout.frames.map { Rect($0) }
    switch layout {
    case let ring as CircularCarouselLayout:
      return zip(frames.indices, ring.states.first?.items ?? [])
        .sorted { ($0.1.zIndex, $1.0) < ($1.1.zIndex, $0.0) }
        .map { index, placement in
          painted(
            index, frames[index], at: frames[index], cell: ring.cardSize,
            opacity: placement.opacity)
        }
    case let pile as CardStackLayout:
      return frames.indices.reversed().map { index in
        guard let state = pile.states.first(where: { $0.progress == Double(index) })?.transform.card
        else { return painted(index, frames[index], at: frames[index], opacity: 0) }
        return painted(
          index, frames[index], at: frames[index].moved(by: state), opacity: state.alpha)
      }
    default:
      // Hidden items come last and have no extent.
      return frames.indices.dropLast(layout.hiddenItemCount).map {
        painted($0, frames[$0], at: frames[$0], opacity: 1)
      }
    }
  }

  /// The part of the section below its header, in screen coordinates.
  var layoutFrame: Rect {
    Rect(
      x: frame.x + layoutOrigin.x, y: frame.y + layoutOrigin.y, width: frame.width,
      height: frame.height - layoutOrigin.y)
  }

  /// The JPEG renditions that the items show, at twice the size in points; `nil` for an item without
  /// a photo of the store.
  var renditions: [Rendition?] {
    zip(items, pictureBoxes).map { item, box in
      item.picture.flatMap { $0.rendition(for: box, ratio: 2, format: .jpg) }
    }
  }

  /// How far the items reach to both sides, in screen coordinates: at least the section's frame.
  var paintedExtent: (minX: Double, maxX: Double) {
    var (left, right) = (frame.x, frame.x + frame.width)
    for item in paintedItems {
      left = min(left, frame.x + min(item.frame.x, item.box.x))
      right = max(right, frame.x + max(item.frame.maxX, item.box.maxX))
    }
    return (left, right)
  }

  private func painted(
    _ index: Int, _ frame: Rect, at box: Rect, cell size: Size? = nil, opacity: Double
  ) -> PaintedItem {
    PaintedItem(
      index: index, item: items[index], frame: frame, box: box,
      size: size ?? Size(width: frame.width, height: frame.height), opacity: opacity)
  }
}

extension Rect {
  /// The box of a card after `transform`, which is not rotated at rest.
  func moved(by transform: MovedCard) -> Rect {
    let size = (width: width * transform.scale, height: height * transform.scale)
    return Rect(
      x: midX + transform.tx - size.width / 2, y: midY + transform.ty - size.height / 2,
      width: size.width, height: size.height)
  }
}

/// How a paging effect moves a card as a whole: all that a still picture shows of it.
struct MovedCard: Hashable {
  let scale: Double
  let tx: Double
  let ty: Double
  /// Clockwise, in radians.
  let rotation: Double
  /// 0 (invisible) to 1.
  let alpha: Double
}

extension PagingEffect.Sample {
  /// The card without its third dimension and its pieces.
  var card: MovedCard {
    switch self {
    case .scale(let sample):
      MovedCard(
        scale: sample.scale, tx: sample.tx, ty: sample.ty, rotation: 0,
        alpha: sample.isHidden ? 0 : 1)
    case .stack(let sample):
      MovedCard(
        scale: sample.scale, tx: sample.tx, ty: sample.ty, rotation: sample.rotation,
        alpha: sample.alpha)
    case .snapshot(let sample):
      MovedCard(
        scale: sample.container.scale, tx: sample.container.tx, ty: sample.container.ty,
        rotation: 0, alpha: 1)
    }
  }
}

extension Rect {
  /// The box of `frame`.
  init(_ frame: Frame) {
    self.init(x: frame.x, y: frame.y, width: frame.width, height: frame.height)
  }

  /// The horizontal centre, in points.
  var midX: Double { x + width / 2 }
  /// The vertical centre, in points.
  var midY: Double { y + height / 2 }

  /// The box with every edge moved inwards by `margin`.
  func inset(by margin: Double) -> Rect {
    Rect(x: x + margin, y: y + margin, width: width - margin * 2, height: height - margin * 2)
  }

  /// The smallest box that contains both.
  func union(_ other: Rect) -> Rect {
    let left = min(x, other.x)
    let top = min(y, other.y)
    return Rect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// The box moved by (`dx`, `dy`).
  func offset(x dx: Double, y dy: Double) -> Rect {
    Rect(x: x + dx, y: y + dy, width: width, height: height)
  }
}

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
