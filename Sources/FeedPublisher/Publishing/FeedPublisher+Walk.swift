import FeedModel
import FeedStore

/// The documents of the newest revision, with the way there.
struct WalkedContent {
  /// The content in service; `nil` before the first step.
  private(set) var content: RevisionContent?
  /// The feeds by name, as they are served.
  private(set) var feeds: [String: PublishedFeed] = [:]
  private(set) var outlook = RevisionOutlook()
  /// The documents that each revision on the way has changed.
  private(set) var changes: [DocumentChanges] = []
  /// The content that other revisions follow from: that of the newest revision which is not from the future.
  private(set) var settled: RevisionContent?
  private var settledFeeds: [String: PublishedFeed] = [:]

  /// Begins with what is in service.
  init(after publication: Publication?) {
    guard let publication else { return }
    self = publication.walked
    changes = []
  }

  /// Goes on to the steps of `part`.
  ///
  /// - Parameter publish: makes the served feed of a content, after the one before.
  /// - Returns: the changes of documents that can be noted; `nil` if there are none.
  mutating func append(
    _ part: WalkedPart, publish: (PreparedFeed, _ former: PublishedFeed?) -> PublishedFeed
  ) -> DocumentChangeRange? {
    var after = settled?.number ?? 0
    var noted: [DocumentChanges] = []
    for step in part.steps {
      if step.isNoted { after = step.content.number }
      let changed = append(step, publish: publish)
      if step.content.isSettled { noted += changed.map { [$0] } ?? [] }
      changes += changed.map { [$0] } ?? []
    }
    if let outlook = part.outlook { self.outlook = outlook }
    guard let last = part.steps.last(where: { $0.content.isSettled && !$0.isNoted }),
      let through = last.content.revision
    else { return nil }
    return DocumentChangeRange(after: after, through: through, changes: noted)
  }

  private mutating func append(
    _ step: RevisionWalk.Step,
    publish: (PreparedFeed, _ former: PublishedFeed?) -> PublishedFeed
  ) -> DocumentChanges? {
    if step.isFirst || step.isNoted { (settled, settledFeeds) = (nil, [:]) }
    // The content of a revision from the future is not the past of this one, but has the same sections.
    feeds =
      step.isSame
      ? settledFeeds
      : Dictionary(
        uniqueKeysWithValues: step.content.feeds.map { feed in
          (feed.feed, publish(feed, settledFeeds[feed.feed] ?? feeds[feed.feed]))
        })
    content = step.content
    var changed: DocumentChanges?
    if let revision = step.content.revision, !step.isNoted, !step.isSame {
      changed = DocumentChanges(revision, from: settledFeeds, to: feeds)
    }
    if step.content.isSettled { (settled, settledFeeds) = (step.content, feeds) }
    return changed
  }
}

/// The next steps of a walk, read at once.
struct WalkedPart: Sendable {
  let steps: [RevisionWalk.Step]
  /// Facts about the last revision of the steps beside its content; `nil` without a step.
  let outlook: RevisionOutlook?
  /// The number of the newest revision; 0 before the first write.
  let newest: Int

  /// Reads the steps after `settled`.
  ///
  /// - Throws: ``StoreError``.
  init(
    reading reader: any ContentReader, after settled: RevisionContent?,
    _ touches: LastTouches?, publishing: ItemPublishing, now: Timestamp, isOverdue: Bool
  ) throws {
    let walk = try RevisionWalk(reader, publishing: publishing, now: now, isOverdue: isOverdue)
    newest = walk.newestNumber
    steps = try walk.steps(after: settled).steps
    guard let last = steps.last?.content else {
      outlook = nil
      return
    }
    outlook = try RevisionOutlook(of: last, in: walk.reader(of: last.number), after: touches, steps)
  }
}

/// Facts about a revision beside its content.
struct RevisionOutlook: Sendable {
  /// When the next item or section appears or disappears.
  var boundaries = Boundaries.none
  /// When the next item of a kind appears or disappears, by the name of the kind.
  var itemBoundaries: [String: Boundaries] = [:]
  /// The revisions that changed the kinds last; `nil` before the first write.
  var lastTouches: LastTouches?
}

extension RevisionOutlook {
  /// The outlook from `content`, that of `reader`, at the end of `steps` after `touches`.
  ///
  /// - Throws: ``StoreError``.
  fileprivate init(
    of content: RevisionContent, in reader: any ContentReader, after touches: LastTouches?,
    _ steps: [RevisionWalk.Step]
  ) throws {
    itemBoundaries = try reader.nextItemBoundaries(after: content.moment)
    boundaries = Boundaries(
      content.feeds.map { $0.composition.nextBoundaries(after: content.moment, items: [:]) }
        + itemBoundaries.values)
    let followed = steps.reduce(touches) { touches, step in
      guard let revision = step.content.revision, let touched = step.touches else { return nil }
      return touches?.followed(by: revision, touched)
    }
    lastTouches = try followed ?? LastTouches(reading: reader)
  }
}

extension FeedPublisher {
  /// Notes the changes of documents up to the revision that is the newest one now, from `former` on.
  ///
  /// - Throws: ``StoreError``.
  func walk(after former: Publication?) async throws {
    var walked = WalkedContent(after: former)
    var goal: Int?
    while true {
      let newest = try await advance(&walked)
      goal = goal ?? newest
      guard let reached = walked.content?.number, reached < goal ?? 0 else { return }
    }
  }

  /// Goes on from `walked` towards the newest revision. The changes of documents on the way are to be noted.
  ///
  /// - Returns: the number of the newest revision, which may be many steps further.
  /// - Throws: ``StoreError``.
  func advance(_ walked: inout WalkedContent) async throws -> Int {
    let (publishing, now, isOverdue) = (configuration.items, clock.now, isOverdue)
    let settled = walked.settled
    let touches = walked.content?.isSettled == true ? walked.outlook.lastTouches : nil
    let part = try await store.read {
      try WalkedPart(
        reading: $0, after: settled, touches, publishing: publishing, now: now,
        isOverdue: isOverdue)
    }
    let range = walked.append(part) { publishedFeed($0, after: $1) }
    // Which documents move is known only to a server that lays them out.
    if let range, !configuration.viewports.isEmpty { documentRevisions.append(range) }
    // A long way is not gone twice.
    if documentRevisions.isLong { await noteDocumentRevisionsNow() }
    return part.newest
  }

  /// The published feed of `content`: `former` itself if it is the same.
  private func publishedFeed(_ content: PreparedFeed, after former: PublishedFeed?) -> PublishedFeed
  {
    if let former, former.content.isSame(as: content),
      former.content.boundaries == content.boundaries
    {
      return former
    }
    return PublishedFeed(
      content, checking: configuration.viewports, after: former, cache: cache)
  }
}
