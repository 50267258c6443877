extension CellAnatomy {
  /// The plan for what is below the picture, in `room` points as designed.
  func plan(below room: Double, width: CellWidth) -> CellPlan {
    let units = below.flatMap(\.units).filter { $0.presence == .content }
    let plans = CellPlan.all(for: units, countsAsDesigned: true) {
      setting.mostLines($0, $1, countsAsDesigned: true)
    }
    return plans.first { standard.heightBelow($0, width: width) <= room } ?? plans[plans.count - 1]
  }

  /// The plan for `units`, of which `height` is the height, at the size of text in `room` points.
  func plan(
    for units: [CellNode], from plan: CellPlan, in room: Double?, _ height: (CellPlan) -> Double
  ) -> CellPlan {
    guard let room else { return plan }
    let plans = CellPlan.all(
      for: units.filter { $0.presence == .content }, countsAsDesigned: false
    ) { setting.mostLines($0, $1, countsAsDesigned: false) }.map { part in
      CellPlan(
        lines: plan.lines.merging(part.lines) { $1 }, dropped: plan.dropped.union(part.dropped))
    }
    return plans.first { height($0) <= room } ?? plans[plans.count - 1]
  }

  /// The plan for overlays on a picture of `room` points: each edge has what the other leaves.
  func planOver(in room: Double?, width: CellWidth) -> CellPlan {
    var (plan, used): (CellPlan, [CellOverlay.Edge: Double]) = (CellPlan(), [:])
    for overlay in over {
      guard let node = overlay.node, let edge = overlay.overlay.edge else { continue }
      let other = used[edge == .top ? .bottom : .top] ?? 0
      let inner = width.least.map { $0 - 2 * setting.gap(overlay.overlay.inset) }
      plan = self.plan(for: node.units, from: plan, in: room.map { $0 - other }) {
        lacksRoom([node], $0, inner) ? .infinity : height(of: overlay, $0, width: width)
      }
      used[edge] = max(used[edge] ?? 0, height(of: overlay, plan, width: width))
    }
    return plan
  }

  /// Whether a text of `nodes` has no room for two characters in `width` points.
  func lacksRoom(_ nodes: [CellNode], _ plan: CellPlan, _ width: Double?) -> Bool {
    guard !overflows, let width else { return false }
    let flow = flow(plan, among: nodes, width: CellWidth(exact: width, least: width))
    return flow.drawn(nodes).contains { flow.leastWidth(of: $0) > width + 1e-9 }
  }
}

extension CellNode {
  /// What is left out one by one where there is little room.
  var units: [CellNode] {
    guard case .stack = element.content else { return [self] }
    return children
  }

  /// Whether it is a text, or a stack of nothing but texts, which can have fewer lines than there is room for.
  var hasOnlyTexts: Bool {
    switch element.content {
    case .text: true
    case .stack: children.allSatisfy(\.hasOnlyTexts)
    case .image, .badge, .stars, .line, .row, .spacer: false
    }
  }
}
