import FeedLayout
import FeedModel
import StrictJSON

/// The content of one item's frame, in the coordinates of its cell.
struct CellDrawing {
  let section: Screen.Section
  let painted: PaintedItem
  /// The name of the item's group, which no other element has.
  let name: String
  /// The address of its picture; `nil` for a stand-in.
  let picture: String?
  let options: SVGPreview.Options

  /// From this opacity on, texts can be read: not on a card that shines through the one in front.
  private static let leastLegibleOpacity = 0.5

  private var isDark: Bool { options.isDark }
  private var box: Rect {
    Rect(x: 0, y: 0, width: painted.size.width, height: painted.size.height)
  }

  func write(to writer: inout SVGWriter) {
    guard let cell = section.cell else { return writeEmpty(to: &writer) }
    // 1. The background. Half of the border is outside of the cell.
    let outline = SVGAttributes.exact(box) + ["rx": .brief(cell.cornerRadius)]
    if let background = cell.background {
      writer.element("rect", outline + .fill(background, isDark: isDark))
    }
    if let border = cell.border {
      writer.element(
        "rect",
        outline + ["fill": "none", "stroke-width": .brief(border.width)]
          + .stroke(border.color, isDark: isDark))
    }
    // 2. The slots, cut off by round corners.
    let placed = PlacedCell(cell.slots, in: painted.size, showing: SlotTexts(painted.item))
    guard cell.cornerRadius > 0 else { return write(placed, to: &writer) }
    let clip = "\(name)-outline"
    writer.element("clipPath", ["id": .text(clip)]) { $0.element("rect", outline) }
    writer.element("g", ["clip-path": .text("url(#\(clip))")]) { write(placed, to: &$0) }
  }

  private func write(_ cell: PlacedCell, to writer: inout SVGWriter) {
    let isLegible = painted.opacity >= Self.leastLegibleOpacity
    for placed in cell.slots {
      switch placed.slot.content {
      case .image(let image):
        // The mark of the picture keeps clear of the slots over it; notes say the id themselves.
        let texts = cell.slots.filter(\.slot.isForeground).map(\.ink)
        PictureDrawing(
          image: image, slot: placed.rect, section: section, item: painted.item,
          index: painted.index, name: "\(name)-picture", picture: picture, isDark: isDark,
          avoided: options.explains ? nil : texts
        ).write(to: &writer)
      case .stars(let stars):
        StarsDrawing(
          stars: stars, box: placed.rect, fills: painted.item.stars ?? [],
          isRightToLeft: section.design.traits.direction == .rightToLeft, isDark: isDark
        ).write(to: &writer)
      case .shade, .line: slotDrawing(placed).write(to: &writer)
      case .text, .badge:
        if isLegible { slotDrawing(placed).write(to: &writer) }
      }
    }
  }

  private func slotDrawing(_ placed: PlacedSlot) -> SlotDrawing {
    SlotDrawing(placed: placed, isDark: isDark, inheritedFamilies: section.textFamilies)
  }

  /// The frame alone, of an item whose kind has no roles.
  private func writeEmpty(to writer: inout SVGWriter) {
    let colors = isDark ? SheetColors.dark : .light
    writer.element(
      "rect", .exact(box) + ["rx": "8", "fill": "none", "stroke": .text(colors.faint)])
    writer.line(
      "#\(painted.id)", x: box.midX, y: box.midY + 4,
      .init(size: 12, color: colors.quiet, isMonospaced: true, anchor: "middle"))
  }
}

extension CellSlot {
  /// Whether the slot is read: a mark must not be behind it.
  fileprivate var isForeground: Bool {
    switch content {
    case .text, .badge, .stars, .line: true
    case .image, .shade: false
    }
  }
}

/// A slot that needs nothing but its own numbers and texts.
struct SlotDrawing {
  let placed: PlacedSlot
  let isDark: Bool
  /// The families of the section's group, which need not be said again.
  let inheritedFamilies: String

  func write(to writer: inout SVGWriter) {
    writer.slot(placed.slot.role, at: placed.rect) { group in
      switch placed.slot.content {
      case .shade(let color, let cornerRadius):
        group.element(
          "rect",
          .exact(placed.rect) + ["rx": .brief(cornerRadius)] + .fill(color, isDark: isDark))
      case .line(let color):
        group.element("rect", .exact(placed.rect) + .fill(color, isDark: isDark))
      case .text(let text): lines(text, in: placed.ink, padding: 0, to: &group)
      case .badge(let text, let badge):
        guard !placed.lines.isEmpty else { return }
        let radius = min(badge.cornerRadius, placed.ink.height / 2)
        group.element(
          "rect",
          .exact(placed.ink) + ["rx": .brief(radius)]
            + .fill(badge.background, isDark: isDark))
        let inside = Rect(
          x: placed.ink.x, y: placed.ink.y + badge.verticalPadding, width: placed.ink.width,
          height: placed.ink.height)
        lines(text, in: inside, padding: badge.horizontalPadding, to: &group)
      case .image, .stars: break
      }
    }
  }

  /// The lines from the top of `box` down.
  private func lines(
    _ text: CellText, in box: Rect, padding: Double, to writer: inout SVGWriter
  ) {
    // In a box of its own a text is in the middle, wherever the box stands.
    let isBadge = padding > 0
    let x =
      if isBadge { box.midX } else {
        switch text.alignment {
        case .left: placed.rect.x
        case .center: placed.rect.midX
        case .right: placed.rect.maxX
        }
      }
    let direction = LayoutDirection(ofText: placed.lines)
    let anchor = isBadge ? "middle" : text.alignment.anchor(of: direction)
    for (index, line) in placed.lines.enumerated() {
      // The ascent of the cells' font is its size.
      let baseline = box.y + text.font.size + Double(index) * text.linePitch
      var attributes: SVGAttributes = [
        "x": .brief(x), "y": .brief(baseline), "font-size": .brief(text.font.size),
      ]
      let families = text.font.families.joined(separator: ",")
      if families != inheritedFamilies {
        attributes = attributes + ["font-family": .text(families)]
      }
      if text.font.weight != 400 {
        attributes = attributes + ["font-weight": .text("\(text.font.weight)")]
      }
      if direction == .rightToLeft { attributes = attributes + ["direction": "rtl"] }
      if anchor != "start" { attributes = attributes + ["text-anchor": .text(anchor)] }
      writer.element("text", attributes + .fill(text.color, isDark: isDark), text: line)
    }
  }
}

extension CellText.Alignment {
  /// The end of a text at which SVG aligns it, which depends on where the text begins.
  fileprivate func anchor(of direction: LayoutDirection) -> String {
    switch (self, direction) {
    case (.center, _): "middle"
    case (.left, .leftToRight), (.right, .rightToLeft): "start"
    case (.right, .leftToRight), (.left, .rightToLeft): "end"
    }
  }
}

extension SVGWriter {
  /// The group of a slot, which says its published place in the cell.
  mutating func slot(_ role: CellRole, at rect: Rect, content: (inout SVGWriter) -> Void) {
    let place = [rect.x, rect.y, rect.width, rect.height].map { NumberText.shortest($0) }
    element(
      "g",
      ["data-slot": .text(role.rawValue), "data-box": .text(place.joined(separator: " "))],
      content: content)
  }
}
