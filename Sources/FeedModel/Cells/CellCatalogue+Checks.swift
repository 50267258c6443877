import FeedLayout
package import StrictJSON
import Synchronization

/// What a design means to the others.
extension CellCatalogue {
  /// What is wrong with `design`, which is one of these, beside the others: a cell is laid out on all screens in each
  /// theme, and for a theme each cell is.
  ///
  /// - Complexity: O(layouts · screens · slots²) for a cell and each of its themes' metrics that it was not laid out in
  ///   lately; for a theme as much for each cell.
  package func problems(of design: Design) -> [DocumentProblem] {
    switch design.content {
    case .cell(let definition): problems(of: definition)
    case .theme(let theme): problems(ofTheme: theme.name)
    }
  }

  private func problems(of definition: CellDefinition) -> [DocumentProblem] {
    let standing = SectionLayouts.all.filter {
      $0.standardCell == definition.name && !definition.fits.contains($0.name)
    }
    let layouts = standing.map {
      DocumentProblem(
        pointer: "/fits", expected: .words("\($0.name), whose own cell this is"), found: .nothing)
    }
    return layouts
      + proofs(of: definition, in: themeNames).map { found, screen in
        DocumentProblem(
          pointer: found.pointer, expected: .words("\(found.reason.wish) \(screen)"),
          found: .malformed(found.reason.finding))
      }
  }

  /// The problems of the cells in a theme; the default one changes all others.
  private func problems(ofTheme name: String) -> [DocumentProblem] {
    let names = name == StandardCells.theme.name ? themeNames : [name]
    var problems: [DocumentProblem] = []
    for definition in cells.definitions {
      if let design = written[DesignKey(.cell, definition.name)],
        let tree = JSONTree(json: design.text)
      {
        do throws(DocumentProblems) {
          _ = try CellDefinition(reading: tree, theme: theme())
        } catch {
          problems += error.listed.map { problem in
            DocumentProblem(
              pointer: "",
              expected: .words("what the cell \(definition.name) uses at \(problem.pointer)"),
              found: problem.found)
          }
        }
      }
      problems += proofs(of: definition, in: names).prefix(1).map { found, screen in
        DocumentProblem(
          pointer: "",
          expected: .words(
            "for \(found.pointer) of the cell \(definition.name) \(found.reason.wish) \(screen)"),
          found: .malformed(found.reason.finding))
      }
    }
    return problems
  }

  private func proofs(
    of definition: CellDefinition, in names: [String]
  ) -> [(found: CellProof.Problem, screen: String)] {
    var (places, metrics): (Set<String>, Set<CellTheme>) = ([], [])
    return names.flatMap { name in
      let theme = theme(name).metrics
      guard metrics.insert(theme).inserted else { return [(CellProof.Problem, String)]() }
      return ProofMemory.problems(of: definition, in: theme)
        .filter { places.insert($0.pointer).inserted }
        .map { ($0, name == StandardCells.theme.name ? $0.screen : "\($0.screen), theme \(name)") }
    }
  }
}

/// The last proofs: a design that was rehearsed is not laid out again by the transaction that writes it, and a new colour
/// of a theme lays nothing out.
private enum ProofMemory {
  private struct Question: Hashable {
    let definition: CellDefinition
    let theme: CellTheme
  }

  private static let maximumCount = 1_024
  private static let known = Mutex<[Question: [CellProof.Problem]]>([:])

  static func problems(of definition: CellDefinition, in theme: CellTheme) -> [CellProof.Problem] {
    let question = Question(definition: definition, theme: theme)
    if let problems = known.withLock({ $0[question] }) { return problems }
    let problems = CellProof(definition, theme: theme).problems()
    known.withLock { known in
      if known.count >= maximumCount { known = [:] }
      known[question] = problems
    }
    return problems
  }
}

extension CellProof.Problem.Reason {
  /// What a sound cell has in its place.
  fileprivate var wish: String {
    switch self {
    case .overlap(let other): "a place beside \(other)"
    case .outside: "a place inside of the frame"
    case .narrow: "room for two characters"
    case .absent: "room for it"
    }
  }

  fileprivate var finding: String {
    switch self {
    case .overlap: "one on it"
    case .outside: "one outside"
    case .narrow: "less"
    case .absent: "none, as on all other screens"
    }
  }
}
