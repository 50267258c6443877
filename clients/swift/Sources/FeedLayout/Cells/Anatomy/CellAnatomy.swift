/// The slots of a cell and the room that they need: a definition in a theme, at one size of text, for items with certain
/// roles.
struct CellAnatomy: Sendable {
  let definition: CellDefinition
  let setting: CellSetting
  /// The elements of the content above the picture, all of them where it has none.
  let above: [CellNode]
  let picture: CellNode?
  /// The elements below the picture.
  let below: [CellNode]
  let over: [Overlay]

  /// An overlay, whose shade has no node.
  struct Overlay {
    let overlay: CellOverlay
    let node: CellNode?
  }

  init(
    _ definition: CellDefinition, theme: CellTheme, textSize: TextSize, roles: Set<CellRole>
  ) {
    self.definition = definition
    setting = CellSetting(theme: theme, textSize: textSize)
    var next = 0
    let nodes = CellNode.nodes(of: definition.content, roles, next: &next)
    let place = nodes.firstIndex { if case .image = $0.element.content { true } else { false } }
    above = Array(nodes[..<(place ?? nodes.endIndex)])
    picture = place.map { nodes[$0] }
    below = place.map { Array(nodes[($0 + 1)...]) } ?? []
    over = definition.over.map { overlay in
      guard case .element(let element) = overlay.content else {
        return Overlay(overlay: overlay, node: nil)
      }
      return Overlay(overlay: overlay, node: CellNode(element, roles, next: &next))
    }
  }

  init(_ other: CellAnatomy, _ setting: CellSetting) {
    definition = other.definition
    self.setting = setting
    (above, picture, below, over) = (other.above, other.picture, other.below, other.over)
  }

  /// This anatomy at the standard size of text.
  var standard: CellAnatomy { CellAnatomy(self, setting.standard) }

  // MARK: - What gives the height

  /// Whether the height of the frames follows from the cell.
  var givesHeight: Bool { definition.givesHeight }

  /// Whether content may leave frames that are too low for it, as on existing screens.
  var overflows: Bool { definition.box.overflows }

  /// Whether the cell needs more room than `box` has at the standard size of text, too.
  func givesRoom(to box: CellBox) -> Bool {
    let isAlone = below.isEmpty && above.isEmpty
    return givesHeight || !overflows && (box.height == nil || picture == nil || isAlone)
  }

  /// The proportions of the picture, if they are the same for all items.
  var ratio: Double? {
    guard case .image(let image)? = picture?.element.content, case .ratio(let ratio)? = image.aspect
    else { return nil }
    return ratio
  }

  var isDrawn: Bool { picture?.presence == .content }

  // MARK: - Room

  /// Returns the box that the cell needs at its text size, given `box` at the standard text size.
  func grown(_ box: CellBox) -> CellBox {
    var grown = box
    guard picture != nil else {
      grown.height = box.height.map { self.heightWithoutPicture(box, $0) }
      if box.mediaHeight != nil { grown.mediaHeight = grown.height }
      grown.givesMedia = givesHeight
      return grown
    }
    let need = heightOver(box)
    if below.isEmpty, above.isEmpty {
      guard let height = box.height else {
        grown.minimumHeight = need
        return grown
      }
      // Only cells with a caption can become higher.
      guard box.mediaHeight != nil else { return grown }
      guard let ratio, let width = box.width, givesHeight else {
        grown.height = max(height, need)
        return grown
      }
      grown.height = max(width / ratio, need)
      (grown.mediaHeight, grown.givesMedia) = (grown.height, true)
      return grown
    }
    guard let height = box.height else {
      // Frames of pictures of their own proportions are as much higher.
      grown.captionHeight = heightBelow(CellPlan(), width: box.widths)
      grown.minimumHeight = need
      return grown
    }
    guard let media = box.mediaHeight else { return grown }
    if let ratio, givesHeight {
      let head = self.height(of: above, CellPlan(), width: box.widths)
      let picture = isDrawn ? (box.width ?? 0) / ratio : 0
      let top = head + (isDrawn ? max(picture, need) : 0)
      (grown.mediaHeight, grown.givesMedia) = (top, true)
      grown.height = top + heightBelow(CellPlan(), width: box.widths)
      return grown
    }
    let plan = plan(below: height - media, width: box.widths)
    grown.mediaHeight = max(media, need)
    // The order of the sums is that of the existing numbers: it decides the last bit.
    let rise = max(media, need)
    if below.contains(where: \.isGroup) {
      let top = over.isEmpty ? 0 : media
      grown.height =
        height + rise - media + heightBelow(plan, width: box.widths, top: top)
        - standard.heightBelow(plan, width: box.widths, top: top)
    } else {
      grown.height =
        height + (rise - media)
        + (heightBelow(plan, width: box.widths) - standard.heightBelow(plan, width: box.widths))
    }
    return grown
  }

