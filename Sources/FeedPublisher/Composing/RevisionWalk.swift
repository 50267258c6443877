import FeedModel
import FeedStore

/// Revisions in their order, up to that of a reader.
///
/// A document's revision is the last one at which it showed something else than at the one before, so each revision
/// counts, whether or not a server has ever served it.
struct RevisionWalk {
  /// The most revisions of one walk, and the most of them that may have changed something.
  private static let maximumCounts = (all: 2_000, changed: 32)

  private let reader: any ContentReader
  private let newest: Revision?
  private let feed: String?
  private let publishing: ItemPublishing
  private let now: Timestamp
  /// Whether boundaries are due that cannot be written, so that the newest revision shows the present.
  private let isOverdue: Bool
  /// Whether the newest revision is from the future and not corrected, so that it shows the present.
  private let isAhead: Bool
  /// The bound on what is read of each revision; `nil` for none.
  private let bound: ReadingBound?
  private let service: InService
  /// The feeds in service, by name.
  private let served: [String: Feed]

  /// A walk up to the revision of `reader`.
  ///
  /// - Parameters:
  ///   - feed: the only feed that is read; `nil` for all.
  ///   - now: stands in for the time of the newest revision before there is one, if it is from the future, and if
  ///     boundaries are overdue.
  ///   - isOverdue: whether boundaries are due that cannot be written.
  ///   - showsOwnMoment: whether the newest revision shows its own moment although it is from the future: the store has
  ///     nothing to correct, or what was served then is asked for.
  ///   - bound: the bound on what is read of each revision; `nil` for none.
  ///   - served: the feeds in service, by name.
  /// - Throws: ``StoreError``.
  init(
    _ reader: any ContentReader, of feed: String? = nil, publishing: ItemPublishing, now: Timestamp,
    isOverdue: Bool = false, within bound: ReadingBound? = nil, on service: InService = InService(),
    insteadOf served: [String: Feed] = [:],
    showsOwnMoment: (Revision) -> Bool = { _ in false }
  ) throws {
    self.bound = bound
    (self.service, self.served) = (service, served)
    self.isOverdue = isOverdue
    self.reader = reader
    self.feed = feed
    self.publishing = publishing
    self.now = now
    newest = try reader.latestRevision()
    isAhead = newest.map { $0.isFromFuture(at: now) && !showsOwnMoment($0) } ?? false
  }

  /// The number of the newest revision; 0 before the first write.
  var newestNumber: Int { newest?.number ?? 0 }

  /// A revision on the way.
  struct Step: Sendable {
    let content: RevisionContent
    /// The parts of the content that it has written; `nil` if they are not known.
    let touches: RevisionTouches?
    /// Whether it is where the walk begins: the changes of its documents are noted.
    var isNoted = false
    /// Whether nothing is known to be before it.
    var isFirst = false
    /// Whether it cannot differ from the one before.
    var isSame = false
  }

  /// The next revisions after `former`, up to the newest one but not too many. They begin with the last one whose
  /// documents are noted, if nothing is before them.
  ///
  /// - Parameter isOver: whether there is no time for another step.
  /// - Throws: ``StoreError``.
  func steps(
    after former: RevisionContent?, until isOver: () -> Bool = { false }
  ) throws -> (steps: [Step], isAtEnd: Bool) {
    guard let newest else { return ([try beforeFirstWrite()], true) }
    var steps: [Step] = []
    var former = try former.flatMap { try isKnown($0) ? $0 : nil }
    if try former.map(isBeforeGap) ?? true, let base = try base() {
      steps.append(Step(content: base, touches: nil, isNoted: true))
      former = base
    }
    // Before the first revision, nothing was shown. Of pruned ones nobody knows.
    var number = max((former?.number ?? 0) + 1, try reader.firstKeptRevision())
    var (count, changedCount) = (0, 0)
    while number <= newest.number {
      let step = try step(to: number, after: former)
      count += 1
      if !step.isSame { changedCount += 1 }
      steps.append(step)
      former = step.content
      number += 1
      guard number <= newest.number, count < Self.maximumCounts.all,
        changedCount < Self.maximumCounts.changed, !isOver()
      else { break }
    }
    let isAtEnd = number > newest.number
    if isAtEnd, isOverdue, let former, former.isSettled {
      steps.append(try presentStep(after: former))
    }
    return (steps, isAtEnd)
  }

