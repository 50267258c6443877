/// Places elements below and beside each other, by a setting.
struct CellFlow: Sendable {
  let setting: CellSetting
  /// The width of the cell, in points; `nil` where cells differ in it.
  let cellWidth: Double?
  /// The width of the narrowest cell, in points; `nil` where it is unknown.
  let leastWidth: Double?
  /// The roles that have room.
  let shown: Set<CellRole>
  /// Counts offsets of slots below a text from the end of that text.
  var follows = true
  /// The frame that the content fills; `nil` for content that is as high as it needs.
  var fill: CellFill?
  /// Measures the content of a filled frame by what it needs, and not by the frame.
  var measures = false
  /// Counts the padding of the filled frame in such a measurement.
  var countsAround = false

  // MARK: - Below each other

  /// The elements of a stack below each other, from the top of a column of their own.
  func column(_ nodes: [CellNode], _ group: CellElement.Group, across span: CellSpan) -> CellColumn
  {
    var column = CellColumn(follows: follows)
    add(nodes, group, across: span, to: &column)
    return column
  }

  func add(
    _ nodes: [CellNode], _ group: CellElement.Group, across span: CellSpan,
    to column: inout CellColumn
  ) {
    var gap: Double?
    for node in drawn(nodes) {
      let padding = node.outerPadding
      if let gap {
        column.skip(gap + setting.gap(group.spacing) + setting.gap(padding.top))
      } else {
        column.skip(setting.gap(padding.top))
      }
      add(node, group.align, across: span, to: &column)
      gap = setting.gap(padding.bottom)
    }
    if let gap { column.skip(gap) }
  }

  /// Those of `nodes` that are drawn.
  func drawn(_ nodes: [CellNode]) -> [CellNode] { nodes.filter { setting.isDrawn($0, shown) } }

  /// Adds `node`, which is aligned by `align` unless it says how itself.
  func add(
    _ node: CellNode, _ align: CellElement.Alignment, across span: CellSpan,
    to column: inout CellColumn
  ) {
    switch node.element.content {
    case .stack(let group): add(node, group, to: &column, across: span)
    case .row(let row): add(node, row, to: &column, across: span)
    case .spacer: break
    case .image, .text, .badge, .stars, .line:
      let span = span.inset(
        left: setting.gap(node.element.padding.left), right: setting.gap(node.element.padding.right)
      )
      guard let leaf = leaf(node, align, across: span) else { return }
      column.add(leaf.content, leaf.span, height: leaf.height)
    }
  }

  private func add(
    _ node: CellNode, _ group: CellElement.Group, to column: inout CellColumn, across span: CellSpan
  ) {
    let padding = node.element.padding
    let inner = span.inset(left: setting.gap(padding.left), right: setting.gap(padding.right))
    decorate(group, &column, across: span) { column in
      // A frame that grows has the padding of its content already.
      let isAround = countsAround || !(measures && fill != nil)
      if isAround { column.skip(setting.gap(padding.top)) }
      add(node.children, group, across: inner, to: &column)
      if isAround { column.skip(setting.gap(padding.bottom)) }
    }
  }

  /// Adds what is behind `group` and the line at its end to what `add` adds.
  func decorate(
    _ group: CellElement.Group, _ column: inout CellColumn, across span: CellSpan,
    _ add: (inout CellColumn) -> Void
  ) {
    let start = column
    add(&column)
    let height = column.bottom - start.bottom
    var behind = start
    behind.slots = []
    if let background = group.background {
      behind.place(
        .shade(
          setting.color(background.color), cornerRadius: setting.radius(background.cornerRadius)),
        span, height: height)
    }
    column.slots.insert(contentsOf: behind.slots, at: start.slots.count)
    if let divider = group.divider {
      behind.slots = []
      behind.place(
        .line(setting.color(divider)), span, height: CellSlot.pixel, down: height - CellSlot.pixel)
      column.slots += behind.slots
    }
    if group.background != nil || group.divider != nil { column.end(start, height: height) }
  }

  // MARK: - Above each other

  /// The slots of `nodes` above each other, of which the lowest ends `base` points above the bottom of the cell.
  func above(
    _ base: Double, _ nodes: [CellNode], _ group: CellElement.Group, across span: CellSpan
  ) -> [CellSlot] {
    var flow = self
    flow.follows = false
    var (offset, slots, gap) = (base, [[CellSlot]](), 0.0)
    for node in drawn(nodes).reversed() {
      let padding = node.outerPadding
      offset += gap + setting.gap(padding.bottom)
      let (own, height) = flow.above(offset, node, group.align, across: span)
      slots.append(own)
      offset += height
      gap = setting.gap(group.spacing) + setting.gap(padding.top)
    }
    return slots.reversed().flatMap(\.self)
  }

