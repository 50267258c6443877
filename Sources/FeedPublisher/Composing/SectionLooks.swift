import FeedLayout
import FeedModel

/// How a section is drawn: in its own layout and cell, or in its fallback.
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
      let drawn = CellName.resolved(cell, in: recipe.options.layoutType)
      version = max(
        recipe.options.version, hasCell ? drawn.version : DocumentVersion.first)
    }
  }

  let own: Look
  /// The looks for others. A client gets the first one that it draws, and without one does not see
  /// the section. Looks that no client gets are left out.
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

  /// The look for clients that draw up to `version`; `nil` if they do not see the section.
  func look(for version: Int) -> Look? {
    own.version <= version ? own : fallbacks.first { $0.version <= version }
  }

  /// The versions of clients that see another section than those that draw everything.
  var otherVersions: Range<Int> { DocumentVersion.first..<max(own.version, DocumentVersion.first) }

  /// Whether there are pages behind the section, for some clients at least.
  var hasPages: Bool { ([own] + fallbacks).contains { $0.recipe.options.hasPages } }
}

extension LayoutRecipe {
  /// The layout that `section` chooses; the default one of its kind, with the reason, if that does
  /// not exist.
  fileprivate static func used(
    by section: Composition.Section
  ) -> (recipe: LayoutRecipe, problem: OptionProblem?) {
    let standard = section.kind.defaultLayout
    let choice = section.layout ?? standard
    do {
      return (try LayoutRecipe(type: choice.type, options: choice.options), nil)
    } catch {
      return ((try? LayoutRecipe(type: standard.type, options: standard.options)) ?? grid, error)
    }
  }

  /// A grid without options, which every client draws.
  fileprivate static let grid: LayoutRecipe = {
    do {
      return try LayoutRecipe(type: UniformGridLayout.name, options: [:])
    } catch {
      preconditionFailure("the grid without options exists: \(error)")
    }
  }()
}
