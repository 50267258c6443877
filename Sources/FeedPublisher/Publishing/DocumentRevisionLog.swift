import FeedModel
package import FeedStore
import Logging
import Synchronization

/// The changes of documents that are still to be noted in the store, by consecutive revisions. They
/// follow from the revisions, so another process finds them again.
final class DocumentRevisionLog: Sendable {
  /// The most changed documents that are kept while the store cannot be written.
  private static let maximumCount = 100_000
  /// The changes from which on they are noted at once.
  private static let longCount = 10_000

  private let range = Mutex<DocumentChangeRange?>(nil)

  /// Appends the changes of the revisions in `new`. They are left out, and found again later, if
  /// others are missing before them or there are too many.
  func append(_ new: DocumentChangeRange) {
    range.withLock { range in
      guard let known = range else {
        range = new
        return
      }
      guard new.after <= known.through.number, new.through.number > known.through.number,
        known.documentCount < Self.maximumCount
      else { return }
      let changes = new.changes.filter { $0.revision.number > known.through.number }
      range = DocumentChangeRange(
        after: known.after, through: new.through, changes: known.changes + changes)
    }
  }

  var unnoted: DocumentChangeRange? { range.withLock { $0 } }

  /// Whether they are so many that finding them again would take long.
  var isLong: Bool { unnoted.map { $0.documentCount >= Self.longCount } ?? false }

  /// Removes the changes up to `revision`, which have been noted, or all changes.
  func remove(through revision: Revision? = nil) {
    range.withLock { range in
      guard let revision, let known = range, known.through.number > revision.number else {
        range = nil
        return
      }
      range = DocumentChangeRange(
        after: revision.number, through: known.through,
        changes: known.changes.filter { $0.revision.number > revision.number })
    }
  }
}

extension DocumentChangeRange {
  fileprivate var documentCount: Int { changes.reduce(0) { $0 + $1.shown.count + $1.moved.count } }
}

extension FeedPublisher {
  /// How long changes are gathered before they are noted together.
  private static let notingInterval = Duration.seconds(1)

  /// Notes the changes of documents in the store, until the task is cancelled.
  func noteDocumentRevisions() async throws {
    while true {
      try await clock.sleep(for: Self.notingInterval)
      await noteDocumentRevisionsNow()
    }
  }

  /// Notes the changes of all revisions that were in service before. If that fails, they are noted
  /// later. Several callers or servers may note the same ones.
  package func noteDocumentRevisionsNow() async {
    await noteDocumentRevisionsNow(from: documentRevisions)
  }

  func noteDocumentRevisionsNow(from log: DocumentRevisionLog) async {
    do {
      try await note(log)
    } catch {
      logger.debug("noting revisions failed", metadata: ["reason": "\(error)"])
    }
  }

  private func note(_ log: DocumentRevisionLog) async throws {
    guard let range = log.unnoted else { return }
    switch try await store.write(at: clock.now, by: .program, making: { try $0.note(range) }) {
    case .noted: log.remove(through: range.through)
    case .foreign: log.remove()
    // The missing changes before them are noted first; they wait meanwhile.
    case .incomplete: try await noteMissing()
    }
  }

  /// Notes the changes after those that the store has, which are found again.
  private func noteMissing() async throws {
    let missing = DocumentRevisionLog()
    try await walk(after: nil, noting: missing)
    if let range = missing.unnoted {
      _ = try await store.write(at: clock.now, by: .program, making: { try $0.note(range) })
    }
  }

  /// Notes the changes of documents up to the newest revision of the store, which is returned, in
  /// service or not.
  @discardableResult
  package func completeDocumentRevisions() async throws -> Revision? {
    let newest = try await store.latestRevision()
    guard let newest, !configuration.viewports.isEmpty else { return newest }
    for _ in 1...Self.completionCount {
      if try await isNoted(newest) { return newest }
      if newest != current?.committed { try await walk(after: current, noting: documentRevisions) }
      try await note(documentRevisions)
      // Those in service may have been left out of the log.
      if try await !isNoted(newest), documentRevisions.unnoted == nil { try await noteMissing() }
    }
    guard try await isNoted(newest) else {
      throw StoreError.failed(
        path: "revision \(newest.number)", detail: "its documents cannot be noted; try again")
    }
    return newest
  }

  /// How often the changes are read again, if others note or remove some of them meanwhile.
  private static let completionCount = 3

  private func isNoted(_ revision: Revision) async throws -> Bool {
    try await store.read { try $0.notedRevisions().upperBound } >= revision.number
  }
}
