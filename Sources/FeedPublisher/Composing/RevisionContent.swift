import FeedModel
import FeedStore
import Logging
import StrictJSON

/// Feeds as of one revision, read at once and ready to be laid out.
struct RevisionContent: Sendable {
  /// `nil` before the first write.
  let revision: Revision?
  /// The moment that is shown.
  let moment: Timestamp
  /// When the next item or section appears or disappears.
  let boundaries: Boundaries
  /// When the next item of a kind appears or disappears, by the name of the kind.
  let itemBoundaries: [String: Boundaries]
  let feeds: [PreparedFeed]
  /// The revisions that changed the kinds and compositions last.
  let lastTouches: LastTouches
  /// Feeds whose stored composition is not valid, and why. The home feed falls back to its default
  /// composition; other feeds are left out.
  let unreadable: [String: String]

  /// Reads the revision of `reader`. Sections that are unchanged since `former` are not read again.
  ///
  /// - Parameter now: stands in for the time of the revision before there is one, and for one that is from the
  ///   future.
  /// - Throws: ``StoreError``.
  init(
    reading reader: any ContentReader, after former: RevisionContent?,
    publishing: ItemPublishing, now: Timestamp
  ) throws {
    revision = try reader.latestRevision()
    let moment = revision?.shownMoment(at: now) ?? now
    // 1. The changes since the former revision.
    let former = try former.flatMap { try $0.isFormer(in: reader) ? $0 : nil }
    let touched = try former.flatMap { try $0.touched(until: moment, in: reader) }
    let formerFeeds = Dictionary(
      uniqueKeysWithValues: (former?.feeds ?? []).map { ($0.feed, $0) })
    // 2. The compositions.
    var compositions: [Composition] = []
    var unreadable: [String: String] = [:]
    for feed in try reader.feedNames() {
      if let touched, !touched.feeds.contains(feed), former?.unreadable[feed] == nil,
        let composition = formerFeeds[feed]?.composition
      {
        compositions.append(composition)
      } else {
        try compositions.append(
          contentsOf: reader.readableComposition(of: feed, noting: &unreadable))
      }
    }
    self.unreadable = unreadable
    self.moment = moment
    lastTouches = LastTouches(former?.lastTouches, touched, at: revision)
    // 3. The feeds.
    let visibility = Visibility(at: moment)
    let boundaries = try reader.nextItemBoundaries(after: moment)
    let preparation = FeedPreparation(
      revision, in: reader, visibility: visibility, publishing: publishing
    ) { formerFeeds[$0.feed]?.lastChange(of: $0) }
    feeds = try compositions.map { composition in
      let former = formerFeeds[composition.feed].flatMap { $0.expires(by: moment) ? nil : $0 }
      let feedBoundaries = composition.nextBoundaries(after: moment, items: boundaries)
      let affects = { (section: PreparedSection) in
        try touched?.affects(section, in: reader, visibility: visibility) ?? true
      }
      // 1. Most feeds are unchanged.
      if let former, let touched, former.boundaries == feedBoundaries,
        !touched.feeds.contains(composition.feed), try !former.sections.contains(where: affects)
      {
        return former
      }
      // 2. Most sections of the others are unchanged.
      return try PreparedFeed(composition, until: feedBoundaries, in: preparation) { section in
        if let same = former?.section(section.id), same.specification == section, try !affects(same)
        {
          return same
        }
        return try PreparedSection(section, of: composition.feed, reader: reader, in: preparation)
      }
    }
    itemBoundaries = boundaries
    self.boundaries = Boundaries(feeds.map(\.boundaries) + boundaries.values)
  }

  /// Whether it is a former revision of `reader`, and not one of another copy of the store.
  private func isFormer(in reader: any ContentReader) throws -> Bool {
    try revision.map { try reader.revision($0.number)?.id == $0.id } ?? false
  }

  /// The changes since this content was read; `nil` if everything may have changed.
  private func touched(
    until moment: Timestamp, in reader: any ContentReader
  ) throws -> TouchedContent? {
    // A clock that was ahead may have shown items that are not due yet.
    guard let revision, self.moment.millisecondsSince1970 <= moment.millisecondsSince1970 else {
      return nil
    }
    return try TouchedContent(since: revision, in: reader)
  }

  /// The revisions of the documents that are not the same as in `former`, or all.
  func changes(since former: RevisionContent?) -> [DocumentKey: DocumentRevision] {
    let former = Dictionary(uniqueKeysWithValues: (former?.feeds ?? []).map { ($0.feed, $0) })
    return feeds.reduce(into: [:]) { changes, feed in
      guard former[feed.feed]?.lastChange != feed.lastChange else { return }
      let keys = feed.sections.map { DocumentKey(feed: feed.feed, section: $0.id) }
      for key in keys + [DocumentKey(feed: feed.feed)] {
        let last = feed.lastChange(of: key)
        if former[feed.feed]?.lastChange(of: key) != last { changes[key] = last }
      }
    }
  }
}

extension PreparedFeed {
  /// The revision that changed a document of the feed last; `nil` if there is no such document.
  fileprivate func lastChange(of document: DocumentKey) -> DocumentRevision? {
    document.section.map { section($0)?.lastChange } ?? lastChange
  }

  /// The section `id`; `nil` if there is none.
  fileprivate func section(_ id: String) -> PreparedSection? {
    sections.first { $0.id == id }
  }

  /// Whether a boundary of the feed has passed at `moment`.
  fileprivate func expires(by moment: Timestamp) -> Bool {
    expiresAt.map { $0.millisecondsSince1970 <= moment.millisecondsSince1970 } ?? false
  }
}

extension ContentReader {
  /// The composition of `feed`. If it is not valid, the reason is noted, and the home feed has its default one.
  ///
  /// - Throws: ``StoreError``.
  fileprivate func readableComposition(
    of feed: String, noting unreadable: inout [String: String]
  ) throws -> [Composition] {
    do {
      return try composition(of: feed).map { [$0] } ?? []
    } catch let problems as DocumentProblems {
      unreadable[feed] = problems.listed.first?.description ?? "no composition"
      return feed == Composition.homeFeed ? [.home(of: try kinds())] : []
    }
  }

  /// Feed `name` as it was read in full, the only one; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - section: the only section of it whose items are read; `nil` for all.
  ///   - now: as for ``RevisionContent``.
  /// - Throws: ``StoreError``.
  func preparedFeed(
    _ name: String, section: String?, publishing: ItemPublishing, now: Timestamp
  ) throws -> PreparedFeed? {
    let revision = try latestRevision()
    let moment = revision?.shownMoment(at: now) ?? now
    var unreadable: [String: String] = [:]
    guard try feedNames().contains(name),
      let composition = try readableComposition(of: name, noting: &unreadable).first
    else { return nil }
    let preparation = FeedPreparation(
      revision, in: self, visibility: Visibility(at: moment), publishing: publishing)
    let boundaries =
      section == nil
      ? composition.nextBoundaries(after: moment, items: try nextItemBoundaries(after: moment))
      : .none
    return try PreparedFeed(composition, reader: self, until: boundaries, in: preparation) {
      section == nil || section == $0.id
    }
  }
}
