package import FeedModel
package import FeedStore
package import StrictJSON

/// A design as somebody wrote it. The names that it uses are checked against the themes in force when it is applied.
package struct DesignProposal: Sendable {
  package let key: DesignKey
  let tree: JSONTree

  /// Reads the document of one design.
  ///
  /// - Throws: everything that is wrong with it alone.
  package init(reading tree: JSONTree, as type: DesignType) throws(DocumentProblems) {
    key = try Design(reading: tree, as: type, theme: nil).key
    self.tree = tree
  }

  /// Reads a file with one design or a list of them, `{"cells":[…]}`.
  ///
  /// - Throws: everything that is wrong with it.
  package static func list(
    _ tree: JSONTree, of type: DesignType
  ) throws(DocumentProblems) -> [DesignProposal] {
    guard let elements = tree[type.folder]?.elements, tree.members?.count == 1 else {
      return [try DesignProposal(reading: tree, as: type)]
    }
    var (proposals, problems, seen): ([DesignProposal], [DocumentProblem], Set<DesignKey>) = (
      [], [], []
    )
    for (index, element) in elements.enumerated() {
      let pointer = "/\(type.folder)/\(index)"
      do throws(DocumentProblems) {
        let proposal = try DesignProposal(reading: element, as: type)
        if !seen.insert(proposal.key).inserted {
          problems.append(
            at: "\(pointer)/\(type.rawValue)", expected: .words("each \(type.rawValue) once"),
            found: .text(proposal.key.name))
        }
        proposals.append(proposal)
      } catch {
        problems += error.listed.map { $0.below(pointer, line: nil) }
      }
    }
    guard problems.isEmpty else { throw DocumentProblems(problems) }
    return proposals
  }

  /// The design, whose names are those of `catalogue`, which is sound beside the others there.
  ///
  /// - Throws: everything that is wrong with it.
  func design(in catalogue: CellCatalogue) throws(DocumentProblems) -> Design {
    let design = try Design(reading: tree, as: key.type, theme: catalogue.theme())
    let problems = catalogue.replacing(design).problems(of: design)
    guard problems.isEmpty else { throw DocumentProblems(problems) }
    return design
  }
}

/// The outcome of applying a design, or of a dry run.
package struct DesignOutcome: Sendable {
  package let design: Design
  package let change: Change
}

extension Design {
  /// The strong entity tag of its document.
  package var entityTag: String { EntityTag.text(of: Array(text.utf8)) }
}
