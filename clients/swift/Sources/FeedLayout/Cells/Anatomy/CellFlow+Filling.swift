extension CellFlow {
  func isFillingPicture(_ node: CellNode) -> Bool {
    if case .image(let image) = node.element.content { image.width == nil } else { false }
  }

  func isFilling(_ node: CellNode) -> Bool {
    switch node.element.content {
    case .image(let image): image.width == nil
    case .stack: true
    case .row, .text, .badge, .stars, .line, .spacer: false
    }
  }

  /// The height of a picture that is as high as its row: at most half as wide as the cell, and no higher for larger text.
  func filledHeight(
    _ node: CellNode, _ ratio: Double, in fill: CellFill
  ) -> Double {
    let around = verticalPadding(node) + fill.top + fill.bottom
    return max(
      0, min(min(fill.designed, fill.height) - around, (cellWidth ?? .infinity) / 2 / ratio))
  }

  func addFilling(
    _ node: CellNode, in fill: CellFill, across span: CellSpan, to column: inout CellColumn
  ) {
    let padding = node.element.padding
    switch node.element.content {
    case .image(let image):
      guard case .ratio(let ratio)? = image.aspect else { return }
      column.place(
        .image(drawn(image)), span, height: filledHeight(node, ratio, in: fill),
        down: setting.gap(padding.top))
    case .stack(let group):
      var flow = self
      flow.fill = nil
      column.slots += flow.stack(node, group, across: span, in: fill)
    case .text, .badge, .stars, .line, .row, .spacer: break
    }
  }

  /// The slots of a stack as high as the cell: what follows a spacer is at the bottom.
  func stack(
    _ node: CellNode, _ group: CellElement.Group, across span: CellSpan, in fill: CellFill
  ) -> [CellSlot] {
    let padding = node.element.padding
    let inner = span.inset(left: setting.gap(padding.left), right: setting.gap(padding.right))
    let nodes = node.children
    let spacer = nodes.firstIndex { if case .spacer = $0.element.content { true } else { false } }
    let upper = column(Array(nodes[..<(spacer ?? nodes.endIndex)]), group, across: inner)
    var slots = upper.slots(from: fill.top + setting.gap(padding.top))
    if let background = group.background {
      slots.insert(
        CellSlot(
          content: .shade(
            setting.color(background.color), cornerRadius: setting.radius(background.cornerRadius)),
          anchor: .top, offset: fill.top, left: span.left, right: span.right, width: span.width,
          extent: .bottom(fill.bottom), after: nil), at: 0)
    }
    if let spacer {
      slots += above(
        fill.bottom + setting.gap(padding.bottom), Array(nodes[(spacer + 1)...]), group,
        across: inner)
    }
    if let divider = group.divider {
      slots.append(
        CellSlot(
          .line(setting.color(divider)), anchor: .bottom, offset: fill.bottom, left: span.left,
          right: span.right,
          width: span.width, height: CellSlot.pixel))
    }
    return slots
  }
}
