extension CellAnatomy {
  /// Returns the cell for `box`, which has grown from `designed`.
  func cell(in box: CellBox, designed: CellBox) -> Cell {
    guard let picture, case .image(let image) = picture.element.content else {
      return cellWithoutPicture(in: box, designed: designed)
    }
    // 1. Where the picture is, and what has room below it.
    let (plan, media) = pictureRoom(in: box, designed: designed)
    let head = height(of: above, plan, width: box.widths)
    let rest = box.height.map { $0 - (media ?? $0) } ?? heightBelow(plan, width: box.widths)
    let padding = picture.element.padding
    let (top, bottom) = (head + setting.gap(padding.top), rest + setting.gap(padding.bottom))
    let drawing = flow(plan, among: above + below, width: box.widths)
    let place = CellSlot(
      content: .image(drawing.drawn(image)), anchor: .top, offset: top,
      left: setting.gap(padding.left), right: setting.gap(padding.right), width: nil,
      extent: media.map { .height($0 - top - setting.gap(padding.bottom)) } ?? .bottom(bottom),
      after: nil)
    // 2. What is above it, upon it and below it.
    let across = CellSpan(left: 0, right: 0)
    var slots = drawing.column(above, CellElement.Group([]), across: across).slots
    if isDrawn { slots.append(place) }
    let region: Double? = if case .height(let height) = place.extent { height } else { nil }
    let upon = planOver(
      in: region ?? box.lowestHeight.map { $0 - top - bottom },
      width: box.widths)
    slots += overlays(
      upon, on: place, region, lowest: box.lowestHeight, bottom: bottom, width: box.widths)
    if let media {
      slots += drawing.column(below, CellElement.Group([]), across: across).slots(from: media)
    } else {
      slots += drawing.above(0, below, CellElement.Group([]), across: across)
    }
    return cell(slots, shown: drawing.shown.union(shownOver(upon)))
  }

  /// The plan for what is below the picture, and where the picture ends; `nil` where frames differ in height.
  func pictureRoom(in box: CellBox, designed: CellBox) -> (CellPlan, Double?) {
    guard !below.isEmpty || !above.isEmpty else { return (CellPlan(), box.height) }
    if let media = box.mediaHeight {
      guard !givesHeight, let height = designed.height, let designedMedia = designed.mediaHeight
      else { return (CellPlan(), media) }
      return (plan(below: height - designedMedia, width: box.widths), media)
    }
    // A picture keeps half of a frame that has a height of its own.
    let room = (box.height ?? box.lowestHeight).map { $0 / 2 }
    let plan = plan(for: below.flatMap(\.units), from: CellPlan(), in: room) {
      lacksRoom(below, $0, box.widths.least) ? .infinity : heightBelow($0, width: box.widths)
    }
    return (plan, box.height.map { $0 - heightBelow(plan, width: box.widths) })
  }

  func cellWithoutPicture(in box: CellBox, designed: CellBox) -> Cell {
    let across = CellSpan(left: 0, right: 0)
    var plan = CellPlan()
    if givesHeight, box.mediaHeight == nil {
      plan = self.plan(for: above.flatMap(\.units), from: plan, in: box.height ?? box.lowestHeight)
      {
        lacksRoom(above, $0, box.widths.least)
          ? .infinity : height(of: above, $0, width: box.widths)
      }
    }
    var drawing = flow(plan, among: above, width: box.widths)
    var slots: [CellSlot]
    if !givesHeight, !definition.box.overflows {
      let height = box.height ?? 0
      let fill = CellFill(height, designed: designed.height ?? height)
      drawing.fill = fill
      if case .stack(let group)? = above.first?.element.content, above.count == 1 {
        slots = drawing.stack(above[0], group, across: across, in: fill)
      } else {
        slots = drawing.column(above, CellElement.Group([]), across: across).slots
      }
    } else {
      let content = height(of: above, plan, width: box.widths)
      let isCentred = definition.box.overflows
      var column = CellColumn(
        top: isCentred ? ((box.height ?? content) - content) / 2 : 0, follows: !isCentred)
      drawing.follows = !isCentred
      drawing.add(above, CellElement.Group([]), across: across, to: &column)
      slots = column.slots
    }
    let place = CellSlot(
      content: .shade(CellColor(""), cornerRadius: 0), anchor: .top, offset: 0, left: 0, right: 0,
      width: nil, extent: box.height.map { .height($0) } ?? .bottom(0), after: nil)
    let upon = planOver(in: box.height ?? box.lowestHeight, width: box.widths)
    slots += overlays(
      upon, on: place, box.height, lowest: box.lowestHeight, bottom: 0, width: box.widths)
    return cell(slots, shown: drawing.shown.union(shownOver(upon)))
  }

  func shownOver(_ plan: CellPlan) -> Set<CellRole> {
    setting.following(plan).shownRoles(over.compactMap(\.node))
  }

  func cell(_ slots: [CellSlot], shown: Set<CellRole>) -> Cell {
    let border = definition.box.border.flatMap { border in
      border.with.isEmpty || !shown.isDisjoint(with: border.with) ? setting.border(border) : nil
    }
    return Cell(
      definition.name, cornerRadius: setting.radius(definition.box.cornerRadius), border: border,
      background: definition.box.background.map { setting.color($0) }, slots: slots)
  }
}
