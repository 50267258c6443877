import FeedModel
import StrictJSON

extension EditingError {
  /// The error in plain words, for logs and the command line: one sentence for each operation.
  package var sentences: [String] {
    switch self {
    case .noSuchRelease(let id): ["there is no release \(id)"]
    case .releasePublished(let id, let revision):
      ["the release \(id) was published in revision \(revision)"]
    case .releaseUnreadable(let id): ["the stored release \(id) is damaged; delete it"]
    case .releaseConflicts(let conflicts):
      conflicts.map {
        "/operations/\($0.index): \($0.subject) has changed since the operation was added"
      }
    case .batchFailed(let failures):
      failures.failures.map { failure in
        let reason: any Error =
          switch failure.reason {
          case .invalid(let problems), .invalidPatch(let problems): problems
          case .refused(let error): error
          }
        return "\(failures.pointer)/\(failure.index): \(Self.sentence(reason))"
      }
    default: [Self.sentence(self)]
    }
  }

  /// The sentence for an error of one item or composition.
  static func sentence(_ error: any Error) -> String {
    switch error {
    case EditingError.noSuchItem(let kind, let id): "\(kind.name) has no item \(id)"
    case EditingError.idExists(let kind, let id, _): "\(kind.name) already has an item \(id)"
    case EditingError.noSuchKind(let kind): "there is no kind \(kind) any more"
    case EditingError.noSuchReferent(let problem): "\(problem)"
    case EditingError.itemReferredTo(_, _, let referrer):
      "cannot be removed, since \(referrer.kind)/\(referrer.id) refers to it"
    case EditingError.preconditionFailed: "has changed"
    case EditingError.itemUnreadable: "the stored item is damaged"
    case EditingError.noIDsLeft(let kind): "\(kind.name) has no ids left"
    case EditingError.noSuchFeed(let feed): "there is no feed \(feed)"
    case EditingError.compositionUnreadable(let feed): "the composition of \(feed) is damaged"
    case let problems as DocumentProblems:
      problems.listed.map(\.description).joined(separator: "; ")
    default: "\(error)"
    }
  }
}
