import FeedLayout
import FeedModel

/// The content of the frames of items, in the coordinates of their cells.
extension SectionDrawing {
  /// From this opacity on, texts can be read: not on a card that shines through the one in front.
  private static let leastLegibleOpacity = 0.5

  /// Writes the cell of `painted`.
  ///
  /// - Parameters:
  ///   - name: the name of the item's group, which no other element has.
  ///   - picture: the address of its picture; `nil` for a stand-in.
  func writeCell(
    of painted: PaintedItem, called name: String, picture: String?, to writer: inout SVGWriter
  ) {
    let box = Rect(x: 0, y: 0, width: painted.size.width, height: painted.size.height)
    guard let cell = section.cell else { return writeEmptyCell(painted.id, box, to: &writer) }
    // 1. The background. Half of the border is outside of the cell.
    let outline = SVGAttributes.exact(box, cornerRadius: cell.cornerRadius)
    if let background = cell.background { writer.element("rect", outline + fill(background)) }
    if let border = cell.border {
      writer.element(
        "rect",
        outline + ["fill": "none", "stroke-width": border.width.brief] + stroke(border.color))
    }
    // 2. The slots, cut off by round corners.
    guard cell.cornerRadius > 0 else {
      return writeSlots(of: cell, painted, name, picture, to: &writer)
    }
    let clip = "\(name)-outline"
    writer.element("clipPath", ["id": clip]) { $0.element("rect", outline) }
    writer.element("g", ["clip-path": "url(#\(clip))"]) {
      writeSlots(of: cell, painted, name, picture, to: &$0)
    }
  }

  /// The frame alone, of an item whose kind has no roles.
  private func writeEmptyCell(_ id: Int, _ box: Rect, to writer: inout SVGWriter) {
    let colors = options.colors
    writer.element("rect", .exact(box) + ["rx": "8", "fill": "none", "stroke": colors.faint])
    writer.line(
      "#\(id)", x: box.midX, y: box.midY + 4, size: 12, color: colors.quiet, isMonospaced: true,
      anchor: "middle")
  }

  private func writeSlots(
    of cell: Cell, _ painted: PaintedItem, _ name: String, _ picture: String?,
    to writer: inout SVGWriter
  ) {
    let slots = cell.slots.placed(in: painted.size, showing: SlotTexts(painted.item))
    let isLegible = painted.opacity >= Self.leastLegibleOpacity
    for placed in slots {
      switch placed.slot.content {
      case .image(let image):
        // The mark of the picture keeps clear of the slots over it; notes say the id themselves.
        let texts = slots.filter(\.slot.isForeground).map(\.ink)
        let shown = placed.rect.part(for: image, of: painted.item)
        writer.slot(placed) { group in
          if shown.width > 0, shown.height > 0 {
            if let picture {
              write(picture, called: "\(name)-picture", image, in: shown, to: &group)
            } else {
              let mark = options.explains ? nil : shown.markPlace(avoiding: texts)
              writeStandIn(for: painted, image, in: shown, mark: mark, to: &group)
            }
          }
          // Above the picture, as apps draw it: below it, one half of the line alone would be seen.
          if let border = image.border { outline(border, of: image, placed.rect, to: &group) }
        }
      case .stars(let stars): write(stars, painted.item.stars ?? [], in: placed, to: &writer)
      case .shade, .line: write(placed, to: &writer)
      case .text, .badge: if isLegible { write(placed, to: &writer) }
      }
    }
  }

  private func fill(_ color: CellColor) -> SVGAttributes {
    .paint("fill", color, isDark: options.isDark)
  }