  /// `box` with room for all elements below the picture at the standard size of text, unless editors chose how high
  /// they are together.
  func roomy(_ box: CellBox) -> CellBox {
    guard !overflows, !box.keepsCaption, !below.isEmpty, let height = box.height,
      let media = box.mediaHeight
    else { return box }
    let units = below.flatMap(\.units).filter { $0.presence == .content }
    let plans = CellPlan.all(for: units, countsAsDesigned: true) {
      standard.setting.mostLines($0, $1, countsAsDesigned: true)
    }
    guard let least = plans.last(where: { $0.dropped.isEmpty }) else { return box }
    var roomy = box
    roomy.height = max(height, media + standard.heightBelow(least, width: box.widths))
    return roomy
  }

  /// The height of a cell without a picture of its own, in a frame of `height` points as designed.
  func heightWithoutPicture(_ box: CellBox, _ height: Double) -> Double {
    guard !givesHeight else { return self.height(of: above, CellPlan(), width: box.widths) }
    let fill = overflows ? nil : CellFill(height, designed: height)
    // At the standard size of text the frame has the height that its editors chose, to the last bit.
    let grown =
      setting.textSize == .standard
      ? height
      : height + self.height(of: above, CellPlan(), width: box.widths, fill: fill)
        - standard.height(of: above, CellPlan(), width: box.widths, fill: fill)
    return overflows ? grown : max(grown, heightFilling(height, width: box.widths))
  }

  /// The height that content needs which fills a frame of `height` points.
  func heightFilling(_ height: Double, width: CellWidth) -> Double {
    var flow = flow(CellPlan(), among: above, width: width)
    (flow.fill, flow.measures) = (CellFill(height, designed: height), true)
    flow.countsAround = true
    return flow.column(above, CellElement.Group([]), across: CellSpan(left: 0, right: 0)).bottom
  }

  /// The height of `nodes` one below the other, in a cell of `width` points.
  func height(
    of nodes: [CellNode], _ plan: CellPlan, width: CellWidth, fill: CellFill? = nil
  ) -> Double {
    var flow = flow(plan, among: nodes, width: width)
    (flow.fill, flow.measures) = (fill, true)
    return flow.column(nodes, CellElement.Group([]), across: CellSpan(left: 0, right: 0)).bottom
  }

  func heightBelow(_ plan: CellPlan, width: CellWidth, top: Double = 0) -> Double {
    var column = CellColumn(top: top)
    flow(plan, among: below, width: width)
      .add(below, CellElement.Group([]), across: CellSpan(left: 0, right: 0), to: &column)
    return column.bottom
  }

  func flow(_ plan: CellPlan, among nodes: [CellNode], width: CellWidth) -> CellFlow {
    let setting = setting.following(plan)
    return CellFlow(
      setting: setting, cellWidth: width.exact, leastWidth: width.least,
      shown: setting.shownRoles(nodes))
  }

  /// The height that the overlays need, with what stays free of the picture; 0 without any at an edge.
  func heightOver(_ box: CellBox) -> Double {
    let width = box.widths
    var plan = CellPlan()
    // A text that gives way has a line at least in frames of one height. All frames have room for it elsewhere.
    for node in box.height == nil ? [] : over.compactMap(\.node).flatMap(\.all)
    where node.element.text?.lines?.least == 0 {
      plan.lines[node.id] = 1
    }
    return CellOverlay.Edge.allCases.reduce(0) { sum, edge in
      sum
        + (over.filter { $0.overlay.edge == edge }.map { overlay in
          let height = height(of: overlay, plan, width: width)
          return height > 0 ? height + setting.gap(overlay.overlay.clear) : 0
        }.max() ?? 0)
    }
  }

  /// The height of `overlay` with its distance to the edge; 0 for a shade, and without anything to show.
  func height(of overlay: Overlay, _ plan: CellPlan, width: CellWidth) -> Double {
    guard let node = overlay.node else { return 0 }
    let flow = flow(plan, among: [node], width: width)
    guard flow.setting.isDrawn(node, flow.shown) else { return 0 }
    let inset = setting.gap(overlay.overlay.inset)
    let padding = flow.verticalPadding(node)
    let span = CellSpan(left: inset, right: inset)
    let isFromBottom = overlay.overlay.edge == .bottom && node.hasOnlyTexts
    let height =
      isFromBottom
      ? flow.above(0, node, .start, across: span).height : flow.height(node, across: span)
    return inset + padding + height
  }
}

extension CellDefinition {
  /// Whether the height of the frames follows from the cell, since no element fills them.
  public var givesHeight: Bool {
    guard !box.overflows else { return false }
    let pictures = content.filter { if case .image = $0.content { true } else { false } }
    if let picture = pictures.first, case .image(let image) = picture.content {
      guard case .ratio? = image.aspect else { return false }
      return true
    }
    return !content.flatMap(\.all).contains(where: \.fillsFrame)
  }
}

extension CellElement {
  /// Whether it is as high as the frame.
  fileprivate var fillsFrame: Bool {
    switch content {
    case .image(let image): image.width == nil
    case .stack(let group):
      group.elements.contains { if case .spacer = $0.content { true } else { false } }
    case .row, .text, .badge, .stars, .line, .spacer: false
    }
  }
}
