/// An element of a definition, for items that have certain roles.
struct CellNode: Sendable {
  /// Whether an element has something to show.
  enum Presence {
    /// It shows a role that items lack.
    case absent
    /// It shows no role: a line, or words. Groups need more than that.
    case decoration
    /// It shows what items have.
    case content
  }

  /// Identifies the element in its definition.
  let id: Int
  let element: CellElement
  let presence: Presence
  /// The role of a text, a badge, stars or a picture that items have.
  let role: CellRole?
  /// The elements of a group, also those that are absent.
  let children: [CellNode]

  /// The nodes of `elements`, numbered from `next` on.
  static func nodes(
    of elements: [CellElement], _ roles: Set<CellRole>, next: inout Int
  ) -> [CellNode] {
    elements.map { CellNode($0, roles, next: &next) }
  }

  init(_ element: CellElement, _ roles: Set<CellRole>, next: inout Int) {
    id = next
    next += 1
    self.element = element
    var (role, children): (CellRole?, [CellNode]) = (nil, [])
    switch element.content {
    case .image:
      role = roles.contains(.image) ? .image : nil
      presence = role == nil ? .absent : .content
    case .text(let text), .badge(let text, _):
      switch text.source {
      case .words: (role, presence) = (.fixed, .decoration)
      case .roles(let choices):
        role = choices.first { roles.contains($0) }
        presence = role == nil ? .absent : .content
      }
    case .stars:
      role = roles.contains(.rating) ? .stars : nil
      presence = role == nil ? .absent : .content
    case .line(let line):
      presence =
        line.with.isEmpty || !roles.isDisjoint(with: line.with) ? .decoration : .absent
    case .spacer: presence = .decoration
    case .stack, .row:
      children = Self.nodes(of: element.group?.elements ?? [], roles, next: &next)
      let shows = children.contains { $0.showsRoles }
      presence =
        children.contains { $0.presence == .content }
        ? .content : shows || children.isEmpty ? .absent : .decoration
    }
    self.role = role
    self.children = children
  }

  /// Whether it shows roles of items, also such as they lack.
  private var showsRoles: Bool {
    switch element.content {
    case .image, .stars: true
    case .text(let text), .badge(let text, _): if case .roles = text.source { true } else { false }
    case .line, .spacer: false
    case .stack, .row: children.contains { $0.showsRoles }
    }
  }

  /// The element, and those in it.
  var all: [CellNode] { [self] + children.flatMap(\.all) }
}

extension CellElement {
  /// The group of a stack or a row.
  public var group: Group? {
    switch content {
    case .stack(let group): group
    case .row(let row): row.group
    case .image, .text, .badge, .stars, .line, .spacer: nil
    }
  }

  /// The text of a text or a badge.
  public var text: Text? {
    switch content {
    case .text(let text), .badge(let text, _): text
    case .image, .stars, .line, .stack, .row, .spacer: nil
    }
  }

  /// The element, and those in it.
  public var all: [CellElement] { [self] + (group?.elements.flatMap(\.all) ?? []) }
}

/// Which elements of a cell have room, and how many lines the texts among them have that give way.
struct CellPlan: Sendable {
  /// The lines of texts that have not all of theirs, by the ids of their nodes.
  var lines: [Int: Int] = [:]
  /// Whether ``lines`` are as designed, so that larger text has more of them.
  var countsAsDesigned = false
  /// The ids of the nodes that are left out.
  var dropped: Set<Int> = []

  /// The plans for `units`, which are left out from the last one on, from the most to show to nothing: texts of no
  /// least line give way first, a line at a time, and the others when they are the last.
  ///
  /// - Parameters:
  ///   - countsAsDesigned: whether lines are counted at the standard size of text.
  ///   - most: the lines of a text that has all the room it needs.
  static func all(
    for units: [CellNode], countsAsDesigned: Bool, most: (CellNode, CellElement.Lines) -> Int
  ) -> [CellPlan] {
    var plan = CellPlan(countsAsDesigned: countsAsDesigned)
    var plans = [plan]
    func shrink(_ unit: CellNode, to least: Int) {
      guard let lines = unit.element.text?.lines else { return }
      for count in stride(from: plan.lines[unit.id] ?? most(unit, lines), to: least, by: -1) {
        plan.lines[unit.id] = count - 1
        plans.append(plan)
      }
    }
    for unit in units.reversed() where unit.element.text?.lines?.least == 0 { shrink(unit, to: 0) }
    for unit in units.reversed() where plan.lines[unit.id] != 0 {
      if let least = unit.element.text?.lines?.least { shrink(unit, to: max(least, 1)) }
      plan.dropped.insert(unit.id)
      plans.append(plan)
    }
    return plans
  }
}
