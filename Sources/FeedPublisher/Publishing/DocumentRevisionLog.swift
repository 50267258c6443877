import FeedStore
import Logging
import Synchronization

/// The revisions of documents that are in service and still to be noted in the store.
///
/// They are noted after they have gone into service, since neither readers nor editors should wait for that. If the
/// process ends before, the documents have a later revision after its next start.
final class DocumentRevisionLog: Sendable {
  typealias Entry = (document: DocumentKey, revision: DocumentRevision)

  /// More entries than these are not kept while the store cannot be written.
  private static let maximumCount = 100_000

  private let entries = Mutex<[Entry]>([])

  func append(_ changes: [DocumentKey: DocumentRevision]) {
    entries.withLock { entries in
      entries += changes.map { ($0.key, $0.value) }
      entries.removeFirst(max(0, entries.count - Self.maximumCount))
    }
  }

  /// The entries so far, which are no longer in the log.
  func takeAll() -> [Entry] {
    entries.withLock { entries in
      defer { entries = [] }
      return entries
    }
  }

  /// Puts entries back that could not be noted.
  func putBack(_ former: [Entry]) {
    entries.withLock { $0 = former + $0 }
  }
}

extension FeedPublisher {
  /// How long entries are gathered before they are noted together.
  private static let notingInterval = Duration.seconds(1)

  /// Notes the revisions of documents in the store, until the task is cancelled.
  func noteDocumentRevisions() async throws {
    while true {
      try await Task.sleep(for: Self.notingInterval)
      await noteDocumentRevisionsNow()
    }
  }

  /// Notes the revisions of documents so far. If that fails, they are noted later.
  package func noteDocumentRevisionsNow() async {
    let entries = documentRevisions.takeAll()
    guard !entries.isEmpty else { return }
    do {
      _ = try await store.write(at: clock()) { transaction in
        for entry in entries { try transaction.note(entry.revision, of: entry.document) }
      }
    } catch {
      documentRevisions.putBack(entries)
      logger.debug("noting revisions failed", metadata: ["reason": "\(error)"])
    }
  }
}
