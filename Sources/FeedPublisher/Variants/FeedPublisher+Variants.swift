package import FeedModel
import FeedStore
import Foundation

/// The variant of a feed that a client gets.
package struct FeedVariant: Sendable {
  /// The name, which is the same for all clients that get the same.
  package let name: String
  /// When the client asks again; `nil` if nothing is scheduled.
  package let expiresAt: Timestamp?
}

extension FeedPublisher {
  /// The variant of `feed` for `client`. There is one for each selection of what is shown, however many clients ask.
  package func variant(of feed: PublishedFeed, for client: ClientFacts) -> FeedVariant? {
    let conditions = feed.content.targeted?.conditions ?? []
    let met = Set(conditions.filter { $0.isMet(by: client) })
    let relevant = feed.content.relevantConditions(among: met)
    return variants.name(
      of: relevant, among: conditions, fingerprint: feed.content.targeted?.fingerprint ?? Data(),
      in: feed.name
    ).map {
      FeedVariant(name: $0, expiresAt: nextChange(of: feed.content, for: client))
    }
  }

  /// When `feed` may next show something else to `client`. An item may come under a condition that nothing has yet, so
  /// all items count of the kinds of sections that the client may get.
  private func nextChange(of feed: PreparedFeed, for client: ClientFacts) -> Timestamp? {
    guard let publication = current else { return feed.expiresAt }
    let items = publication.walked.outlook.itemBoundaries.mapValues(\.ofAll)
    let all = feed.composition.nextBoundaries(
      after: publication.content.moment, items: items
    ) { $0.isMet(by: client) }
    return Boundaries([all, feed.boundaries]).next
  }

  /// The variant of `feed` called `name`, if it is in memory.
  package func knownVariant(_ name: String, of feed: PublishedFeed) -> PublishedFeed? {
    guard let met = conditions(of: name, in: feed) else { return nil }
    return met.isEmpty ? feed : feed.variant(meeting: met)
  }

  /// The variant of `feed`, which is in service in `publication`, called `name`; `nil` for one that does not exist, or
  /// not any more.
  ///
  /// - Throws: ``StoreError``.
  package func variant(
    _ name: String, of feed: PublishedFeed, in publication: Publication
  ) async throws -> PublishedFeed? {
    guard let met = conditions(of: name, in: feed) else { return nil }
    // Without any of the conditions it is what everybody gets.
    if met.isEmpty { return feed }
    if let known = feed.variant(meeting: met) { return known }
    let sections = try await sections(of: feed, in: publication, meeting: met)
    let content = feed.content.variant(
      meeting: met, with: sections, pages: pages(ofVariant: name, of: feed))
    return feed.keep(feed.variant(name, content), meeting: met)
  }

  /// The addresses of the pages of the variant of `feed` called `name`; without a name, of those for everybody.
  package func pages(ofVariant name: String?, of feed: PublishedFeed) -> PageAddresses {
    guard let name else { return configuration.items.pages }
    let met = conditions(of: name, in: feed)
    return configuration.items.pages.inVariant(
      name, meeting: met.flatMap { variants.sealed($0, in: feed.name) })
  }

  /// The conditions of the page at `cursor`, of the variant of `feed` called `name`; `nil` if the cursor does not say
  /// them, and there is no such variant.
  func conditions(
    of cursor: SectionCursor, inVariant name: String?, of feed: String
  ) -> Set<Targeting>? {
    guard let name else { return [] }
    return sealedConditions(of: cursor, in: feed)
      ?? current?.feeds[feed].flatMap { conditions(of: name, in: $0) }
  }

  private func sealedConditions(
    of cursor: SectionCursor, in feed: String
  ) -> Set<Targeting>? {
    cursor.conditions.flatMap { variants.conditions(sealed: $0, in: feed) }
  }

  /// Whether the page at `cursor` is of a variant of `feed` that does not exist any more: there are other conditions by
  /// now. A list that a client has begun goes on to its end.
  package func outlives(
    _ cursor: SectionCursor, variant name: String, of feed: PublishedFeed
  ) -> Bool {
    conditions(of: name, in: feed) == nil && sealedConditions(of: cursor, in: feed.name) != nil
  }

  /// The conditions that the variant called `name` meets; `nil` for one that does not exist.
  func conditions(of name: String, in feed: PublishedFeed) -> Set<Targeting>? {
    let conditions = feed.content.targeted?.conditions ?? []
    guard
      let met = variants.conditions(
        of: name, among: conditions, fingerprint: feed.content.targeted?.fingerprint ?? Data(),
        in: feed.name),
      feed.content.relevantConditions(among: met) == met
    else { return nil }
    return met
  }

  /// The sections of a variant whose items depend on conditions, in all locales.
  private func sections(
    of feed: PublishedFeed, in publication: Publication, meeting met: Set<Targeting>
  ) async throws -> [String: [LocaleTag?: PreparedSection]] {
    let targeted = feed.content.sectionsWithTargetedItems(meeting: met)
    guard !targeted.isEmpty else { return [:] }
    let (publishing, revision) = (configuration.items, publication.committed)
    let shown = publication.content.moment
    return try await store.read { newest in
      let isNewest = try newest.latestRevision()?.number == revision?.number
      let reader = isNewest ? newest : try newest.content(at: revision?.number ?? 0)
      var preparation = FeedPreparation(
        revision, visibility: Visibility(at: shown, meeting: .only(met)), publishing: publishing)
      preparation.locales = try reader.knownLocales()
      return try targeted.reduce(into: [:]) { sections, section in
        sections[section.id] = try reader.variants(
          of: section, in: feed.name, preparation)
      }
    }
  }
}

extension ContentReader {
  /// The section `general` with the items that clients get, in all locales in which they differ. They changed with the
  /// last item of their kind, or with how the section chooses among them.
  fileprivate func variants(
    of general: PreparedSection, in feed: String, _ preparation: FeedPreparation
  ) throws -> [LocaleTag?: PreparedSection] {
    var preparation = preparation
    let locales = preparation.locales.all.sortedFromGeneral
    let numbers = [general.targeting?.lastTouch.number, general.targeting?.selection.number]
    let change = try revision(
      numbers.compactMap(\.self).reduce(general.lastChange.number, max))
    for locale in [nil] + locales.map(Optional.some) {
      let key = DocumentKey.edition(
        of: general.written.window.when == nil ? feed : DocumentKey.targeted(feed), in: locale)
      preparation.noted[DocumentKey(feed: key, section: general.id)] = change
    }
    var base = PreparedSection(
      general.written, of: feed, showing: try shownItems(of: general.written, in: preparation),
      preparation)
    base.targeting = general.targeting
    var sections: [LocaleTag?: PreparedSection] = [nil: base]
    for locale in locales where base.isTranslated(in: locale, preparation) {
      var edition = PreparedSection(
        base.written, of: feed, showing: .success(base.shown), in: locale, preparation)
      edition.targeting = general.targeting
      let parent = locale.lookup.dropFirst().lazy.compactMap { sections[$0] }.first ?? base
      if edition.lastChange.digest != parent.lastChange.digest { sections[locale] = edition }
    }
    return sections
  }
}