  private func stroke(_ color: CellColor) -> SVGAttributes {
    .paint("stroke", color, isDark: options.isDark)
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

extension SVGWriter {
  /// The group of a slot, which says its published place in the cell.
  fileprivate mutating func slot(_ placed: PlacedSlot, content: (inout SVGWriter) -> Void) {
    let rect = placed.rect
    let place = [rect.x, rect.y, rect.width, rect.height].map(\.exact)
    element(
      "g",
      ["data-slot": placed.slot.role.rawValue, "data-box": place.joined(separator: " ")],
      content: content)
  }
}

// MARK: - Texts

extension SectionDrawing {
  /// Writes a slot that needs nothing but its own numbers and texts.
  func write(_ placed: PlacedSlot, to writer: inout SVGWriter) {
    writer.slot(placed) { group in
      switch placed.slot.content {
      case .shade(let color, let cornerRadius):
        group.element("rect", .exact(placed.rect, cornerRadius: cornerRadius) + fill(color))
      case .line(let color): group.element("rect", .exact(placed.rect) + fill(color))
      case .text(let text):
        write(placed.lines, text, text.alignment, in: placed.rect, top: placed.ink.y, to: &group)
      case .badge(let text, let badge):
        guard !placed.lines.isEmpty else { return }
        group.element(
          "rect", .exact(placed.ink, cornerRadius: badge.cornerRadius) + fill(badge.background))
        // In a box of its own a text is in the middle, wherever the box stands.
        let hasBox = badge.horizontalPadding > 0
        write(
          placed.lines, text, hasBox ? .center : text.alignment,
          in: hasBox ? placed.ink : placed.rect, top: placed.ink.y + badge.verticalPadding,
          to: &group)
      case .image, .stars: break
      }
    }
  }

  /// Writes the lines of a text from `top` down, aligned in `box`.
  private func write(
    _ lines: [String], _ text: CellText, _ alignment: CellText.Alignment, in box: Rect,
    top: Double, to writer: inout SVGWriter
  ) {
    let direction = LayoutDirection(ofText: lines)
    // SVG aligns an end of a text, which depends on where the text begins.
    let (x, anchor) =
      switch (alignment, direction) {
      case (.center, _): (box.midX, "middle")
      case (.left, .leftToRight): (box.x, "start")
      case (.left, .rightToLeft): (box.x, "end")
      case (.right, .leftToRight): (box.maxX, "end")
      case (.right, .rightToLeft): (box.maxX, "start")
      }
    for (index, line) in lines.enumerated() {
      // The ascent of the cells' font is its size.
      let baseline = top + text.font.size + Double(index) * text.linePitch
      var attributes: SVGAttributes = [
        "x": x.brief, "y": baseline.brief, "font-size": text.font.size.brief,
      ]
      let families = text.font.families.joined(separator: ",")
      if families != textFamilies { attributes = attributes + ["font-family": families] }
      if text.font.weight != 400 {
        attributes = attributes + ["font-weight": "\(text.font.weight)"]
      }
      if direction == .rightToLeft { attributes = attributes + ["direction": "rtl"] }
      if anchor != "start" { attributes = attributes + ["text-anchor": anchor] }
      writer.element("text", attributes + fill(text.color), text: line)
    }
  }
}

// MARK: - Pictures

extension SectionDrawing {
  private func outline(
    _ border: CellBorder, of image: CellImage, _ slot: Rect, to writer: inout SVGWriter
  ) {
    let radius = border.cornerRadius ?? image.cornerRadius
    writer.element(
      "rect",
      .exact(slot, cornerRadius: radius)
        + ["fill": "none", "stroke-width": border.width.brief]
        + stroke(border.color))
  }

  /// Writes the picture with the address `picture`.
  private func write(
    _ picture: String, called name: String, _ image: CellImage, in shown: Rect,
    to writer: inout SVGWriter
  ) {
    var attributes =
      SVGAttributes.exact(shown) + ["href": picture, "preserveAspectRatio": "xMidYMid slice"]
    if image.cornerRadius > 0 {
      writer.element("clipPath", ["id": name]) { clip in
        clip.element("rect", .exact(shown, cornerRadius: image.cornerRadius))
      }
      attributes = attributes + ["clip-path": "url(#\(name))"]
    }
    writer.element("image", attributes)
  }

  /// Writes a gradient that stands in for a picture, with a mark and the item's id at `mark`.
  private func writeStandIn(
    for painted: PaintedItem, _ image: CellImage, in shown: Rect, mark: Rect?,
    to writer: inout SVGWriter
  ) {
    let gradient = Definitions.gradientName(of: section.kind, index: painted.index)
    writer.element(
      "rect", .exact(shown, cornerRadius: image.cornerRadius) + ["fill": "url(#\(gradient))"])
    guard let mark else { return }
    let scale = (mark.width / Definitions.pictureMarkSide).brief
    let transform = "translate(\(mark.x.brief) \(mark.y.brief)) scale(\(scale))"
    writer.element("use", ["href": "#picture", "transform": transform])
    let size = min(max(mark.width / 4, 7), 12)
    writer.line(
      "#\(painted.id)", x: mark.midX, y: mark.y + mark.width + size, size: size,
      color: "#ffffff", isBold: true, isMonospaced: true, anchor: "middle")
  }
}

extension Rect {
  /// Where the picture of `item` itself is in this slot: all of it, or as much as its proportions
  /// take.
  fileprivate func part(for image: CellImage, of item: FeedItem) -> Rect {
    guard image.contentMode == .fit, let size = item.content.pictureSize(of: item.picture?.photo)
    else { return self }
    let (width, height) = (Double(size.width), Double(size.height))
    let scale = min(self.width / width, self.height / height)
    return Rect(
      x: midX - width * scale / 2, y: midY - height * scale / 2, width: width * scale,
      height: height * scale)
  }

  /// Where the mark with the id below it has room on this picture: in the middle, else above or
  /// below.
  fileprivate func markPlace(avoiding others: [Rect]) -> Rect? {
    let side = min(max(min(width, height) * 0.3, 12), 52)
    let markHeight = side + max(side / 3, 9)
    guard width > side * 1.2, height > markHeight * 1.1 else { return nil }
    return [0.5, 0.35, 0.65, 0.25, 0.75, 0.82].lazy.map { share in
      Rect(
        x: midX - side / 2, y: y + height * share - markHeight / 2, width: side,
        height: markHeight)
    }.first { place in
      place.y >= y && place.maxY <= maxY
        && !others.contains { $0.width > 0 && $0.overlaps(place.inset(by: -4)) }
    }
  }

  private func overlaps(_ other: Rect) -> Bool {
    x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
  }
}

// MARK: - Stars

extension SectionDrawing {
  /// Writes stars that are filled from the reading side, each as far as `fills` says: 0 to 1.
  private func write(
    _ stars: CellStars, _ fills: [Double], in placed: PlacedSlot, to writer: inout SVGWriter
  ) {
    let box = placed.rect
    let isRightToLeft = section.design.traits.direction == .rightToLeft
    func star(isFull: Bool, x: Double, y: Double, to writer: inout SVGWriter) {
      writer.element(
        "use",
        [
          "href": "#\(Definitions.starName(stars.starSize))", "x": x.brief, "y": y.brief,
          "stroke-width": stars.outlineWidth.brief, "stroke-linejoin": "round",
        ] + stroke(stars.outline) + (isFull ? fill(stars.color) : ["fill": "none"]))
    }
    writer.slot(placed) { group in
      for (index, fill) in fills.enumerated() {
        let place = isRightToLeft ? fills.count - 1 - index : index
        let x = box.x + Double(place) * (stars.starSize + stars.spacing)
        if fill < 1 { star(isFull: false, x: x, y: box.y, to: &group) }
        if fill >= 1 {
          star(isFull: true, x: x, y: box.y, to: &group)
        } else if fill > 0 {
          // The rest of a full star is cut off: a nested drawing shows nothing outside itself.
          let width = stars.starSize * fill
          let lead = isRightToLeft ? stars.starSize - width : 0
          group.element(
            "svg",
            [
              "x": (x + lead).brief, "y": box.y.brief, "width": width.exact,
              "height": stars.starSize.brief, "data-fill": fill.exact,
            ]
          ) { star(isFull: true, x: -lead, y: 0, to: &$0) }
        }
      }
    }
  }
}
