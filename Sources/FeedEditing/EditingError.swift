package import FeedModel
package import FeedStore
package import StrictJSON

/// Why an editor's write was refused. Nothing of it is done.
package enum EditingError: Error, Sendable {
  /// An item was to be created under an id that is taken, by `existing`.
  case idExists(ContentKind, id: Int, existing: PreviousItem)
  /// There is no item with this id.
  case noSuchItem(ContentKind, id: Int)
  /// An item was to be patched whose stored fields cannot be read.
  case itemUnreadable
  /// Every id that clients can read was used.
  case noIDsLeft(ContentKind)
  /// The current state of the resource does not meet the precondition of the write.
  case preconditionFailed(found: Precondition.Found, of: Precondition.Subject)
  /// The idempotency key belongs to another request.
  case idempotencyKeyReused
  /// A batch has too many operations.
  case tooManyOperations(found: Int, limit: Int)
  /// There is no kind of this name.
  case noSuchKind(String)
  /// A reference of an item leads to no item.
  case noSuchReferent(DocumentProblem)
  /// An item cannot be removed, because `by` refers to it.
  case itemReferredTo(ContentKind, id: Int, by: (kind: String, id: Int))
  /// Items, compositions or other kinds prevent a change of a definition, or its removal.
  case kindInUse(KindObstacles)
  /// A cell or a theme is not sound.
  case designInvalid(DesignKey, DocumentProblems)
  /// There is no such cell or theme.
  case noSuchDesign(DesignKey)
  /// Every database has this cell or theme.
  case designPermanent(DesignKey)
  /// Kinds, compositions or other designs prevent the removal of a cell or a theme, a sentence for each.
  case designInUse(DesignKey, by: [String])
  /// Every database has this feed.
  case feedPermanent(String)
  /// There is no such feed.
  case noSuchFeed(String)
  /// Operations of a batch that were refused.
  case batchFailed(BatchFailures)
  /// There is no such release.
  case noSuchRelease(Int)
  /// A release that was published cannot be changed.
  case releasePublished(Int, revision: Int)
  /// Another tool has damaged a release.
  case releaseUnreadable(Int)
  /// A release has no operations.
  case releaseEmpty(Int)
  /// Something has changed since it was added to a release.
  case releaseConflicts([ReleaseConflict])
  /// The stored composition of a feed cannot be read.
  case compositionUnreadable(feed: String)
}

/// An operation of a release that cannot be done any more, or whose subject has changed since it was added.
package struct ReleaseConflict: Sendable {
  /// The place of the operation in the release, from 0.
  package let index: Int
  package let subject: AuditRecord.Subject
  /// The entity tag of the subject when the operation was added; `nil` if it did not exist.
  package let expected: String?
  /// The current state of the subject.
  package let found: Precondition.Found
  /// Why the operation cannot be done, even in spite of conflicts: it refers to something that is gone, or does
  /// not fit its kind any more; `nil` if it can.
  package let obstacle: BatchFailures.Reason?
}

/// The operations of a batch that were refused, in their order.
package struct BatchFailures: Sendable {
  /// An operation that was refused.
  package struct Failure: Sendable {
    /// Its place in the batch, from 0.
    package let index: Int
    package let reason: Reason
  }

  /// Why an operation was refused.
  package enum Reason: Sendable {
    /// The operation is invalid, with pointers relative to it.
    case invalid(DocumentProblems)
    /// The patched item is invalid, with pointers relative to the patch.
    case invalidPatch(DocumentProblems)
    /// The operation is valid, but cannot be done.
    case refused(EditingError)
  }

  package let failures: [Failure]
  /// How many operations the batch has.
  package let operationCount: Int
  /// The JSON Pointer of the list of operations.
  package let pointer: String
}

