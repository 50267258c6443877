import FeedPublisher
package import FeedStore
package import Foundation
import Synchronization

/// The surrogate keys of the responses that revisions have changed, for those who purge caches.
package final class ChangedKeys: Sendable {
  /// The most revisions whose keys are listed.
  package static let maximumRevisionCount = 100

  private let store: any FeedStore
  private let recent = Mutex(RecentDocuments())

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
        .flatMap { SurrogateKeys.keys(of: $0, documents: recent[$0.revision]) }
        .filter { seen.insert($0).inserted }
    }
  }

  /// The number of the newest revision of the store; 0 for none.
  ///
  /// - Throws: ``StoreError``.
  package func latestRevisionNumber() async throws -> Int {
    try await store.latestRevision()?.number ?? 0
  }

  /// Whether the revision with this number has this id in the store: another copy of it has others.
  ///
  /// - Throws: ``StoreError``.
  package func isOfStore(_ number: Int, _ id: UUID) async throws -> Bool {
    try await store.read { try $0.revision(number)?.id == id }
  }
}
