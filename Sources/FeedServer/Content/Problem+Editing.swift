import FeedEditing
import FeedHTTP
import FeedModel
import FeedStore
import HTTPTypes
import FeedPublisher
import StrictJSON

extension Problem {
  init(_ error: EditingError) {
    switch error {
    case .noSuchReferent(let problem): self.init(DocumentProblems([problem]))
    case .batchFailed(let failures): self.init(failures)
    case .designInvalid(_, let problems): self.init(problems)
    default:
      let (status, code, advice) = error.answer
      self.init(
        status: status, code: code, detail: "\(error)\(advice)", errors: error.details,
        headers: error.fields)
    }
  }

  private init(_ batch: BatchFailures) {
    let problems = batch.failures.map { failure -> (pointer: String, problem: Problem) in
      let pointer = "\(batch.pointer)/\(failure.index)\(failure.reason.pointer)"
      return (pointer, Problem(failure.reason))
    }
    let statuses = Set(problems.map(\.problem.status.code))
    self.init(
      // The status that all operations share, if they share one.
      status: statuses.count == 1 ? problems[0].problem.status : .unprocessableContent,
      code: "batch_failed", detail: batch.description,
      errors: problems.flatMap { pointer, problem -> [Detail] in
        guard !problem.errors.isEmpty else {
          return [Detail(pointer: pointer, detail: problem.detail, code: problem.code)]
        }
        return problem.errors.map {
          Detail(pointer: pointer + $0.pointer, detail: $0.detail, code: problem.code)
        }
      })
  }

  init(_ reason: BatchFailures.Reason) {
    switch reason {
    case .invalid(let problems), .invalidPatch(let problems): self.init(problems)
    case .refused(let error): self.init(error)
    }
  }

  static let invalidIdempotencyKey = Problem(
    status: .badRequest, code: "invalid_idempotency_key",
    detail: "Idempotency-Key: expected 1 to 255 printable characters of ASCII, given once")

  static let idempotencyKeyImpossible = Problem(
    status: .badRequest, code: "idempotency_key_impossible",
    detail: "Idempotency-Key is not supported here, because a token's secret is shown only once")
}

extension BatchFailures.Reason {
  /// The place in the operation that the pointers of the problem begin at.
  var pointer: String {
    switch self {
    case .invalidPatch, .refused(.noSuchReferent): "/body"
    case .invalid, .refused: ""
    }
  }
}

extension EditingError {
  /// The status and the stable code of the refusal, and the next step for a client of HTTP, with what separates it from the
  /// reason; empty where the reason says enough.
  fileprivate var answer: (status: HTTPResponse.Status, code: String, advice: String) {
    switch self {
    case .noSuchItem, .noSuchKind, .noSuchFeed, .noSuchRelease, .noSuchDesign:
      (.notFound, "not_found", "")
    case .idExists: (.conflict, "id_exists", "; PUT replaces it")
    case .itemReferredTo: (.conflict, "item_referred_to", "; change or delete it first")
    case .kindInUse(let obstacles):
      (.conflict, "kind_in_use", obstacles.sentences.count == 1 ? "" : ", listed under errors")
    case .designInUse: (.conflict, "design_in_use", "")
    case .designPermanent: (.conflict, "design_permanent", "; PUT replaces it")
    case .feedPermanent: (.conflict, "feed_permanent", "; PUT replaces its composition")
    case .itemUnreadable: (.conflict, "item_unreadable", "; PUT replaces it, DELETE removes it")
    case .noIDsLeft: (.conflict, "no_ids_left", "; send an id with the item")
    case .releasePublished: (.conflict, "release_published", "; prepare another one")
    case .releaseUnreadable: (.conflict, "release_unreadable", "; DELETE removes it")
    case .releaseEmpty: (.conflict, "release_empty", "; add some first")
    case .releaseConflicts:
      (.conflict, "release_conflicts", #"; {"force":true} does what can be done"#)
    case .preconditionFailed: (.preconditionFailed, "precondition_failed", "")
    case .idempotencyKeyReused: (.unprocessableContent, "idempotency_key_reused", "; use a new one")
    case .tooManyOperations: (.unprocessableContent, "too_many_operations", "")
    case .noSuchReferent, .designInvalid: (.unprocessableContent, "invalid_body", "")
    case .batchFailed: (.unprocessableContent, "batch_failed", "")
    case .compositionUnreadable:
      (.internalServerError, "composition_unreadable", "; PUT replaces it")
    }
  }

  /// The parts of the request that prevent the write.
  fileprivate var details: [Problem.Detail] {
    switch self {
    case .kindInUse(let obstacles):
      obstacles.sentences.map { Problem.Detail(pointer: $0.pointer, detail: $0.text) }
    case .designInUse(_, let users): users.map { Problem.Detail(pointer: "", detail: $0) }
    case .releaseConflicts(let conflicts):
      conflicts.map {
        Problem.Detail(pointer: "/operations/\($0.index)", detail: $0.description)
      }
    default: []
    }
  }

  /// The address and the entity tag of the resource that prevents the write.
  fileprivate var fields: HTTPFields {
    switch self {
    case .idExists(let kind, let id, let existing):
      var fields: HTTPFields = [.location: ContentRoutes.address(of: id, kind.name)]
      if case .item(let item) = existing { fields[.eTag] = item.entityTag }
      return fields
    case .preconditionFailed(found: .tagged(let tag), of: _): return [.eTag: tag]
    default: return [:]
    }
  }
}
