import FeedEditing
import FeedModel
import FeedStore
import HTTPTypes
import LayoutCatalog
import StrictJSON

extension Problem {
  /// The problem document for a refused write.
  init(_ error: EditingError) {
    switch error {
    case .idExists(let kind, let id, let existing):
      let address = ContentRoutes.address(of: id, kind.name)
      var headers: HTTPFields = [.location: address]
      if case .item(let item) = existing { headers[.eTag] = item.entityTag }
      self.init(
        status: .conflict, code: "id_exists", title: "Id exists",
        detail: "\(kind.name) already has an item \(id); PUT replaces it", headers: headers)
    case .noSuchItem(let kind, let id):
      self = .notFound("\(kind.name) has no item \(id)")
    case .noSuchKind(let name):
      self = .notFound("there is no kind \(name.quotedExcerpt)")
    case .noSuchReferent(let problem):
      self.init(DocumentProblems([problem]))
    case .itemReferredTo(let kind, let id, let referrer):
      self.init(
        status: .conflict, code: "item_referred_to", title: "Item referred to",
        detail:
          "\(referrer.kind)/\(referrer.id) refers to \(kind.name)/\(id); change or delete it first")
    case .kindInUse(let obstacles):
      let sentences = obstacles.sentences
      self.init(
        status: .conflict, code: "kind_in_use", title: "Kind in use",
        detail: sentences.count == 1
          ? sentences[0].text : "\(sentences.count) obstacles, listed under errors",
        errors: sentences.map { Detail(pointer: $0.pointer, detail: $0.text) })
    case .feedPermanent(let feed):
      self.init(
        status: .conflict, code: "feed_permanent", title: "Feed permanent",
        detail: "the feed \(feed) cannot be removed; PUT replaces its composition")
    case .noSuchFeed(let feed):
      self = .unknownFeed(feed)
    case .itemUnreadable:
      self.init(
        status: .conflict, code: "item_unreadable", title: "Item unreadable",
        detail: "the stored item is damaged; PUT replaces it, DELETE removes it")
    case .noIDsLeft:
      self.init(
        status: .conflict, code: "no_ids_left", title: "No ids left",
        detail: "no id is left to assign; send an id with the item")
    case .preconditionFailed(let found, let subject):
      self.init(failed: found, of: subject)
    case .idempotencyKeyReused:
      self.init(
        status: .unprocessableContent, code: "idempotency_key_reused",
        title: "Idempotency key reused",
        detail: "the Idempotency-Key was used for another request; use a new one")
    case .tooManyOperations(let found, let limit):
      self.init(
        status: .unprocessableContent, code: "too_many_operations",
        title: "Too many operations",
        detail: "expected at most \(limit) operations, found \(found)")
    case .batchFailed(let failures):
      self.init(failures)
    case .noSuchRelease(let id):
      self = .notFound("there is no release \(id)")
    case .releasePublished(let id, let revision):
      self.init(
        status: .conflict, code: "release_published", title: "Release published",
        detail: "the release \(id) was published in revision \(revision); prepare another one")
    case .releaseUnreadable(let id):
      self.init(
        status: .conflict, code: "release_unreadable", title: "Release unreadable",
        detail: "the stored release \(id) is damaged; DELETE removes it")
    case .releaseConflicts(let conflicts):
      self.init(
        status: .conflict, code: "release_conflicts", title: "Release conflicts",
        detail: """
          \(conflicts.count) of what the release changes have changed since the operations were added; \
          {"force":true} overrides
          """,
        errors: conflicts.map {
          Detail(
            pointer: "/operations/\($0.index)",
            detail: """
              \($0.subject): expected \($0.expected ?? "nothing"), found \($0.found.tag ?? "nothing")
              """)
        })
    case .compositionUnreadable(let feed):
      self.init(
        status: .internalServerError, code: "composition_unreadable",
        title: "Composition unreadable",
        detail:
          "the stored composition of the feed \(feed) is damaged; an admin can replace it with PUT")
    }
  }

  private init(failed found: Precondition.Found, of subject: Precondition.Subject) {
    let name =
      switch subject {
      case .item: "item"
      case .composition: "composition"
      case .photo: "photo"
      case .kind: "definition"
      case .release: "release"
      }
    var headers: HTTPFields = [:]
    let detail: String
    switch found {
    case .nothing: detail = "there is no such \(name)"
    case .tagged(let tag):
      detail = "the \(name)'s entity tag is \(tag) now"
      headers[.eTag] = tag
    case .unreadable: detail = "the stored \(name) is damaged and has no entity tag"
    }
    self.init(
      status: .preconditionFailed, code: "precondition_failed", title: "Precondition failed",
      detail: detail, headers: headers)
  }

  private init(_ batch: BatchFailures) {
    let problems = batch.failures.map { failure -> (pointer: String, problem: Problem) in
      let pointer = "\(batch.pointer)/\(failure.index)"
      return switch failure.reason {
      case .invalid(let problems): (pointer, Problem(problems))
      case .invalidPatch(let problems): (pointer + "/body", Problem(problems))
      case .refused(let error): (pointer, Problem(error))
      }
    }
    let statuses = Set(problems.map(\.problem.status.code))
    self.init(
      // The status that all operations share, if they share one.
      status: statuses.count == 1 ? problems[0].problem.status : .unprocessableContent,
      code: "batch_failed", title: "Batch failed",
      detail: "\(problems.count) of \(batch.operationCount) operations failed; nothing was changed",
      errors: problems.flatMap { pointer, problem in
        guard !problem.errors.isEmpty else {
          return [Detail(pointer: pointer, detail: problem.detail, code: problem.code)]
        }
        return problem.errors.map {
          Detail(pointer: pointer + $0.pointer, detail: $0.detail, code: problem.code)
        }
      })
  }

  static let invalidIdempotencyKey = Problem(
    status: .badRequest, code: "invalid_idempotency_key", title: "Invalid idempotency key",
    detail: "Idempotency-Key: expected 1 to 255 printable characters of ASCII, given once")

  static let idempotencyKeyImpossible = Problem(
    status: .badRequest, code: "idempotency_key_impossible",
    title: "Idempotency key impossible",
    detail: "Idempotency-Key is not supported here, because a token's secret is shown only once")
}
