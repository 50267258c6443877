import FeedModel
import FeedStore

/// Revisions in their order, up to that of a reader. A document's revision is the last one at which
/// it showed something else than before, so each one counts, whether or not it was ever served.
struct RevisionWalk {
  /// The maximum number of revisions of one walk, and of those among them that may have changed something.
  private static let maximumCounts = (all: 2_000, changed: 32)

  private let reader: any ContentReader
  private let newest: Revision?
  private let feed: String?
  private let preparation: FeedPreparation
  private let now: Timestamp
  /// Whether the newest revision shows the present, since boundaries cannot be written.
  private let isOverdue: Bool
  /// Whether the newest revision shows the present, since it is from the future.
  private let isAhead: Bool
  private let served: [String: Feed]

  /// A walk up to the revision of `reader`.
  ///
  /// - Parameters:
  ///   - feed: the only feed that is read; `nil` for all.
  ///   - now: the moment of the newest revision before there is one, from the future, or overdue.
  ///   - showsOwnMoment: whether the newest revision shows its own moment although it is from the
  ///     future.
  init(
    _ reader: any ContentReader, of feed: String? = nil, in preparation: FeedPreparation,
    now: Timestamp, isOverdue: Bool = false, insteadOf served: [String: Feed] = [:],
    showsOwnMoment: (Revision) -> Bool = { _ in false }
  ) throws {
    self.reader = reader
    self.feed = feed
    self.preparation = preparation
    self.now = now
    self.isOverdue = isOverdue
    self.served = served
    newest = try reader.latestRevision()
    isAhead = newest.map { $0.isFromFuture(at: now) && !showsOwnMoment($0) } ?? false
  }

  var newestNumber: Int { newest?.number ?? 0 }

  /// The next revisions after `former`, up to the newest one but not too many. If nothing is before
  /// them, they begin with the last one whose documents are noted.
  ///
  /// - Parameter isOver: whether there is no time for another step.
  func steps(
    after former: RevisionContent?, until isOver: () -> Bool = { false }
  ) throws -> (steps: [RevisionContent], isAtEnd: Bool) {
    guard let newest else { return ([try first(reader, at: now)], true) }
    var steps: [RevisionContent] = []
    var former = try former.flatMap { try isKnown($0) ? $0 : nil }
    if try former.map(isBeforeGap) ?? true, let base = try base() {
      steps.append(base)
      former = base
    }
    // Nothing was shown before the first revision. The content of pruned revisions is unknown.
    var number = max((former?.number ?? 0) + 1, try reader.firstKeptRevision())
    var (count, changedCount) = (0, 0)
    while number <= newest.number {
      let step = try step(to: number, after: former)
      count += 1
      if !step.isSame { changedCount += 1 }
      steps.append(step)
      former = step
      number += 1
      guard number <= newest.number, count < Self.maximumCounts.all,
        changedCount < Self.maximumCounts.changed, !isOver()
      else { break }
    }
    let isAtEnd = number > newest.number
    if isAtEnd, isOverdue, let former, former.isSettled {
      // The newest revision, as it shows the present.
      steps.append(
        try RevisionContent(
          reading: reader, feed: feed, after: former, RevisionTouches.none, in: preparation,
          at: now, isProvisional: true))
    }
    return (steps, isAtEnd)
  }

  /// The only feed as of the newest revision, with the items of `section`, by default of all.
  func newestFeed(section: String? = nil) throws -> Feed? {
    if let newest, !isAhead, try isNoted(newest) {
      return try noted(newest.number) { section == nil || section == $0.id }.feeds.first
    }
    var last: RevisionContent?
    while true {
      let (steps, isAtEnd) = try steps(after: last)
      last = steps.last ?? last
      if isAtEnd { return last?.feeds.first }
    }
  }

  func reader(of number: Int) throws -> any ContentReader {
    number == newestNumber ? reader : try reader.content(at: number)
  }

  private func isNoted(_ revision: Revision) throws -> Bool {
    try revision.number <= reader.notedRevisions().upperBound
      && revision.number >= reader.firstKeptRevision()
  }

  /// Whether `content` is of a revision of this store, and not of another copy of it.
  private func isKnown(_ content: RevisionContent) throws -> Bool {
    guard let revision = content.revision, content.isSettled else { return false }
    return try reader.revision(revision.number)?.id == revision.id
  }

  /// Whether revisions behind `content` are pruned, so that they cannot be read.
  private func isBeforeGap(_ content: RevisionContent) throws -> Bool {
    try content.number + 1 < reader.firstKeptRevision()
  }

  /// The content of the last revision whose documents are noted; `nil` if it is not kept. It is not
  /// one that shows the present.
  private func base() throws -> RevisionContent? {
    let last = isAhead ? newestNumber - 1 : newestNumber
    let number = min(last, try reader.notedRevisions().upperBound)
    guard number > 0, number >= (try reader.firstKeptRevision()) else { return nil }
    return try noted(number)
  }

  private func noted(
    _ number: Int, where isRead: (Composition.Section) -> Bool = { _ in true }
  ) throws -> RevisionContent {
    let past = try reader(of: number)
    return try RevisionContent(
      reading: past, feed: feed, isNoted: true, in: preparation,
      at: try past.latestRevision()?.committedAt ?? now, insteadOf: served, where: isRead)
  }

  /// The content of a revision before which nothing is known.
  private func first(
    _ reader: any ContentReader, at moment: Timestamp, isProvisional: Bool = false
  ) throws -> RevisionContent {
    try RevisionContent(
      reading: reader, feed: feed, isNoted: false, in: preparation, at: moment,
      isProvisional: isProvisional, insteadOf: served)
  }

  private func step(to number: Int, after former: RevisionContent?) throws -> RevisionContent {
    guard let revision = try reader.revision(number) else {
      throw StoreError.noSuchRevision(number)
    }
    let isProvisional = number == newestNumber && isAhead
    let moment = isProvisional ? now : revision.committedAt
    guard let former else {
      return try first(reader(of: number), at: moment, isProvisional: isProvisional)
    }
    // A clock that was ahead may have shown items that are not due yet.
    let isLater = former.moment.millisecondsSince1970 <= moment.millisecondsSince1970
    let touches = isLater && number == former.number + 1 ? try reader.touches(in: number) : nil
    if !isProvisional, let touches, try former.keepsLocales(of: reader),
      let same = former.unchanged(
        at: revision, showing: moment, touches, readsFailedSections: number == newestNumber)
    {
      return same
    }
    return try RevisionContent(
      reading: reader(of: number), feed: feed, after: former, touches, in: preparation,
      at: moment, isProvisional: isProvisional)
  }
}
