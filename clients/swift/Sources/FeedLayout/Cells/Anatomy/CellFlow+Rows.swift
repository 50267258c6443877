extension CellFlow {
  /// Adds a row.
  func add(
    _ node: CellNode, _ row: CellElement.Row, to column: inout CellColumn, across span: CellSpan
  ) {
    let padding = node.element.padding
    let inner = span.inset(left: setting.gap(padding.left), right: setting.gap(padding.right))
    let nodes = drawn(node.children)
    decorate(row.group, &column, across: span) { column in
      column.skip(setting.gap(padding.top))
      let needsWidth = cellWidth == nil && row.widths != .shared
      if row.wraps != nil || needsWidth, !fits(nodes, row, node.children, across: inner) {
        var group = row.group
        group.spacing = row.wraps ?? group.spacing
        add(nodes, group, across: inner, to: &column)
      } else {
        var flow = self
        flow.fill?.top = setting.gap(padding.top)
        flow.fill?.bottom = setting.gap(padding.bottom)
        flow.addBesideEachOther(node, row, nodes, across: inner, to: &column)
      }
      column.skip(setting.gap(padding.bottom))
    }
  }

  /// Whether `nodes` have room beside each other in `width`.
  private func fits(
    _ nodes: [CellNode], _ row: CellElement.Row, _ children: [CellNode], across span: CellSpan
  ) -> Bool {
    guard let width = span.width(in: cellWidth) else {
      // Where cells differ in width, one element at most has what the others leave.
      let flexible = nodes.count { self.width(of: $0) == nil }
      guard row.widths == .own && flexible <= 1 && row.group.align != .center || nodes.count == 1
      else { return false }
      return span.width(in: leastWidth).map { leastWidth(of: nodes, row) <= $0 } ?? true
    }
    if row.widths != .equal, let natural = setting.naturalWidth(of: nodes) {
      return natural + setting.gap(row.group.spacing) * Double(nodes.count - 1) <= width
    }
    if row.widths == .own, leastWidth(of: nodes, row) > width + 1e-9 { return false }
    // Each text has the width that it says, or room for two characters.
    return zip(nodes, spans(of: children, row, nodes, across: span)).allSatisfy { node, span in
      guard let own = span.width(in: cellWidth) else { return true }
      return leastWidth(of: node, whole: true) <= own + 1e-9
    }
  }

  /// The width that `nodes` need beside each other: those with a width of their own have it.
  private func leastWidth(of nodes: [CellNode], _ row: CellElement.Row) -> Double {
    let gaps = setting.gap(row.group.spacing) * Double(max(nodes.count - 1, 0))
    let widths = nodes.map { max(leastWidth(of: $0), width(of: $0) ?? 0) }
    return gaps
      + (row.widths == .equal ? (widths.max() ?? 0) * Double(nodes.count) : widths.reduce(0, +))
  }

  /// The width that the texts of `node` need for two characters each, and what is around them.
  ///
  /// - Parameter whole: whether texts that say how wide they are need all of that.
  func leastWidth(of node: CellNode, whole: Bool = false) -> Double {
    let padding = node.element.padding
    let around = setting.gap(padding.left) + setting.gap(padding.right)
    switch node.element.content {
    case .text(let text):
      let style = setting.style(text.style)
      let two = 2 * style.font(setting.textSize).size
      guard let natural = text.width.map({ $0 * style.scale(setting.textSize).share }) else {
        return around + two
      }
      return around + (whole ? natural : min(two, natural))
    case .badge(let text, let badge):
      let style = setting.style(text.style)
      let two = 2 * style.font(setting.textSize).size
      let natural = text.width.map { $0 * style.scale(setting.textSize).share }
      return 2 * badge.horizontalPadding + (natural.map { whole ? $0 : min(two, $0) } ?? two)
    case .stack:
      return around + (drawn(node.children).map { leastWidth(of: $0, whole: whole) }.max() ?? 0)
    case .stars(let stars): return around + stars.width
    case .image(let image): return around + (image.width ?? 0)
    case .row(let row):
      let nodes = drawn(node.children)
      guard row.wraps == nil, row.widths != .shared else {
        return around + (nodes.map { leastWidth(of: $0) }.max() ?? 0)
      }
      return around + leastWidth(of: nodes, row)
    case .line, .spacer: return around
    }
  }

  private func addBesideEachOther(
    _ node: CellNode, _ row: CellElement.Row, _ nodes: [CellNode], across span: CellSpan,
    to column: inout CellColumn
  ) {
    // 1. Where each element is across the row.
    let spans: [CellSpan] = self.spans(of: node.children, row, nodes, across: span)
    // 2. How high the row is.
    let heights = zip(nodes, spans).map { isFillingPicture($0) ? 0 : self.height($0, across: $1) }
    let highest =
      zip(nodes, heights).filter { !isFillingPicture($0.0) }.map { verticalPadding($0) + $1 }.max()
      ?? 0
    let filled = measures ? nil : fill.map { $0.height - $0.top - $0.bottom }
    let height =
      row.height.map { grown($0, with: nodes, spans) } ?? filled ?? highest
    // 3. Where each element is in its height.
    for (index, (child, span)) in zip(nodes, spans).enumerated() {
      let own = heights[index]
      let top = setting.gap(child.outerPadding.top)
      let bottom = setting.gap(child.outerPadding.bottom)
      if let fill, isFilling(child), !measures {
        addFilling(child, in: fill, across: span, to: &column)
        continue
      }
      let start =
        switch row.verticalAlignment {
        case .top: column.offset + top
        case .center where row.height != nil: column.offset + height / 2 - own / 2
        case .center: column.offset + (height - own) / 2
        case .bottom: column.offset + (height - own - bottom)
        }
      var (part, flow) = (column.part(at: start), self)
      flow.fill = nil
      flow.add(child, align(at: index, of: nodes.count, row), across: span, to: &part)
      column.slots += part.slots
    }
    guard row.verticalAlignment == .top, let designed = row.height else {
      return column.skip(height)
    }
    // A row aligned at the top adds its growth at the end.
    column.skip(designed)
    let asDesigned = self.designed
    let growths = zip(nodes, spans).map { inner($0, $1) - asDesigned.inner($0, $1) }
    column.skip(max(0, growths.max() ?? 0))
  }

  /// Of a row in the middle, the first text ends where the last one begins.
  private func align(at index: Int, of count: Int, _ row: CellElement.Row) -> CellElement.Alignment
  {
    guard row.widths == .own, row.group.align == .center, count > 1 else { return row.group.align }
    return index == 0 ? .end : index == count - 1 ? .start : .center
  }

  func verticalPadding(_ node: CellNode) -> Double {
    setting.gap(node.outerPadding.top) + setting.gap(node.outerPadding.bottom)
  }

  /// The height of a row that is `height` points high as designed, and higher by as much as the highest of `nodes` is.
  private func grown(_ height: Double, with nodes: [CellNode], _ spans: [CellSpan]) -> Double {
    zip(nodes, spans).map { height + inner($0, $1) - designed.inner($0, $1) }.max() ?? height
  }

  /// The same as designed: texts have one line each, whatever width they need.
  private var designed: CellFlow {
    CellFlow(
      setting: setting.standard, cellWidth: nil, leastWidth: nil, shown: shown, follows: follows)
  }

  /// The height of `node` without what is around it.
  private func inner(_ node: CellNode, _ span: CellSpan) -> Double {
    guard case .stack(let group) = node.element.content else { return height(node, across: span) }
    let padding = node.element.padding
    let inner = span.inset(left: setting.gap(padding.left), right: setting.gap(padding.right))
    return column(node.children, group, across: inner).bottom
  }

  // MARK: - Across

  /// The spans of `nodes`, which are those of `children` that are drawn.
  private func spans(
    of children: [CellNode], _ row: CellElement.Row, _ nodes: [CellNode], across span: CellSpan
  ) -> [CellSpan] {
    let spacing = setting.gap(row.group.spacing)
    switch row.widths {
    case .shared: return nodes.map { _ in span }
    case .equal: return equalSpans(of: children, nodes, spacing, across: span)
    case .own: break
    }
    // 1. What has a width of its own. The last text of a row has what is left, or the first at its end.
    let widths = nodes.map { width(of: $0) }
    guard row.group.align != .center || !widths.allSatisfy({ $0 != nil }) else {
      return centredSpans(of: nodes, widths, spacing, across: span)
    }
    var own = widths
    if !own.contains(nil),
      let free = row.group.align == .end ? own.indices.first : own.indices.last,
      nodes[free].element.text != nil
    {
      own[free] = nil
    }
    // 2. The others share what is left: one of them has it whole, also where its width is unknown.
    let flexible = own.count { $0 == nil }
    let fixed = own.reduce(0) { $0 + ($1 ?? 0) } + spacing * Double(max(nodes.count - 1, 0))
    let share =
      flexible > 1
      ? span.width(in: cellWidth).map { max(0, ($0 - fixed) / Double(flexible)) } : nil
    return own.indices.map { index in
      let before = edge(own[..<index], share, spacing)
      let after = edge(own[(index + 1)...], share, spacing)
      let left = before.flatMap { before in span.left.map { $0 + before } }
      let right = after.flatMap { after in span.right.map { $0 + after } }
      guard let width = own[index] ?? share else {
        return CellSpan(left: left, right: right, width: nil)
      }
      return left != nil
        ? CellSpan(left: left, right: nil, width: width)
        : CellSpan(left: nil, right: right, width: width)
    }
  }

  /// How far `widths` reach with the gaps between them and what is beside them; `nil` if one is unknown.
  private func edge(_ widths: ArraySlice<Double?>, _ share: Double?, _ spacing: Double) -> Double? {
    var edge = 0.0
    for width in widths {
      guard let width = width ?? share else { return nil }
      edge += width + spacing
    }
    return edge
  }

  /// The width that `node` has in every cell.
  private func width(of node: CellNode) -> Double? {
    switch node.element.content {
    case .image(let image):
      if let width = image.width { return width }
      guard let fill, case .ratio(let ratio)? = image.aspect else { return nil }
      return filledHeight(node, ratio, in: fill) * ratio
    case .stars(let stars): return stars.width
    case .text(let text):
      return text.width.map { $0 * setting.style(text.style).scale(setting.textSize).share }
    case .badge(let text, let badge):
      return text.width.map {
        $0 * setting.style(text.style).scale(setting.textSize).share + 2 * badge.horizontalPadding
      }
    case .line, .stack, .row, .spacer: return nil
    }
  }

  /// Parts of the same width, of which those of absent elements stay empty.
  private func equalSpans(
    of children: [CellNode], _ nodes: [CellNode], _ spacing: Double, across span: CellSpan
  ) -> [CellSpan] {
    guard let cellWidth, let left = span.left, let right = span.right, !children.isEmpty else {
      return nodes.map { _ in span }
    }
    let width =
      (cellWidth - left - right - spacing * Double(children.count - 1)) / Double(children.count)
    return nodes.map { node in
      let index = children.firstIndex { $0.id == node.id } ?? 0
      let start =
        index == children.count - 1 && index > 0
        ? cellWidth - right - width : left + Double(index) * (width + spacing)
      let end =
        index == children.count - 1
        ? right : cellWidth - (left + Double(index) * (width + spacing) + width)
      return CellSpan(left: start, right: end, width: nil)
    }
  }

  /// In the middle together: the first and the last reach to the sides, and end or begin where their neighbours do.
  private func centredSpans(
    of nodes: [CellNode], _ widths: [Double?], _ spacing: Double, across span: CellSpan
  ) -> [CellSpan] {
    guard nodes.count > 1, let cellWidth, let left = span.left, let right = span.right,
      nodes.first?.element.text != nil, nodes.last?.element.text != nil
    else { return nodes.map { _ in span } }
    // Where the gap behind each element begins.
    let ends = nodes.indices.dropLast().map { index in
      let before = setting.naturalDifference(nodes[...index], nodes[(index + 1)...])
      return (left - right + cellWidth - spacing * Double(nodes.count - 1) + before) / 2
        + spacing * Double(index)
    }
    return nodes.indices.map { index in
      let start = index == 0 ? left : ends[index - 1] + spacing
      let end = index == nodes.count - 1 ? right : cellWidth - ends[index]
      return CellSpan(left: start, right: end, width: nil)
    }
  }
}

extension CellSetting {
  /// How much wider the texts `first` are together than the texts `second`.
  fileprivate func naturalDifference(
    _ first: ArraySlice<CellNode>, _ second: ArraySlice<CellNode>
  ) -> Double {
    func sum(_ nodes: ArraySlice<CellNode>) -> (width: Double, share: Double) {
      let width = nodes.reduce(0) { $0 + ($1.element.text?.width ?? 0) }
      let style = nodes.first?.element.text.map { self.style($0.style) }
      return (width, style?.scale(textSize).share ?? 1)
    }
    let (before, after) = (sum(first), sum(second))
    return before.share == after.share
      ? (before.width - after.width) * before.share
      : before.width * before.share - after.width * after.share
  }
}
