import FeedModel
import FeedStore
import Synchronization

/// The documents of the newest revision, with the way there.
struct WalkedContent {
  /// The content in service; `nil` before the first step.
  private(set) var content: RevisionContent?
  /// Its feeds by name.
  private(set) var feeds: [String: Feed] = [:]
  private(set) var outlook = RevisionOutlook()
  /// The documents that each revision on the way has changed.
  private(set) var changes: [DocumentChanges] = []
  /// The content that other revisions follow from: that of the newest revision which is not from the future.
  private(set) var settled: RevisionContent?

  /// Begins with what is in service.
  init(after publication: Publication?) {
    guard let publication else { return }
    self = publication.walked
    changes = []
  }

  /// Goes on to the steps of `part`.
  ///
  /// - Returns: the changes of documents that can be noted; `nil` if there are none.
  mutating func append(_ part: WalkedPart) -> DocumentChangeRange? {
    var after = settled?.number ?? 0
    var noted: [DocumentChanges] = []
    for step in part.steps {
      if step.isNoted { after = step.content.number }
      let changed = append(step)
      if step.content.isSettled { noted += changed.map { [$0] } ?? [] }
      changes += changed.map { [$0] } ?? []
    }
    if let outlook = part.outlook { self.outlook = outlook }
    guard let last = part.steps.last(where: { $0.content.isSettled && !$0.isNoted }),
      let through = last.content.revision
    else { return nil }
    return DocumentChangeRange(after: after, through: through, changes: noted)
  }

  private mutating func append(_ step: RevisionWalk.Step) -> DocumentChanges? {
    if step.isFirst || step.isNoted { settled = nil }
    // The content of a revision from the future is not the past of this one.
    let former = settled?.feedsByName ?? [:]
    (content, feeds) = (step.content, step.content.feedsByName)
    var changed: DocumentChanges?
    if let revision = step.content.revision, !step.isNoted, !step.isSame {
      changed = DocumentChanges(revision, from: former, to: feeds)
    }
    if step.content.isSettled { settled = step.content }
    return changed
  }
}

/// The next steps of a walk, read at once.
struct WalkedPart: Sendable {
  /// The longest that a part takes once it has a step, since others wait for it to go into service.
  private static let maximumTime = Duration.milliseconds(250)

  let steps: [RevisionWalk.Step]
  /// Facts about the last revision of the steps beside its content; `nil` without a step.
  let outlook: RevisionOutlook?
  /// The number of the newest revision; 0 before the first write.
  let newest: Int

  /// Reads the steps after `settled`, the content of `former`.
  ///
  /// - Parameters:
  ///   - served: the feeds in service.
  ///   - start: when the part began.
  ///   - corrected: a revision from the future that leaves nothing to correct; `nil` if none is known.
  /// - Throws: ``StoreError``.
  init(
    reading reader: any ContentReader, after settled: RevisionContent?, _ former: RevisionOutlook?,
    publishing: ItemPublishing, on service: InService, insteadOf served: [String: Feed],
    since start: Uptime, by clock: any TimeSource, isOverdue: Bool, corrected: Revision?
  ) throws {
    let walk = try RevisionWalk(
      reader, publishing: publishing, now: clock.now, isOverdue: isOverdue, on: service,
      insteadOf: served, showsOwnMoment: { $0 == corrected })
    newest = walk.newestNumber
    let isAtEnd: Bool
    (steps, isAtEnd) = try walk.steps(after: settled) { clock.uptime - start > Self.maximumTime }
    guard let last = steps.last?.content else {
      outlook = nil
      return
    }
    var made = former ?? RevisionOutlook()
    try made.follow(steps, reader: walk.reader(of: last.number))
    // Those of a revision on the way are soon replaced, and take long to read.
    if isAtEnd { try made.readBoundaries(of: last, reader) }
    outlook = made
  }
}

/// Facts about a revision beside its content.
struct RevisionOutlook: Sendable {
  /// When the next item or section appears or disappears.
  private(set) var boundaries = Boundaries.none
  /// When the next item of a kind appears or disappears, by the name of the kind.
  private(set) var itemBoundaries: [String: ItemBoundaries] = [:]
  /// The revisions that changed the kinds last; `nil` before the first write.
  private(set) var lastTouches: LastTouches?

  fileprivate mutating func readBoundaries(
    of content: RevisionContent, _ reader: any ContentReader
  ) throws {
    itemBoundaries = try reader.nextItemBoundaries(after: content.moment)
    boundaries = Boundaries(
      content.feeds.map { $0.composition.nextBoundaries(after: content.moment, items: [:]) }
        + itemBoundaries.values.map(\.ofAll))
  }

  /// Goes on to the end of `steps`, the revision of `reader`.
  fileprivate mutating func follow(
    _ steps: [RevisionWalk.Step], reader: any ContentReader
  ) throws {
    let followed = steps.reduce(lastTouches) { touches, step in
      guard let revision = step.content.revision, let touched = step.touches else { return nil }
      return touches?.followed(by: revision, touched)
    }
    lastTouches = try followed ?? LastTouches(reading: reader)
  }
}

extension FeedPublisher {
  /// Finds the changes of documents up to the revision that is the newest one now, from `former` on, which are to be
  /// noted from `log`.
  ///
  /// - Throws: ``StoreError``.
  func walk(after former: Publication?, noting log: DocumentRevisionLog) async throws {
    var walked = WalkedContent(after: former)
    var goal: Int?
    while true {
      let before = walked.content?.number
      let newest = try await advance(&walked, noting: log, since: clock.uptime)
      let end = min(goal ?? newest, newest)
      goal = end
      guard let reached = walked.content?.number, reached != before, reached < end else { return }
    }
  }

  /// Goes on from `walked` towards the newest revision. The changes of documents on the way are to be noted from
  /// `log`.
  ///
  /// - Returns: the number of the newest revision, which may be many steps further.
  /// - Throws: ``StoreError``.
  func advance(
    _ walked: inout WalkedContent, noting log: DocumentRevisionLog, since start: Uptime
  ) async throws -> Int {
    let (publishing, isOverdue, clock) = (configuration.items, isOverdue, clock)
    let service = InService(cache: cache, viewports: configuration.viewports)
    let served = walked.feeds
    let corrected = correctedRevision.withLock { $0 }
    let settled = walked.settled
    let outlook = walked.content?.isSettled == true ? walked.outlook : nil
    let part = try await store.read {
      try WalkedPart(
        reading: $0, after: settled, outlook, publishing: publishing, on: service,
        insteadOf: served, since: start, by: clock, isOverdue: isOverdue, corrected: corrected)
    }
    let range = walked.append(part)
    // Which documents move is known only to a server that lays them out.
    if let range, !configuration.viewports.isEmpty { log.append(range) }
    // A long way is not gone twice.
    if log.isLong { await noteDocumentRevisionsNow(from: log) }
    return part.newest
  }
}
