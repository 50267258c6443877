import FeedLayout
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
  /// The looks for others, of which a client gets the first one that it draws; none for a section that every client
  /// draws.
  private let fallbacks: [Look]
  /// Whether the section is left out for them.
  private let isOmitted: Bool

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
      return (SectionLooks(own: own, fallbacks: [], isOmitted: false), problems)
    }
    var fallbacks: [Look] = []
    if case .look(let layout, let cell) = section.fallback {
      do throws(OptionProblem) {
        let recipe = try LayoutRecipe(type: layout.type, options: layout.options)
        fallbacks.append(
          Look(
            recipe, cell: cell.flatMap(CellName.init) ?? own.cell, hasCell: !kind.cellRoles.isEmpty)
        )
      } catch {
        problems.append(("fallback", error))
      }
    }
    fallbacks.append(Look(.grid, cell: .card))
    let looks = SectionLooks(
      own: own, fallbacks: fallbacks, isOmitted: section.fallback == .omit)
    return (looks, problems)
  }

  /// The look for clients that draw documents up to `version`; `nil` if they do not see the section.
  func look(for version: Int) -> Look? {
    if own.version <= version { return own }
    return isOmitted ? nil : fallbacks.first { $0.version <= version }
  }

  /// The versions of clients that see another section than those that draw everything.
  var otherVersions: Range<Int> { DocumentVersion.first..<max(own.version, DocumentVersion.first) }

  /// Whether there are pages behind the section, for some clients at least.
  var hasPages: Bool {
    own.recipe.hasPages || !isOmitted && fallbacks.contains { $0.recipe.hasPages }
  }
}
