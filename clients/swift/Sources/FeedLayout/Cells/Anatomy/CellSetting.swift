/// The values of a definition on a screen: what its names mean in a theme at a size of text, and what has room by a plan.
struct CellSetting: Sendable {
  let theme: CellTheme
  let textSize: TextSize
  var plan = CellPlan()

  /// These values at the standard size of text.
  var standard: CellSetting {
    CellSetting(theme: theme, textSize: .standard, plan: plan)
  }

  /// These values by another plan.
  func following(_ plan: CellPlan) -> CellSetting {
    var setting = self
    setting.plan = plan
    return setting
  }

  // MARK: - Names of the theme

  func style(_ name: String) -> CellTheme.TextStyle {
    theme.styles[name] ?? CellTheme.TextStyle(families: ["sans-serif"], size: 12, weight: 400)
  }

  func color(_ name: String) -> CellColor { theme.colors[name] ?? CellColor("#000000ff") }

  func radius(_ length: CellLength) -> Double { points(length, theme.radii) }

  func gap(_ length: CellLength) -> Double { points(length, theme.spacing) }

  private func points(_ length: CellLength, _ names: [String: Double]) -> Double {
    switch length {
    case .points(let points): points
    case .named(let name): names[name] ?? 0
    case .font(let style, let share, let points):
      share * self.style(style).font(textSize).size + points
    }
  }

  func border(_ border: CellDefinition.Border?) -> CellBorder? {
    border.map {
      CellBorder(
        color($0.color), width: $0.width, cornerRadius: $0.cornerRadius.map { radius($0) })
    }
  }

  // MARK: - Texts

  /// The text of `node`, which has `width` points.
  func text(
    _ node: CellNode, _ text: CellElement.Text, _ align: CellElement.Alignment, in width: Double?
  )
    -> CellText
  {
    let style = style(text.style)
    var words: CellWords?
    if case .words(let fixed) = text.source { words = fixed }
    return CellText(
      node.role ?? .fixed, style.font(textSize), color(text.color),
      lines: lines(node, text, in: width), lineSpacing: style.lineSpacing,
      alignment: (text.align ?? align).side, prefix: text.prefix, text: words,
      width: text.width.map { $0 * style.scale(textSize).share })
  }

  private func lines(_ node: CellNode, _ text: CellElement.Text, in width: Double?) -> Int {
    if case .badge = node.element.content { return 1 }
    let scale = style(text.style).scale(textSize)
    guard let lines = text.lines else {
      guard let natural = text.width else { return scale.lines(1) }
      return width.map { scale.lines(ofWidth: natural, in: $0) } ?? 1
    }
    guard let chosen = plan.lines[node.id] else { return grown(lines.most, lines, scale) }
    return plan.countsAsDesigned ? grown(chosen, lines, scale) : chosen
  }

  private func grown(_ count: Int, _ lines: CellElement.Lines, _ scale: TextSize) -> Int {
    lines.grows ? scale.lines(count) : count
  }

  /// The most lines of the text of `node`, as designed or at the size of text.
  func mostLines(_ node: CellNode, _ lines: CellElement.Lines, countsAsDesigned: Bool) -> Int {
    countsAsDesigned
      ? lines.most
      : grown(lines.most, lines, style(node.element.text?.style ?? "").scale(textSize))
  }

  /// How wide the texts of `nodes` are together, of which each has a width.
  func naturalWidth(of nodes: [CellNode]) -> Double? {
    var (sum, share): (Double, Double?) = (0, nil)
    for node in nodes {
      guard let text = node.element.text, let width = text.width else { return nil }
      let scale = style(text.style).scale(textSize).share
      // One share for all is multiplied once.
      if let known = share, known != scale { sum = sum * known / scale }
      share = scale
      sum += width
    }
    return sum * (share ?? 1)
  }

  // MARK: - Room

  /// Whether `node` is drawn, among nodes that show the roles `shown`.
  func isDrawn(_ node: CellNode, _ shown: Set<CellRole>) -> Bool {
    guard node.presence != .absent, !plan.dropped.contains(node.id), plan.lines[node.id] != 0 else {
      return false
    }
    switch node.element.content {
    case .image, .text, .badge, .stars, .spacer: return true
    case .line(let line): return line.with.isEmpty || !shown.isDisjoint(with: line.with)
    case .stack, .row:
      return node.presence == .decoration
        || node.children.contains { $0.presence == .content && isDrawn($0, shown) }
    }
  }

  /// The roles that `nodes` show.
  func shownRoles(_ nodes: [CellNode]) -> Set<CellRole> {
    var roles: Set<CellRole> = []
    for node in nodes
    where node.presence != .absent && !plan.dropped.contains(node.id) && plan.lines[node.id] != 0 {
      if let role = node.role { roles.insert(role == .stars ? .rating : role) }
      roles.formUnion(shownRoles(node.children))
    }
    return roles
  }
}

extension CellElement.Alignment {
  /// On a screen that reads from the left; cells of others are mirrored as a whole.
  fileprivate var side: CellText.Alignment {
    switch self {
    case .start: .left
    case .center: .center
    case .end: .right
    }
  }
}
