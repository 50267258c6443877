import FeedModel
import Foundation
import StrictJSON

/// The cells and themes of a seeding, and what is wrong with them.
struct SeedDesigns: Sendable {
  /// The last document of each design, themes first.
  private(set) var proposals: [DesignProposal] = []
  /// The cells and themes of the database before them.
  let before: CellCatalogue
  /// The cells and themes once they are in place.
  private(set) var after: CellCatalogue
  /// The files with problems.
  private(set) var invalid: [InvalidFile] = []

  /// Reads the files at `paths`.
  ///
  /// - Parameter catalogue: the cells and themes of the database.
  /// - Throws: ``SeedError`` for a file that cannot be read.
  init(
    reading paths: [(path: String, type: DesignType)], onto catalogue: CellCatalogue
  ) throws(SeedError) {
    (before, after) = (catalogue, catalogue)
    // Cells use the names of themes.
    for type in [DesignType.theme, .cell] {
      for file in paths where file.type == type {
        let bytes = try Seed.contents(of: file.path)
        do throws(DocumentProblems) {
          try read(try JSONTree(parsing: bytes), as: type)
        } catch {
          invalid.append(InvalidFile(path: file.path, problems: error))
        }
      }
    }
  }

  private mutating func read(_ tree: JSONTree, as type: DesignType) throws(DocumentProblems) {
    for proposal in try DesignProposal.list(tree, of: type) {
      after = after.replacing(try proposal.design(in: after))
      proposals.removeAll { $0.key == proposal.key }
      proposals.append(proposal)
    }
  }
}
