extension CellAnatomy {
  /// The slots of the overlays on the picture at `place`.
  ///
  /// - Parameters:
  ///   - height: of the picture, where it is known.
  ///   - lowest: the lowest frame, where they differ.
  ///   - bottom: how far above the bottom of the cell the picture ends, in points.
  func overlays(
    _ plan: CellPlan, on place: CellSlot, _ height: Double?, lowest: Double?, bottom: Double,
    width: CellWidth
  ) -> [CellSlot] {
    let flow = flow(plan, among: over.compactMap(\.node), width: width)
    let (left, right) = (place.left ?? 0, place.right ?? 0)
    return over.flatMap { overlay -> [CellSlot] in
      let inset = setting.gap(overlay.overlay.inset)
      let span = CellSpan(left: left + inset, right: right + inset)
      guard let node = overlay.node else {
        return shade(overlay.overlay, on: place, height, lowest: lowest, bottom: bottom)
      }
      guard flow.setting.isDrawn(node, flow.shown) else { return [] }
      switch overlay.overlay.edge {
      case .bottom:
        if let height, !node.hasOnlyTexts {
          return fromTop(
            node, above: place.offset + height - inset, across: span, flow: flow)
        }
        return flow.above(bottom + inset, [node], CellElement.Group([]), across: span)
      case .top, nil:
        return flow.column([node], CellElement.Group([]), across: span)
          .slots(from: place.offset + inset)
      }
    }
  }

  /// The slots of `node`, which ends at `end`, counted from the top.
  func fromTop(
    _ node: CellNode, above end: Double, across span: CellSpan, flow: CellFlow
  ) -> [CellSlot] {
    var flow = flow
    flow.follows = false
    guard case .stack(let group) = node.element.content, group.background == nil,
      group.divider == nil
    else {
      let column = flow.column([node], CellElement.Group([]), across: span)
      return column.slots(from: end - column.bottom)
    }
    let padding = node.element.padding
    let inner = span.inset(left: setting.gap(padding.left), right: setting.gap(padding.right))
    var (top, slots) = (end - setting.gap(padding.bottom), [[CellSlot]]())
    var gap = 0.0
    for child in flow.drawn(node.children).reversed() {
      let own = child.outerPadding
      top -= gap + setting.gap(own.bottom)
      var column = CellColumn(follows: false)
      flow.add(child, group.align, across: inner, to: &column)
      top -= column.bottom
      slots.append(column.slots(from: top))
      gap = setting.gap(group.spacing) + setting.gap(own.top)
    }
    return slots.reversed().flatMap(\.self)
  }

  func shade(
    _ overlay: CellOverlay, on place: CellSlot, _ height: Double?, lowest: Double?, bottom: Double
  ) -> [CellSlot] {
    guard case .shade(let color, let radius, let share) = overlay.content else { return [] }
    let content = CellSlot.Content.shade(
      setting.color(color), cornerRadius: setting.radius(radius))
    let known = height ?? lowest.map { $0 - place.offset - bottom }
    guard let edge = overlay.edge, let known else {
      return [
        CellSlot(
          content: content, anchor: .top, offset: place.offset, left: place.left,
          right: place.right, width: nil, extent: place.extent, after: nil)
      ]
    }
    return [
      CellSlot(
        content, anchor: edge == .top ? .top : .bottom,
        offset: edge == .top ? place.offset : bottom, left: place.left, right: place.right,
        height: known * share)
    ]
  }
}
