import FeedModel
import FeedStore
import StrictJSON

/// Feeds as of one revision, read at once and ready to be laid out.
struct RevisionContent: Sendable {
  /// `nil` before the first write.
  let revision: Revision?
  let moment: Timestamp
  let feeds: [Feed]
  /// The feeds whose composition is not valid, and why. Home has its default one instead.
  let unreadable: [String: String]
  /// Whether it shows another moment than its own, since a clock that was ahead has written it.
  let isProvisional: Bool
  /// Whether a walk begins with it: the changes of its documents are noted.
  private(set) var isNoted = false
  /// It is the first revision that is known.
  private(set) var isFirst = false
  /// Whether it cannot differ from the one before.
  private(set) var isSame = false
  /// The revisions that changed the kinds last; `nil` if they are not read yet.
  var lastTouches: LastTouches?
  /// When the next item or section appears or disappears.
  private(set) var boundaries = Boundaries.none
  /// When the next item of a kind appears or disappears, by the name of the kind.
  private(set) var itemBoundaries: [String: ItemBoundaries] = [:]

  /// Whether other revisions follow from it.
  var isSettled: Bool { revision != nil && !isProvisional }
  var number: Int { revision?.number ?? 0 }
  var feedsByName: [String: Feed] { Dictionary(uniqueKeysWithValues: feeds.map { ($0.name, $0) }) }

  /// Reads the revision of `reader`.
  ///
  /// - Parameters:
  ///   - feed: the only feed that is read; `nil` for all.
  ///   - isNoted: whether the last changes of its documents are noted.
  ///   - moment: the moment that is shown.
  ///   - served: the feeds in service, whose documents are used as long as they are the same.
  ///   - isRead: whether the items of a section are read; otherwise it is empty.
  init(
    reading reader: any ContentReader, feed: String? = nil, isNoted: Bool,
    in preparation: FeedPreparation, at moment: Timestamp, isProvisional: Bool = false,
    insteadOf served: [String: Feed], where isRead: (Composition.Section) -> Bool = { _ in true }
  ) throws {
    let revision = try reader.latestRevision()
    var unreadable: [String: String] = [:]
    let compositions = try reader.feedNames().filter { feed == nil || feed == $0 }
      .flatMap { try reader.readableComposition(of: $0, noting: &unreadable) }
    var preparation = try preparation.of(revision, in: reader, showing: Visibility(at: moment))
    preparation.isProvisional = isProvisional
    preparation.locales = try reader.knownLocales(seenBy: preparation.visibility)
    // Changes are read when they are asked for.
    var known: [DocumentKey: Revision?] = [:]
    var failure: (any Error)?
    if isNoted {
      let number = preparation.revision
      preparation.noted = { document in
        if let known = known[document] { return known }
        do {
          let found = try reader.revision(reader.documentRevision(of: document, through: number))
          known[document] = .some(found)
          return found
        } catch {
          failure = failure ?? error
          return nil
        }
      }
    }
    feeds = try compositions.map { composition in
      try Feed(
        composition, reader: reader, in: preparation, insteadOf: served[composition.feed],
        where: isRead)
    }
    if let failure { throw failure }
    self.revision = revision
    self.moment = moment
    self.unreadable = unreadable
    self.isProvisional = isProvisional
    (self.isNoted, isFirst) = (isNoted, !isNoted)
  }

  /// Reads what the revision of `reader`, which follows `former`, has touched; everything if
  /// `touches` is `nil`.
  init(
    reading reader: any ContentReader, feed: String?, after former: RevisionContent,
    _ touches: RevisionTouches?, in preparation: FeedPreparation, at moment: Timestamp,
    isProvisional: Bool
  ) throws {
    let revision = try reader.latestRevision()
    let touched = try touches.flatMap {
      $0.definitions.isEmpty && !$0.hasDesigns ? try TouchedContent($0, in: reader) : nil
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
    var preparation = try preparation.of(revision, in: reader, showing: Visibility(at: moment))
    preparation.isProvisional = isProvisional
    preparation.formerChange = { formerFeeds[$0.composedFeed]?.lastChange(of: $0) }
    preparation.locales = try reader.knownLocales(seenBy: preparation.visibility)
    feeds = try compositions.map { composition in
      let preparation = preparation.of(composition)
      let served = formerFeeds[composition.feed]
      // Expiry of targeted sections is unknown, so they are read again.
      let former = served.flatMap {
        $0.expires(by: moment) || isProvisional && $0.isTargeted ? nil : $0
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
    self.revision = revision
    self.moment = moment
    self.unreadable = unreadable
    self.isProvisional = isProvisional
    follow(former, touches)
  }

  /// The content `former` at a revision that has changed nothing of it.
  private init(
    _ former: RevisionContent, at revision: Revision, moment: Timestamp, _ touches: RevisionTouches
  ) {
    self.revision = revision
    self.moment = moment
    feeds = former.feeds
    unreadable = former.unreadable
    isProvisional = false
    isSame = true
    follow(former, touches)
  }

  /// Takes over what else is known of the revision before. The boundaries of a revision on the way
  /// are not read, since that takes long.
  private mutating func follow(_ former: RevisionContent, _ touches: RevisionTouches?) {
    (boundaries, itemBoundaries) = (former.boundaries, former.itemBoundaries)
    guard let revision, let touches else { return }
    lastTouches = former.lastTouches?.followed(by: revision, touches)
  }

  /// The content as of `revision`, which shows `moment` and has written `touches`; `nil` if it may
  /// differ.
  ///
  /// - Parameter readsFailedSections: whether sections that failed may have been repaired.
  func unchanged(
    at revision: Revision, showing moment: Timestamp, _ touches: RevisionTouches,
    readsFailedSections: Bool
  ) -> RevisionContent? {
    guard touches.feeds.isEmpty, touches.definitions.isEmpty, !touches.hasDesigns,
      !touches.hasPhotos
    else { return nil }
    let isAffected = feeds.contains { feed in
      feed.expires(by: moment)
        || feed.allSections.contains { section in
          readsFailedSections && !section.failures.isEmpty
            || touches.kinds.contains(section.specification.kind.name)
        }
    }
    return isAffected ? nil : RevisionContent(self, at: revision, moment: moment, touches)
  }

  /// Whether `reader` still knows the locales of its feeds: it forgets some if there are too many.
  func keepsLocales(of reader: any ContentReader) throws -> Bool {
    guard let known = feeds.first?.knownLocales else { return true }
    return try reader.knownLocales(seenBy: Visibility(at: moment)).includes(known)
  }

  /// Reads when something else is shown than in this, the newest revision.
  mutating func readBoundaries(_ reader: any ContentReader) throws {
    itemBoundaries = try reader.nextItemBoundaries(after: moment)
    boundaries = Boundaries(
      feeds.map { $0.composition.nextBoundaries(after: moment, items: [:]) }
        + itemBoundaries.values.map(\.ofAll))
  }
}

extension Feed {
  /// Whether a boundary of the feed, or of what it shows to some clients, has passed at `moment`.
  fileprivate func expires(by moment: Timestamp) -> Bool {
    boundariesForAnybody.next.map {
      $0.millisecondsSince1970 <= moment.millisecondsSince1970
    } ?? false
  }
}

extension ContentReader {
  /// The composition of `feed`. If it is not valid, the reason is noted, and home has its default
  /// one.
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