/// The words of a refused write. They stand here alone: problem documents, the terminal, releases that
/// fail and the log use them, and add what their readers can do.
extension EditingError: CustomStringConvertible {
  /// The reason of the refusal as a clause without a capital letter and a period.
  package var description: String {
    switch self {
    case .idExists(let kind, let id, _): "\(kind.name) already has an item \(id)"
    case .noSuchItem(let kind, let id):
      "\(kind.name) has no item \(id)\(SafeInteger.bounds(insteadOf: "\(id)"))"
    case .noSuchKind(let name): "there is no kind \(DocumentProblem.Finding.text(name).phrase)"
    case .noSuchReferent(let problem): problem.description
    case .itemReferredTo(let kind, let id, let referrer):
      "\(referrer.kind)/\(referrer.id) refers to \(kind.name)/\(id)"
    case .kindInUse(let obstacles): obstacles.description
    case .designInvalid(let key, let problems): "\(key): \(problems.sentence)"
    case .noSuchDesign(let key):
      "there is no \(key.type.rawValue) \(DocumentProblem.Finding.text(key.name).phrase)"
    case .designPermanent(let key):
      "every database has the \(key.type.rawValue) \(key.name), which cannot be removed"
    case .designInUse(let key, let users):
      "the \(key.type.rawValue) \(key.name) is in use: \(users.joined(separator: "; "))"
    case .feedPermanent(let feed): "the feed \(feed) cannot be removed"
    case .noSuchFeed(let feed): "there is no feed \(DocumentProblem.Finding.text(feed).phrase)"
    case .itemUnreadable: "the stored item is damaged"
    case .noIDsLeft: "no id is left to assign"
    case .preconditionFailed(let found, let subject): found.description(of: subject)
    case .idempotencyKeyReused: "the Idempotency-Key was used for another request"
    case .tooManyOperations(let found, let limit):
      "expected at most \(limit) operations, found \(found)"
    case .batchFailed(let failures): failures.description
    case .noSuchRelease(let id): "there is no release \(id)"
    case .releasePublished(let id, let revision):
      "the release \(id) was published in revision \(revision)"
    case .releaseUnreadable(let id): "the stored release \(id) is damaged"
    case .releaseEmpty(let id): "the release \(id) has no operations"
    case .releaseConflicts(let conflicts): conflicts.summary
    case .compositionUnreadable(let feed):
      "the stored composition of the feed \(feed) is damaged"
    }
  }

  /// One sentence for each refused operation of a batch or release; otherwise ``description`` alone.
  package var sentences: [String] {
    switch self {
    case .releaseConflicts(let conflicts):
      conflicts.map { "/operations/\($0.index): \($0.description)" }
    case .batchFailed(let batch):
      batch.failures.map { "\(batch.pointer)/\($0.index): \($0.reason.description)" }
    default: [description]
    }
  }
}

extension Precondition.Found {
  /// The state that a precondition on `subject` met.
  func description(of subject: Precondition.Subject) -> String {
    switch self {
    case .nothing: "there is no such \(subject.name)"
    case .tagged(let tag): "the \(subject.name)'s entity tag is \(tag) now"
    case .unreadable: "the stored \(subject.name) is damaged and has no entity tag"
    }
  }
}

extension Precondition.Subject {
  /// The noun for the subject in sentences.
  fileprivate var name: String {
    switch self {
    case .item: "item"
    case .composition: "composition"
    case .photo: "photo"
    case .kind: "definition"
    case .release: "release"
    case .design(let type): type.rawValue
    }
  }
}

extension ReleaseConflict: CustomStringConvertible {
  /// The subject with the conflict of the operation, or with the entity tags that were expected and found.
  package var description: String {
    let reason =
      obstacle?.description ?? "expected \(expected ?? "nothing"), found \(found.tag ?? "nothing")"
    return "\(subject): \(reason)"
  }
}

extension [ReleaseConflict] {
  /// How many subjects have changed, and how many operations cannot be done.
  fileprivate var summary: String {
    let impossible = filter { $0.obstacle != nil }.count
    let changed = count - impossible
    let parts = [
      changed > 0
        ? "\(changed) of what the release changes have changed since the operations were added"
        : nil,
      impossible > 0 ? "\(impossible) of its operations cannot be done any more" : nil,
    ]
    return parts.compactMap { $0 }.joined(separator: ", and ")
  }
}

extension KindObstacles: CustomStringConvertible {
  /// The only obstacle, or how many there are.
  package var description: String {
    let sentences = sentences
    return sentences.count == 1 ? sentences[0].text : "\(sentences.count) obstacles"
  }
}

extension BatchFailures: CustomStringConvertible {
  /// How many operations were refused.
  package var description: String {
    "\(failures.count) of \(operationCount) operations failed; nothing was changed"
  }
}

extension BatchFailures.Reason: CustomStringConvertible {
  /// Every problem of an invalid operation, or why a valid one was refused.
  package var description: String {
    switch self {
    case .invalid(let problems), .invalidPatch(let problems): problems.sentence
    case .refused(let error): error.description
    }
  }
}

extension DocumentProblems {
  /// Every listed problem on one line.
  var sentence: String { listed.map(\.description).joined(separator: "; ") }
}
