import FeedModel
import StrictJSON
import Synchronization

/// The proofs that were done last: a design that was rehearsed is not laid out again by the transaction that writes it.
enum DesignProofs {
  private struct Question: Hashable {
    let design: Design
    let catalogue: CellCatalogue
  }

  private static let maximumCount = 64
  private static let known = Mutex<[Question: [DocumentProblem]]>([:])

  /// The problems of `design` in `catalogue`.
  static func problems(of design: Design, in catalogue: CellCatalogue) -> [DocumentProblem] {
    let question = Question(design: design, catalogue: catalogue)
    if let problems = known.withLock({ $0[question] }) { return problems }
    let problems = catalogue.problems(of: design)
    known.withLock { known in
      if known.count >= maximumCount { known = [:] }
      known[question] = problems
    }
    return problems
  }
}
