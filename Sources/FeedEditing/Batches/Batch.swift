package import FeedModel
package import FeedStore
package import StrictJSON

/// Up to 500 operations that are all done, in one revision, or not at all.
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
    if let elements = tree.elements {
      pointer = ""
      operations = try Self.read(elements, kinds)
      return
    }
    pointer = "/operations"
    var problems: [DocumentProblem] = []
    if let members = tree.members {
      problems = members.filter { $0.name != "operations" }.map {
        DocumentProblem(
          pointer: "/" + $0.name.escapedForPointer, expected: .oneOf(["operations"]),
          found: .text($0.name))
      }
    }
    let elements = tree["operations"]?.elements
    if elements == nil {
      problems.append(
        DocumentProblem(
          pointer: pointer, expected: .words("an array of operations"),
          found: tree["operations"] == nil ? .nothing : .malformed("something else")))
    }
    guard let elements, problems.isEmpty else { throw DocumentProblems(problems) }
    operations = try Self.read(elements, kinds)
  }

  private static func read(
    _ elements: [JSONTree], _ kinds: ContentKinds
  ) throws -> [BatchOperation] {
    guard elements.count <= maximumCount else {
      throw EditingError.tooManyOperations(found: elements.count, limit: maximumCount)
    }
    return elements.map { BatchOperation($0, kinds: kinds) }
  }

  /// Does all operations in their order.
  ///
  /// After a failed operation the others are still checked, except those of the same item, which
  /// depend on it.
  ///
  /// - Throws: ``EditingError/batchFailed(_:)`` with every operation that failed; the transaction must
  ///   then be rolled back.
  package func perform(
    in transaction: any ContentTransaction, by actor: AuditActor
  ) throws -> [ContentOutcome] {
    var outcomes: [ContentOutcome] = []
    var failures: [BatchFailures.Failure] = []
    var spoiled: Set<BatchOperation.Place> = []
    for (index, item) in operations.enumerated() {
      if item.operation != nil, let place = item.place, spoiled.contains(place) { continue }
      let reason: BatchFailures.Reason
      if let operation = item.operation {
        do {
          outcomes.append(try operation.perform(in: transaction, by: actor))
          continue
        } catch let error as EditingError {
          reason = .refused(error)
        } catch let problems as DocumentProblems {
          reason = .invalidPatch(problems)
        }
      } else {
        reason = .invalid(DocumentProblems(item.problems))
      }
      failures.append(BatchFailures.Failure(index: index, reason: reason))
      if let place = item.place { spoiled.insert(place) }
    }
    guard failures.isEmpty else {
      throw EditingError.batchFailed(
        BatchFailures(
          failures: failures, operationCount: operations.count, pointer: pointer))
    }
    return outcomes
  }
}
