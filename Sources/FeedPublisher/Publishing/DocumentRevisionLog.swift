import FeedStore
import FeedModel
import Logging
import Synchronization

/// The revisions of documents that are in service and still to be noted in the store.
///
/// They are noted after they have gone into service, since neither readers nor editors should wait for that. If the
/// process ends before, the documents have a later revision after its next start.
final class DocumentRevisionLog: Sendable {
  typealias Entry = (document: DocumentKey, revision: DocumentRevision)

  /// The most entries that are kept while the store cannot be written.
  private static let maximumCount = 100_000

  private struct State {
    var entries: [Entry] = []
    /// How many entries there were before the first one.
    var formerCount = 0

    mutating func removeFirst(_ count: Int) {
      entries.removeFirst(count)
      formerCount += count
    }
  }

  private let state = Mutex(State())

  func append(_ changes: [DocumentKey: DocumentRevision]) {
    state.withLock { state in
      state.entries += changes.map { ($0.key, $0.value) }
      state.removeFirst(max(0, state.entries.count - Self.maximumCount))
    }
  }

  /// The entries that are to be noted, and how many there have been up to the last of them.
  var unnoted: (entries: [Entry], count: Int) {
    state.withLock { ($0.entries, $0.formerCount + $0.entries.count) }
  }

  /// Removes entries that have been noted.
  ///
  /// - Parameter count: how many there have been up to the last of them.
  func remove(through count: Int) {
    state.withLock { $0.removeFirst(max(0, count - $0.formerCount)) }
  }
}

extension FeedPublisher {
  /// How long entries are gathered before they are noted together.
  private static let notingInterval = Duration.seconds(1)

  /// Notes the revisions of documents in the store, until the task is cancelled.
  func noteDocumentRevisions() async throws {
    while true {
      try await clock.sleep(for: Self.notingInterval)
      await noteDocumentRevisionsNow()
    }
  }

  /// Notes the revisions of documents so far. If that fails, they are noted later.
  ///
  /// Two concurrent callers may note the same entries. After a call, all revisions that were in service before
  /// it are noted.
  package func noteDocumentRevisionsNow() async {
    let (entries, count) = documentRevisions.unnoted
    guard !entries.isEmpty else { return }
    do {
      _ = try await store.write(at: clock.now) { transaction in
        for entry in entries { try transaction.note(entry.revision, of: entry.document) }
      }
      documentRevisions.remove(through: count)
    } catch {
      logger.debug("noting revisions failed", metadata: ["reason": "\(error)"])
    }
  }
}
