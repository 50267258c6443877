import FeedModel
package import FeedStore
import Logging
import Synchronization

/// The changes of documents that are still to be noted in the store, by consecutive revisions.
///
/// They follow from the content of the revisions, so nothing is lost if the process ends before they are noted: the
/// next one finds them again.
final class DocumentRevisionLog: Sendable {
  /// The most changed documents that are kept while the store cannot be written.
  private static let maximumCount = 100_000
  /// The changes from which on they are noted at once.
  private static let longCount = 10_000

  private struct State {
    var range: DocumentChangeRange?
    var count = 0
  }

  private let state = Mutex(State())

  /// Appends the changes of the revisions in `range`. If others are missing before them, or there are too many, they
  /// are left out: they are found again later.
  func append(_ range: DocumentChangeRange) {
    state.withLock { state in
      guard let known = state.range else {
        state = State(range: range, count: Self.count(range.changes))
        return
      }
      guard range.after <= known.through.number, range.through.number > known.through.number,
        state.count < Self.maximumCount
      else { return }
      let new = range.changes.filter { $0.revision.number > known.through.number }
      state.count += Self.count(new)
      state.range = DocumentChangeRange(
        after: known.after, through: range.through, changes: known.changes + new)
    }
  }

  /// The changes that are to be noted; `nil` if there are none.
  var unnoted: DocumentChangeRange? { state.withLock { $0.range } }

  /// Whether they are so many that finding them again would take long.
  var isLong: Bool { state.withLock { $0.count >= Self.longCount } }

  /// Removes the changes up to `revision`, which have been noted, or all changes.
  func remove(through revision: Revision? = nil) {
    state.withLock { state in
      guard let revision, let range = state.range, range.through.number > revision.number else {
        state = State()
        return
      }
      let rest = range.changes.filter { $0.revision.number > revision.number }
      state = State(
        range: DocumentChangeRange(
          after: revision.number, through: range.through, changes: rest),
        count: Self.count(rest))
    }
  }

  private static func count(_ changes: [DocumentChanges]) -> Int {
    changes.reduce(0) { $0 + $1.shown.count + $1.moved.count }
  }
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

  /// Notes the changes of documents so far, from `log` or ``documentRevisions``. If that fails, they are noted later.
  ///
  /// Two concurrent callers, or two servers, may note the same changes. After a call, all changes of revisions that
  /// were in service before it are noted.
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

  /// Notes the changes of documents up to the newest revision of the store, in service or not.
  ///
  /// - Returns: that revision; `nil` before the first write.
  /// - Throws: ``StoreError`` when the store cannot be read or written.
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