  /// The newest revision, whose content is `former`, as it shows the present.
  private func presentStep(after former: RevisionContent) throws -> Step {
    let content = try RevisionContent(
      reading: reader, feed: feed, after: former, RevisionTouches.none, publishing: publishing,
      at: now, isProvisional: true, within: bound, on: service)
    return Step(content: content, touches: RevisionTouches.none)
  }

  /// The only feed as of the newest revision; `nil` if there is none.
  ///
  /// - Parameter section: the only section whose items are read; `nil` for all.
  /// - Throws: ``StoreError``.
  func newestFeed(section: String? = nil) throws -> Feed? {
    if let newest, !isAhead, try isNoted(newest) {
      return try content(of: newest.number) { section == nil || section == $0.id }.feeds.first
    }
    var last: RevisionContent?
    while true {
      let (steps, isAtEnd) = try steps(after: last)
      last = steps.last?.content ?? last
      if isAtEnd { return last?.feeds.first }
    }
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

  /// Whether revisions behind `content` are pruned: what they have changed is noted, and cannot be read.
  private func isBeforeGap(_ content: RevisionContent) throws -> Bool {
    try content.number + 1 < reader.firstKeptRevision()
  }

  private func beforeFirstWrite() throws -> Step {
    Step(
      content: try RevisionContent(
        reading: reader, feed: feed, isNoted: false, publishing: publishing, at: now,
        within: bound, on: service, insteadOf: served),
      touches: nil, isFirst: true)
  }

  /// The content of the last revision whose documents are noted; `nil` if it is not kept. The newest revision is read
  /// as the next one if it shows the present.
  private func base() throws -> RevisionContent? {
    guard let newest else { return nil }
    let last = isAhead ? newest.number - 1 : newest.number
    let number = min(last, try reader.notedRevisions().upperBound)
    guard number > 0, number >= (try reader.firstKeptRevision()) else { return nil }
    return try content(of: number)
  }

  /// The content of a revision whose documents are noted.
  private func content(
    of number: Int, where isRead: (Composition.Section) -> Bool = { _ in true }
  ) throws -> RevisionContent {
    let past = try reader(of: number)
    return try RevisionContent(
      reading: past, feed: feed, isNoted: true, publishing: publishing,
      at: try past.latestRevision()?.committedAt ?? now, within: bound, on: service,
      insteadOf: served, where: isRead)
  }

  private func step(to number: Int, after former: RevisionContent?) throws -> Step {
    guard let newest, let revision = try reader.revision(number) else {
      throw StoreError.noSuchRevision(number)
    }
    let isProvisional = number == newest.number && isAhead
    let moment = isProvisional ? now : revision.committedAt
    guard let former else {
      let first = try RevisionContent(
        reading: reader(of: number), feed: feed, isNoted: false, publishing: publishing,
        at: moment, isProvisional: isProvisional, within: bound, on: service, insteadOf: served)
      return Step(content: first, touches: nil, isFirst: true)
    }
    // A clock that was ahead may have shown items that are not due yet.
    let isLater = former.moment.millisecondsSince1970 <= moment.millisecondsSince1970
    let touches =
      isLater && number == former.number + 1 ? try reader.touches(in: number) : nil
    if !isProvisional, let touches, try former.keepsLocales(of: reader),
      let same = former.unchanged(
        at: revision, showing: moment, touches, readsFailedSections: number == newest.number)
    {
      return Step(content: same, touches: touches, isSame: true)
    }
    let content = try RevisionContent(
      reading: reader(of: number), feed: feed, after: former, touches, publishing: publishing,
      at: moment, isProvisional: isProvisional, within: bound, on: service)
    return Step(content: content, touches: touches)
  }

  /// A reader of the revision `number`; that of the walk before the first write.
  ///
  /// - Throws: ``StoreError``.
  func reader(of number: Int) throws -> any ContentReader {
    number == newestNumber ? reader : try reader.content(at: number)
  }
}
