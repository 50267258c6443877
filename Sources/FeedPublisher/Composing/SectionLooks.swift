import FeedLayout
import FeedModel

/// How a section is drawn: in its own layout and cell, or in its fallback.
struct SectionLooks: Hashable, Sendable {
  /// A layout, and the cell in it.
  struct Look: Hashable, Sendable {
    let recipe: LayoutRecipe
    /// The cell that is drawn; `nil` for none.
    let cell: CellDefinition?
    /// The theme of the feed.
    let theme: CellTheme
    /// The version of documents that a client must draw to show it.
    let version: Int

    /// The look of a section in a layout, whose kind or fallback chooses `cell`.
    init(_ recipe: LayoutRecipe, cell: String?, in catalogue: CellCatalogue, theme: CellTheme) {
      self.recipe = recipe
      self.cell = catalogue.cells.cell(cell, in: recipe.options.layoutType)
      self.theme = theme
      version = recipe.options.version
    }
  }

  let own: Look
  /// The looks for others. A client gets the first one that it draws, and without one does not see
  /// the section. Looks that no client gets are left out.
  private let fallbacks: [Look]

  /// The looks of `section` with the cells of `catalogue` in `theme`, and the reasons why layouts that it chooses cannot
  /// be used.
  static func of(
    _ section: Composition.Section, in catalogue: CellCatalogue, theme: CellTheme
  ) -> (looks: SectionLooks, problems: [(member: String, problem: OptionProblem)]) {
    var problems: [(member: String, problem: OptionProblem)] = []
    let (recipe, problem) = LayoutRecipe.used(by: section)
    if let problem { problems.append(("layout", problem)) }
    func look(_ recipe: LayoutRecipe, _ cell: String?) -> Look {
      Look(recipe, cell: cell, in: catalogue, theme: theme)
    }
    let chosen = section.chosenCell
    let own = look(recipe, chosen)
    guard own.version > DocumentVersion.first else {
      return (SectionLooks(own: own, fallbacks: []), problems)
    }
    var fallbacks = section.fallback == .omit ? [] : [look(.grid, "card")]
    if case .look(let layout, let cell) = section.fallback {
      do throws(OptionProblem) {
        let recipe = try LayoutRecipe(type: layout.type, options: layout.options)
        let fallback = look(recipe, cell ?? chosen)
        if fallback.version == DocumentVersion.first {
          fallbacks = [fallback]
        } else if fallback.version < own.version {
          fallbacks.insert(fallback, at: 0)
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
