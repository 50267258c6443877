import FeedModel
import FeedStore
import Synchronization

/// The documents of the newest revision, with the way there.
struct WalkedContent {
  /// The content in service; `nil` before the first step.
  private(set) var content: RevisionContent?
  private(set) var feeds: [String: Feed] = [:]
  /// The documents that each revision on the way has changed.
  private(set) var changes: [DocumentChanges] = []
  /// The content that other revisions follow from: the newest one which is not from the future.
  private(set) var settled: RevisionContent?

  init(after publication: Publication?) {
    guard let publication else { return }
    self = publication.walked
    changes = []
  }

  /// Goes on to `steps`, and returns the changes of documents that can be noted.
  mutating func append(_ steps: [RevisionContent]) -> DocumentChangeRange? {
    var after = settled?.number ?? 0
    var noted: [DocumentChanges] = []
    for step in steps {
      if step.isNoted { after = step.number }
      guard let changed = append(step) else { continue }
      if step.isSettled { noted.append(changed) }
      changes.append(changed)
    }
    guard let through = steps.last(where: { $0.isSettled && !$0.isNoted })?.revision else {
      return nil
    }
    return DocumentChangeRange(after: after, through: through, changes: noted)
  }

  /// - Returns: the documents that `step` has changed; `nil` if there are none.
  private mutating func append(_ step: RevisionContent) -> DocumentChanges? {
    if step.isFirst || step.isNoted { settled = nil }
    // The content of a revision from the future is not the past of this one.
    let former = settled?.feedsByName ?? [:]
    (content, feeds) = (step, step.feedsByName)
    if step.isSettled { settled = step }
    guard let revision = step.revision, !step.isNoted, !step.isSame else { return nil }
    return DocumentChanges(revision, from: former, to: feeds)
  }
}

extension FeedPublisher {
  /// The longest that steps take once there is one, since others wait for it to go into service.
  private static let maximumStepTime = Duration.milliseconds(250)

  /// Continues from `walked` to the newest revision.
  ///
  /// - Parameter advance: advances by one part, and returns the number of the newest revision.
  func walk(
    _ walked: inout WalkedContent,
    by advance: (inout WalkedContent) async throws -> Int
  ) async throws {
    var goal = Int.max
    while true {
      let before = walked.content?.number
      // Revisions that are written meanwhile are left out. An older copy of the store ends earlier.
      goal = min(goal, try await advance(&walked))
      guard let reached = walked.content?.number, reached != before, reached < goal else { return }
    }
  }

  /// Finds the changes of documents after `former`, which are to be noted from `log`.
  func walk(after former: Publication?, noting log: DocumentRevisionLog) async throws {
    var walked = WalkedContent(after: former)
    try await walk(&walked) { try await advance(&$0, noting: log, since: clock.uptime) }
  }

  /// Goes on from `walked` towards the newest revision, whose number is returned: it may be many
  /// steps further. The changes of documents on the way are to be noted from `log`.
  func advance(
    _ walked: inout WalkedContent, noting log: DocumentRevisionLog, since start: Uptime
  ) async throws -> Int {
    let (configuration, cache, clock, isOverdue) = (configuration, cache, clock, isOverdue)
    let (served, settled) = (walked.feeds, walked.settled)
    let corrected = correctedRevision.withLock { $0 }
    let (steps, newest) = try await store.read { reader -> ([RevisionContent], Int) in
      let walk = try RevisionWalk(
        reader,
        in: FeedPreparation(
          publishing: configuration.items, cache: cache, viewports: configuration.viewports),
        now: clock.now, isOverdue: isOverdue, insteadOf: served,
        showsOwnMoment: { $0 == corrected })
      let (made, isAtEnd) = try walk.steps(after: settled) {
        clock.uptime - start > Self.maximumStepTime
      }
      var steps = made
      if var last = steps.popLast() {
        if last.lastTouches == nil {
          last.lastTouches = try LastTouches(reading: walk.reader(of: last.number))
        }
        if isAtEnd { try last.readBoundaries(reader) }
        steps.append(last)
      }
      return (steps, walk.newestNumber)
    }
    // Which documents move is known only to a server that lays them out.
    if let range = walked.append(steps), !configuration.viewports.isEmpty { log.append(range) }
    // A long way is not gone twice.
    if log.isLong { await noteDocumentRevisionsNow(from: log) }
    return newest
  }
}
