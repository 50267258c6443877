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