  /// The slots of `node`, which ends `base` points above the bottom of the cell, and its height.
  func above(
    _ base: Double, _ node: CellNode, _ align: CellElement.Alignment, across span: CellSpan
  ) -> (slots: [CellSlot], height: Double) {
    guard case .stack(let group) = node.element.content else {
      var column = CellColumn(follows: false)
      add(node, align, across: span, to: &column)
      return (column.slots(above: base), column.bottom)
    }
    let padding = node.element.padding
    let inner = span.inset(left: setting.gap(padding.left), right: setting.gap(padding.right))
    let height = stackHeight(node, group, across: inner)
    var slots = above(base + setting.gap(padding.bottom), node.children, group, across: inner)
    if let background = group.background {
      slots.insert(
        CellSlot(
          .shade(
            setting.color(background.color),
            cornerRadius: setting.radius(background.cornerRadius)), anchor: .bottom, offset: base,
          left: span.left, right: span.right, width: span.width, height: height), at: 0)
    }
    if let divider = group.divider {
      slots.append(
        CellSlot(
          .line(setting.color(divider)), anchor: .bottom, offset: base, left: span.left,
          right: span.right, width: span.width, height: CellSlot.pixel))
    }
    return (slots, height)
  }

  /// The height of a stack: what is around its elements, and they from the last one on.
  private func stackHeight(
    _ node: CellNode, _ group: CellElement.Group, across inner: CellSpan
  ) -> Double {
    let padding = node.element.padding
    var (height, gap) = (setting.gap(padding.top) + setting.gap(padding.bottom), 0.0)
    for child in drawn(node.children).reversed() {
      let own = child.outerPadding
      height += gap + setting.gap(own.bottom)
      height += self.height(child, across: inner)
      gap = setting.gap(group.spacing) + setting.gap(own.top)
    }
    return height + gap - (drawn(node.children).isEmpty ? 0 : setting.gap(group.spacing))
  }

  // MARK: - Elements without others in them

  /// The slot of `node` across `span`, and its height.
  func leaf(
    _ node: CellNode, _ align: CellElement.Alignment, across span: CellSpan
  ) -> (content: CellSlot.Content, span: CellSpan, height: Double)? {
    switch node.element.content {
    case .text(let text):
      let set = setting.text(node, text, align, in: span.width(in: cellWidth))
      return (.text(set), span, set.height)
    case .badge(let text, let badge):
      let set = setting.text(node, text, align, in: nil)
      let box = CellBadge(
        horizontalPadding: badge.horizontalPadding, verticalPadding: badge.verticalPadding,
        background: setting.color(badge.background),
        cornerRadius: setting.radius(badge.cornerRadius))
      return (.badge(set, box), span, set.height + 2 * badge.verticalPadding)
    case .stars(let stars):
      let drawn = CellStars(
        starSize: stars.size, spacing: stars.spacing, color: setting.color(stars.color),
        outline: setting.color(stars.outline))
      return (.stars(drawn), span.box(stars.width, align, in: cellWidth), stars.size)
    case .line(let line):
      return (.line(setting.color(line.color)), span, line.height ?? CellSlot.pixel)
    case .image(let image):
      guard let size = size(of: image, across: span) else { return nil }
      let span = image.width == nil ? span : span.box(size.width, align, in: cellWidth)
      return (.image(drawn(image)), span, size.height)
    case .stack, .row, .spacer: return nil
    }
  }

  func drawn(_ image: CellElement.Image) -> CellImage {
    CellImage(
      contentMode: image.contentMode, cornerRadius: setting.radius(image.cornerRadius),
      border: setting.border(image.border))
  }

  /// The size of a picture of its own proportions; `nil` where something else gives its height.
  func size(of image: CellElement.Image, across span: CellSpan) -> Size? {
    guard case .ratio(let ratio)? = image.aspect,
      let width = image.width ?? span.width(in: cellWidth)
    else { return nil }
    return Size(width: width, height: width / ratio)
  }

  /// The height of `node` across `span`.
  func height(_ node: CellNode, across span: CellSpan) -> Double {
    var column = CellColumn(follows: follows)
    add(node, .start, across: span, to: &column)
    return column.bottom
  }
}

/// The height of a frame that a row fills, in points.
struct CellFill: Sendable {
  let height: Double
  /// The height as designed.
  let designed: Double
  /// The distances of the row from the frame.
  var top = 0.0
  var bottom = 0.0

  init(_ height: Double, designed: Double) {
    self.height = height
    self.designed = designed
  }
}

extension CellNode {
  /// Whether it is a stack or a row.
  var isGroup: Bool { element.group != nil }

  /// The padding outside of the element: that of a group is within its background.
  var outerPadding: CellPadding { isGroup ? CellPadding() : element.padding }
}
