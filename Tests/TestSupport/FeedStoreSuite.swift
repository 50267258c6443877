import FeedModel
package import FeedStore
import Foundation
import Synchronization

/// A requirement on every store of content, as a check that any test target can run against its own store.
///
/// A check gets a store nobody has written to.
package struct FeedStoreCheck: CustomStringConvertible, Sendable {
  /// The behaviour of a store that passes.
  package let description: String
  package let run: @Sendable (any FeedStore) async throws -> Void

  init(_ description: String, run: @escaping @Sendable (any FeedStore) async throws -> Void) {
    self.description = description
    self.run = run
  }

  /// All of them.
  package static let all =
    revisions + transactions + reading + lists + fidelity + windows + targeting + tokens + authors
    + audit + idempotency + photos + history + documents + releases + staging + locales
    + knownLocales + localizedLists + letters + rehearsals + spellings + references
    + designs

  /// Those of how values are written, read, compared and found.
  package static let ofValues = lists + fidelity + staging + letters
}

/// A check that did not hold.
package struct FeedStoreFailure: Error, CustomStringConvertible {
  package let description: String
}

func require(_ condition: Bool, _ message: @autoclosure () -> String, line: Int = #line) throws {
  guard condition else { throw FeedStoreFailure(description: "\(message()) (line \(line))") }
}

func requireEqual<Value: Equatable>(_ found: Value, _ expected: Value, line: Int = #line) throws {
  try require(found == expected, "expected \(expected), found \(found)", line: line)
}

/// Runs `body`, which is to fail with `expected`.
func requireError<Expected: Error & Equatable, Value>(
  _ expected: Expected, line: Int = #line, _ body: () async throws -> Value
) async throws {
  do {
    _ = try await body()
  } catch let error as Expected {
    return try requireEqual(error, expected, line: line)
  }
  try require(false, "expected \(expected), found no error", line: line)
}

extension FeedStore {
  /// Writes `entities` in one transaction and returns the change of each.
  @discardableResult
  func upsert(
    _ entities: [any ContentEntity], at moment: Timestamp = SampleContent.committedAt
  ) async throws -> (revision: Revision?, changes: [Change]) {
    try await upsert(items: entities.map { $0.item }, at: moment)
  }

  /// Writes `items` in one transaction and returns the change of each.
  @discardableResult
  func upsert(
    items: [ContentItem], at moment: Timestamp = SampleContent.committedAt
  ) async throws -> (revision: Revision?, changes: [Change]) {
    let changes = Mutex<[Change]>([])
    let revision = try await write(at: moment) { transaction in
      for item in items {
        let change = try transaction.upsert(item)
        changes.withLock { $0.append(change) }
      }
    }
    return (revision, changes.withLock { $0 })
  }
}
