import FeedPublisher
package import FeedStore
import Synchronization

/// The surrogate keys of the responses that revisions have changed, for clients that purge caches.
package final class ChangedKeys: Sendable {
  /// The most revisions whose keys are listed.
  package static let maximumRevisionCount = 100

  /// The store of the revisions.
  package let store: any FeedStore
  /// The documents that the last publications changed, by the numbers of their revisions.
  private let recent = Mutex<[Int: Set<DocumentKey>]>([:])

  package init(of store: any FeedStore) {
    self.store = store
  }

  /// Notes the documents that revisions have changed, the last of them `revision`, which is in service.
  package func note(_ changes: [DocumentChanges], through revision: Revision) {
    recent.withLock { $0.note(changes, through: revision, keeping: Self.maximumRevisionCount) }
  }

  /// The keys of all that has changed since the revision of this number, each once; `nil` if that is more than is
  /// listed, or is not known any more.
  ///
  /// - Parameter revision: the last revision that counts, which is in service.
  /// - Throws: ``StoreError``.
  package func keys(after number: Int, through revision: Revision) async throws -> [String]? {
    guard number < revision.number else { return [] }
    let limit = Self.maximumRevisionCount
    guard revision.number - number <= limit else { return nil }
    let recent = recent.withLock { $0 }
    return try await store.read { reader in
      guard try reader.firstKeptRevision() <= number + 1 else { return nil }
      var seen: Set<String> = []
      return try reader.changes(after: number, limit: limit)
        .filter { $0.revision.number <= revision.number }
        .flatMap { SurrogateKeys.keys(of: $0, documents: recent[$0.revision.number] ?? []) }
        .filter { seen.insert($0).inserted }
    }
  }
}

extension [Int: Set<DocumentKey>] {
  /// Adds the documents that revisions changed, the last of them `revision`, and drops those of all but the last `count`
  /// revisions. The store records them a little later.
  mutating func note(_ changes: [DocumentChanges], through revision: Revision, keeping count: Int) {
    for changes in changes { self[changes.revision.number] = Set(changes.documents) }
    self = filter { $0.key > revision.number - count }
  }
}
