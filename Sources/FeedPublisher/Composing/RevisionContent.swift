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
  let feeds: [Feed]
  /// Feeds whose stored composition is not valid, and why. The home feed falls back to its default
  /// composition; other feeds are left out.
  let unreadable: [String: String]
  /// Whether a clock that was ahead has written the revision, so that it shows another moment than its own.
  let isProvisional: Bool

  /// Whether other revisions follow from it.
  var isSettled: Bool { revision != nil && !isProvisional }
  /// 0 before the first write.
  var number: Int { revision?.number ?? 0 }

  /// Reads the revision of `reader`.
  ///
  /// - Parameters:
  ///   - feed: the only feed that is read; `nil` for all.
  ///   - isNoted: whether the last changes of its documents are noted.
  ///   - bound: the bound on what is read; `nil` for none.
  ///   - now: stands in for the time of the revision before there is one, and for one that is from the future.
  ///   - served: the feeds in service, whose documents are used as long as they are the same.
  /// - Throws: ``StoreError``.
  init(
    reading reader: any ContentReader, feed: String? = nil, isNoted: Bool,
    publishing: ItemPublishing, at moment: Timestamp, isProvisional: Bool = false,
    within bound: ReadingBound? = nil, on service: InService, insteadOf served: [String: Feed],
    where isRead: (Composition.Section) -> Bool = { _ in true }
  ) throws {
    revision = try reader.latestRevision()
    var unreadable: [String: String] = [:]
    let compositions = try reader.feedNames().filter { feed == nil || feed == $0 }
      .flatMap { try reader.readableComposition(of: $0, noting: &unreadable) }
    var preparation = FeedPreparation(
      revision, visibility: Visibility(at: moment), publishing: publishing)
    preparation.reading = bound.map(ReadingCount.init)
    preparation.isProvisional = isProvisional
    preparation.locales = try reader.knownLocales(seenBy: preparation.visibility)
    let notes = isNoted ? NotedChanges(reader, through: preparation.revision) : nil
    preparation.notes = notes
    preparation.service = service
    feeds = try compositions.map { composition in
      try Feed(
        composition, reader: reader, in: preparation, insteadOf: served[composition.feed],
        where: isRead)
    }
    try notes?.check()
    self.moment = moment
    self.unreadable = unreadable
    self.isProvisional = isProvisional
  }

  /// Reads the revision of `reader`, which follows `former`. Only what it has touched is read; everything if
  /// `touches` is `nil`.
  ///
  /// - Throws: ``StoreError``.
  init(
    reading reader: any ContentReader, feed: String?, after former: RevisionContent,
    _ touches: RevisionTouches?, publishing: ItemPublishing, at moment: Timestamp,
    isProvisional: Bool, within bound: ReadingBound? = nil, on service: InService
  ) throws {
    revision = try reader.latestRevision()
    let touched = try touches.flatMap {
      $0.definitions.isEmpty ? try TouchedContent($0, in: reader) : nil
    }
    let formerFeeds = former.feedsByName
    // 1. The compositions.
    var unreadable: [String: String] = [:]
    let compositions = try reader.feedNames().filter { feed == nil || feed == $0 }.flatMap { name in
      if let touched, !touched.feeds.contains(name), former.unreadable[name] == nil,
        let composition = formerFeeds[name]?.composition
      {
        return [composition]
      }
      return try reader.readableComposition(of: name, noting: &unreadable)
    }
    // 2. The feeds.
    var preparation = FeedPreparation(
      revision, visibility: Visibility(at: moment), publishing: publishing)
    preparation.reading = bound.map(ReadingCount.init)
    preparation.isProvisional = isProvisional
    preparation.formerChange = { formerFeeds[$0.composedFeed]?.lastChange(of: $0) }
    preparation.service = service
    preparation.locales = try reader.knownLocales(seenBy: preparation.visibility)
    feeds = try compositions.map { composition in
      let served = formerFeeds[composition.feed]
      // Expiry of targeted sections is unknown, so they are read again.
      let former = served.flatMap {
        $0.expires(by: moment) || isProvisional && $0.targeted != nil ? nil : $0
      }
      let affects = { (section: Section) in
        try touched?.affects(section, in: reader, visibility: preparation.visibility) ?? true
      }
      let isRetargeted = { (section: Section) in
        let kind = section.written.kind.name
        guard let touches else { return true }
        return try touches.kinds.contains(kind)
          && (section.targeting != nil || reader.mayHaveConditions(section.written.kind))
      }
      // Most feeds are unchanged.
      if let former, let touched, !touched.feeds.contains(composition.feed),
        former.knownLocales == preparation.locales,
        try !former.allSections.contains(where: { try affects($0) || isRetargeted($0) })
      {
        return former
      }
      // Most sections of the others are unchanged.
      return try Feed(
        composition, in: preparation, after: former, insteadOf: served
      ) { section in
        let known = former?.allSections.first { $0.id == section.id }
        if var same = known, same.written == section, try !affects(same) {
          if try isRetargeted(same) {
            same.targeting = try reader.targeting(
              of: section, in: composition.feed, preparation)
          }
          return same
        }
        return try Section(
          section, of: composition.feed, reader: reader, in: preparation,
          insteadOf: served?.section(section.id))
      }
    }
    self.moment = moment
    self.unreadable = unreadable
    self.isProvisional = isProvisional
  }

  /// The content `former` at a revision that has changed nothing of it.
  private init(_ former: RevisionContent, at revision: Revision, moment: Timestamp) {
    self.revision = revision
    self.moment = moment
    feeds = former.feeds
    unreadable = former.unreadable
    isProvisional = false
  }

  /// The content as of `revision`, which shows `moment` and has written `touches`; `nil` if it may differ.
  ///
  /// - Parameter readsFailedSections: whether sections that failed are read again, since somebody may have repaired them.
  func unchanged(
    at revision: Revision, showing moment: Timestamp, _ touches: RevisionTouches,
    readsFailedSections: Bool
  ) -> RevisionContent? {
    guard touches.feeds.isEmpty, touches.definitions.isEmpty, !touches.hasPhotos else { return nil }
    let isAffected = feeds.contains { feed in
      feed.expires(by: moment)
        || feed.allSections.contains { section in
          readsFailedSections && !section.failures.isEmpty
            || touches.kinds.contains(section.specification.kind.name)
        }
    }
    return isAffected ? nil : RevisionContent(self, at: revision, moment: moment)
  }

  /// Whether the locales of its feeds are still among those of `reader`, which forgets some if there are too many.
  func keepsLocales(of reader: any ContentReader) throws -> Bool {
    guard let known = feeds.first?.knownLocales else { return true }
    let moment = self.moment
    return try reader.knownLocales(seenBy: Visibility(at: moment)).includes(known)
  }

  /// The feeds by name.
  var feedsByName: [String: Feed] {
    Dictionary(uniqueKeysWithValues: feeds.map { ($0.name, $0) })
  }
}

extension Feed {
  /// The last change of a document of the feed in any edition; `nil` if there is no such document.
  func lastChange(of document: DocumentKey) -> LastChange? {
    if document.isTargeted { return targeted?.lastChange(of: document) }
    let edition = document.locale.map { editions[$0] } ?? self
    guard let edition, edition.key == document.feed else { return nil }
    let change = edition.ownLastChange(of: document)
    // The change of the more general edition is not noted for this one.
    let general = edition.locale.map {
      self.edition(for: $0.parents(before: defaultReader.tag))
    }
    return change == general?.ownLastChange(of: document) ? nil : change
  }

  /// The last change of a document of this edition, whatever its key says; `nil` if there is no such document.
  func ownLastChange(of document: DocumentKey) -> LastChange? {
    document.section.map { section($0)?.lastChange } ?? lastChange
  }

  /// The sections that are shown to everybody or to some clients.
  var allSections: [Section] { targeted?.sections ?? sections }

  /// Whether a boundary of the feed, or of what it shows to some clients, has passed at `moment`.
  fileprivate func expires(by moment: Timestamp) -> Bool {
    boundariesForAnybody.next.map {
      $0.millisecondsSince1970 <= moment.millisecondsSince1970
    } ?? false
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
}
