import FeedModel
import FeedStore
import HTTPTypes
import StrictJSON

/// Up to 500 operations that are all done, in one revision, or not at all.
struct Batch: Sendable {
  /// The most operations of a batch.
  static let maximumCount = 500

  let operations: [BatchOperation]
  /// The JSON Pointer of the list of operations.
  private let pointer: String

  /// Reads `{"operations":[…]}`, or the array alone.
  ///
  /// - Throws: ``Problem`` or `ContentProblems` if there is no list, or one that is too long.
  init(_ tree: JSONTree) throws {
    if let elements = tree.elements {
      pointer = ""
      operations = try Self.read(elements)
      return
    }
    pointer = "/operations"
    var problems: [ContentProblem] = []
    if let members = tree.members {
      problems = members.filter { $0.name != "operations" }.map {
        ContentProblem(
          pointer: "/" + $0.name.escapedForPointer, expected: .oneOf(["operations"]),
          found: .text($0.name))
      }
    }
    let elements = tree["operations"]?.elements
    if elements == nil {
      problems.append(
        ContentProblem(
          pointer: pointer, expected: .words("an array of operations"),
          found: tree["operations"] == nil ? .nothing : .malformed("something else")))
    }
    guard let elements, problems.isEmpty else { throw ContentProblems(problems) }
    operations = try Self.read(elements)
  }

  private static func read(_ elements: [JSONTree]) throws -> [BatchOperation] {
    guard elements.count <= maximumCount else {
      throw Problem(
        status: .unprocessableContent, code: "too_many_operations", title: "Too many operations",
        detail: "expected at most \(maximumCount) operations, found \(elements.count)")
    }
    return elements.map(BatchOperation.init)
  }

  /// Does all operations in their order.
  ///
  /// An operation that fails does not hide what is wrong with the others; only those about the same
  /// item, which depend on it, are not tried.
  ///
  /// - Throws: ``Problem`` naming every operation that failed; the transaction must then be given up.
  func perform(
    in transaction: any ContentTransaction, by actor: AuditActor
  ) throws -> [ContentOutcome] {
    var outcomes: [ContentOutcome] = []
    var failures: [Failure] = []
    var spoiled: Set<BatchOperation.Place> = []
    for (index, item) in operations.enumerated() {
      if item.operation != nil, let place = item.place, spoiled.contains(place) { continue }
      let failure: Failure
      do {
        guard let operation = item.operation else { throw Misread() }
        outcomes.append(try operation.perform(in: transaction, by: actor))
        continue
      } catch is Misread {
        failure = Failure(index: index, problem: Problem(ContentProblems(item.problems)))
      } catch let problem as Problem {
        failure = Failure(index: index, problem: problem)
      } catch let problems as ContentProblems {
        // What a patch makes of an item is a matter of its body.
        failure = Failure(index: index, problem: Problem(problems), place: "/body")
      }
      failures.append(failure)
      if let place = item.place { spoiled.insert(place) }
    }
    guard failures.isEmpty else { throw problem(failures) }
    return outcomes
  }

  /// An operation that was not done.
  private struct Failure {
    let index: Int
    let problem: Problem
    /// Where in the operation the problem's own pointers begin.
    var place = ""
  }

  /// The operation could not be read.
  private struct Misread: Error {}

  private func problem(_ failures: [Failure]) -> Problem {
    let statuses = Set(failures.map(\.problem.status.code))
    return Problem(
      // What they have in common, if they do.
      status: statuses.count == 1 ? failures[0].problem.status : .unprocessableContent,
      code: "batch_failed", title: "Batch failed",
      detail: "\(failures.count) of \(operations.count) operations failed; nothing was changed",
      errors: failures.flatMap { failure in
        let place = "\(pointer)/\(failure.index)"
        guard !failure.problem.errors.isEmpty else {
          return [
            Problem.Detail(
              pointer: place, detail: failure.problem.detail, code: failure.problem.code)
          ]
        }
        return failure.problem.errors.map { error in
          Problem.Detail(
            pointer: place + failure.place + error.pointer, detail: error.detail,
            code: failure.problem.code)
        }
      })
  }
}
