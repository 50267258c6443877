package import FeedModel
package import FeedStore
package import StrictJSON

/// Up to 500 operations that are all done, in one revision, or not at all: of a request, or of a release.
package struct Batch: Sendable {
  /// The most operations of a batch.
  package static let maximumCount = 500

  let operations: [BatchOperation]
  /// The JSON Pointer of the list of operations.
  private let pointer: String

  /// Reads `{"operations":[…]}`, or the array alone, for items of `kinds`.
  ///
  /// - Throws: `DocumentProblems` if there is no list, ``EditingError/tooManyOperations(found:limit:)`` for
  ///   one that is too long.
  package init(_ tree: JSONTree, kinds: ContentKinds) throws {
    let elements = try Self.elements(of: tree)
    pointer = tree.elements == nil ? "/operations" : ""
    operations = elements.map { BatchOperation($0, kinds: kinds) }
  }

  /// The operations of a release.
  init(ofRelease elements: [JSONTree], kinds: ContentKinds) {
    pointer = "/operations"
    operations = elements.map { BatchOperation($0, kinds: kinds) }
  }

  /// The operations in `{"operations":[…]}`, or in the array alone.
  ///
  /// - Throws: as ``init(_:kinds:)``.
  package static func elements(of tree: JSONTree) throws -> [JSONTree] {
    guard let elements = tree.elements ?? tree["operations"]?.elements, tree.isPlainList else {
      var problems = (tree.members ?? []).filter { $0.name != "operations" }.map {
        DocumentProblem(
          pointer: "/" + $0.name.escapedForPointer, expected: .oneOf(["operations"]),
          found: .text($0.name))
      }
      if tree["operations"]?.elements == nil {
        problems.append(
          at: "/operations", expected: .words("an array of operations"),
          found: tree["operations"] == nil ? .nothing : .malformed("something else"))
      }
      throw DocumentProblems(problems)
    }
    guard elements.count <= maximumCount else {
      throw EditingError.tooManyOperations(found: elements.count, limit: maximumCount)
    }
    return elements
  }

  /// Does all operations in their order.
  ///
  /// After a failed operation the others are still checked, except those of the same subject, which
  /// depend on it.
  ///
  /// - Parameters:
  ///   - isForced: whether preconditions are ignored, existing items are replaced by created ones, and items
  ///     that are to be deleted may be gone.
  ///   - skipsFailures: whether operations that cannot be done are left out, and all others done.
  ///   - check: whether a composition can be laid out.
  /// - Throws: ``EditingError/batchFailed(_:)`` with every operation that failed,
  ///   ``StoreError/kindChanged(_:)`` for kinds that have changed since they were read, or another
  ///   ``StoreError``; the transaction must then be rolled back.
  package func perform(
    in transaction: any ContentWriter, by actor: AuditActor, isForced: Bool = false,
    skipsFailures: Bool = false, checking check: Editor.CompositionCheck
  ) throws -> [BatchOutcome] {
    var outcomes: [BatchOutcome] = []
    var failures: [BatchFailures.Failure] = []
    var spoiled: Set<AuditRecord.Subject> = []
    for (index, operation) in operations.enumerated() {
      let subject = operation.subject
      if !skipsFailures, operation.action != nil, let subject, spoiled.contains(subject) {
        continue
      }
      let reason: BatchFailures.Reason
      do {
        switch operation.action {
        case .item(let action):
          outcomes.append(
            .item(try action.perform(in: transaction, by: actor, isForced: isForced)))
          continue
        case .compose(let action):
          outcomes.append(
            try action.perform(in: transaction, by: actor, isForced: isForced, checking: check))
          continue
        case .design(let action):
          outcomes.append(try action.perform(in: transaction, by: actor, isForced: isForced))
          continue
        case nil: reason = .invalid(DocumentProblems(operation.problems))
        }
      } catch let error as EditingError {
        reason = .refused(error)
      } catch let problems as DocumentProblems {
        reason = .invalidPatch(problems)
      }
      failures.append(BatchFailures.Failure(index: index, reason: reason))
      outcomes.append(.skipped(reason))
      if let subject { spoiled.insert(subject) }
    }
    guard skipsFailures || failures.isEmpty else {
      throw EditingError.batchFailed(
        BatchFailures(
          failures: failures, operationCount: operations.count, pointer: pointer))
    }
    return outcomes
  }
}

extension JSONTree {
  /// Whether this is an array, or an object with nothing beside its operations.
  fileprivate var isPlainList: Bool {
    elements != nil || members?.allSatisfy { $0.name == "operations" } == true
  }
}

/// The outcome of an operation of a batch.
package enum BatchOutcome: Sendable {
  case item(ContentOutcome)
  /// The composition of a feed was written, which now has the entity tag `tag`.
  case composition(feed: String, Change, tag: String)
  /// A cell or a theme was written, which now has the entity tag `tag`; `nil` for one that was removed.
  case design(DesignKey, Change, tag: String?)
  /// The operation could not be done, and was left out.
  case skipped(BatchFailures.Reason)

  /// The subject of the audit entry: the item, the composition or the design; `nil` for an operation that was left out.
  var subject: AuditRecord.Subject? {
    switch self {
    case .item(let outcome): .item(outcome.kind.name, outcome.id)
    case .composition(let feed, _, _): .composition(feed)
    case .design(let key, _, _): .design(key)
    case .skipped: nil
    }
  }
}
