package import FeedLayout
import FeedModel
import LayoutCatalog

/// How a section is drawn: in its own layout and cell, and for clients that do not draw these in its fallback.
struct SectionLooks: Hashable, Sendable {
  /// A layout, and the cell in it.
  struct Look: Hashable, Sendable {
    let recipe: LayoutRecipe
    /// The cell that is chosen; `nil` for that of the layout.
    let cell: CellName?
    /// The version of documents that a client must draw to show it.
    let version: Int

    init(_ recipe: LayoutRecipe, cell: CellName?, hasCell: Bool = true) {
      self.recipe = recipe
      self.cell = cell
      let drawn = CellName.resolved(cell, in: recipe.options.type)
      version = max(
        recipe.options.type.version, hasCell ? drawn.version : DocumentVersion.first)
    }
  }

  /// The look for clients that draw everything.
  let own: Look
  /// The looks for others, of which a client gets the first one that it draws, and does not see the section if there is
  /// none. Those that no client gets are not among them: they are no part of what is published.
  private let fallbacks: [Look]

  /// The looks of `section`, and the reasons why layouts that it chooses cannot be used.
  static func of(
    _ section: Composition.Section
  ) -> (looks: SectionLooks, problems: [(member: String, problem: OptionProblem)]) {
    var problems: [(member: String, problem: OptionProblem)] = []
    let (recipe, problem) = LayoutRecipe.used(by: section)
    if let problem { problems.append(("layout", problem)) }
    let kind = section.kind
    let own = Look(
      recipe, cell: CellName(rawValue: kind.cell ?? kind.name), hasCell: !kind.cellRoles.isEmpty)
    guard own.version > DocumentVersion.first else {
      return (SectionLooks(own: own, fallbacks: []), problems)
    }
    var fallbacks = section.fallback == .omit ? [] : [Look(.grid, cell: .card)]
    if case .look(let layout, let cell) = section.fallback {
      do throws(OptionProblem) {
        let recipe = try LayoutRecipe(type: layout.type, options: layout.options)
        let chosen = Look(
          recipe, cell: cell.flatMap(CellName.init) ?? own.cell, hasCell: !kind.cellRoles.isEmpty)
        if chosen.version == DocumentVersion.first {
          fallbacks = [chosen]
        } else if chosen.version < own.version {
          fallbacks.insert(chosen, at: 0)
        }
      } catch {
        problems.append(("fallback", error))
      }
    }
    return (SectionLooks(own: own, fallbacks: fallbacks), problems)
  }

  /// The look for clients that draw documents up to `version`; `nil` if they do not see the section.
  func look(for version: Int) -> Look? {
    own.version <= version ? own : fallbacks.first { $0.version <= version }
  }

  /// The versions of clients that see another section than those that draw everything.
  var otherVersions: Range<Int> { DocumentVersion.first..<max(own.version, DocumentVersion.first) }

  /// Whether there are pages behind the section, for some clients at least.
  var hasPages: Bool {
    own.recipe.hasPages || fallbacks.contains { $0.recipe.hasPages }
  }
}

extension Feed {
  /// Whether there is a section `id` that clients do not see on a screen with `traits`, since they draw too little.
  package func leavesOut(_ id: String, for traits: ScreenTraits) -> Bool {
    sections.contains { $0.id == id && !$0.isShown(for: traits) }
  }
}
