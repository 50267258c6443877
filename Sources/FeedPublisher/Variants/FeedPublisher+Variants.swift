package import FeedModel
import FeedStore
import Foundation

extension FeedPublisher {
  /// The name of the variant of `feed` for `client`, the same for all clients that get the same,
  /// and when the client asks again; `nil` if nothing is scheduled.
  package func variant(
    of feed: Feed, for client: ClientFacts
  ) -> (name: String, expiresAt: Timestamp?)? {
    let conditions = feed.conditions
    let met = Set(conditions.filter { $0.isMet(by: client) })
    let relevant = feed.relevantConditions(among: met)
    // Those that names have no room for have no effect.
    let named = Set(
      conditions.lazy.filter(relevant.contains).prefix(VariantSigner.maximumConditionCount))
    return variants.name(
      of: named, beside: feed.possibleConditions(beside: named), in: feed.name
    ).map { ($0, nextChange(of: feed, for: client)) }
  }

  /// When the screen of `client` may next change, apart from those of other clients.
  private func nextChange(of feed: Feed, for client: ClientFacts) -> Timestamp? {
    let moment = current?.content.moment ?? feed.generatedAt
    let isMet = { (condition: Targeting) in condition.isMet(by: client) }
    let windows = feed.composition.sections.map(\.window)
      .filter { $0.when.map(isMet) ?? true }.map { Boundaries(of: $0, after: moment) }
    let sections = feed.allSections.filter { $0.when.map(isMet) ?? true }
    let items = sections.map {
      Boundaries(next: $0.targeting?.nextBoundary(where: isMet), nextEnd: nil)
    }
    return Boundaries([feed.boundaries] + windows + sections.map(\.boundaries) + items).next
  }

  /// The variant of `feed` called `name`, if it is in memory.
  package func knownVariant(_ name: String, of feed: Feed) -> Feed? {
    guard let met = conditions(of: name, in: feed) else { return nil }
    return met.isEmpty ? feed : feed.knownVariant(meeting: met)
  }

  /// The variant called `name` of `feed`, which is in service in `publication`; `nil` if it does
  /// not exist, or not any more.
  package func variant(
    _ name: String, of feed: Feed, in publication: Publication
  ) async throws -> Feed? {
    guard let met = conditions(of: name, in: feed) else { return nil }
    // Without any of the conditions it is what everybody gets.
    if met.isEmpty { return feed }
    if let known = feed.knownVariant(meeting: met) { return known }
    let sections = try await sections(of: feed, in: publication, meeting: met)
    let variant = feed.variant(
      name, meeting: met, with: sections, pages: pages(ofVariant: name, of: feed))
    return cache.keep(variant, meeting: met, in: feed.space)
  }

  /// The addresses of the pages of the variant of `feed` called `name`; by default for everybody.
  package func pages(ofVariant name: String?, of feed: Feed) -> PageAddresses {
    guard let name else { return configuration.items.pages }
    let met = conditions(of: name, in: feed)
    return configuration.items.pages.inVariant(
      name, meeting: met.flatMap { variants.sealed($0, in: feed.name) })
  }

  /// The conditions of the page at `cursor`, of the variant of `feed` called `name`; `nil` if
  /// neither says them.
  func conditions(
    of cursor: SectionCursor, inVariant name: String?, of feed: String
  ) -> Set<Targeting>? {
    guard let name else { return [] }
    return sealedConditions(of: cursor, in: feed)
      ?? current?.feeds[feed].flatMap { conditions(of: name, in: $0) }
  }

  private func sealedConditions(of cursor: SectionCursor, in feed: String) -> Set<Targeting>? {
    cursor.conditions.flatMap { variants.conditions(sealed: $0, in: feed) }
  }

  /// Returns `true` if the variant called `name` is gone and the page at `cursor` is still served, so that a client can
  /// read a list to its end once it has begun.
  package func outlives(_ cursor: SectionCursor, variant name: String, of feed: Feed) -> Bool {
    conditions(of: name, in: feed) == nil && sealedConditions(of: cursor, in: feed.name) != nil
  }

  /// The conditions that the variant called `name` meets; `nil` for one that does not exist.
  package func conditions(of name: String, in feed: Feed) -> Set<Targeting>? {
    let met = variants.conditions(
      of: name, among: feed.conditions,
      beside: { feed.possibleConditions(beside: $0) }, in: feed.name)
    guard let met, feed.relevantConditions(among: met) == met else { return nil }
    return met
  }

  /// The sections of a variant whose items depend on conditions, in all locales.
  private func sections(
    of feed: Feed, in publication: Publication, meeting met: Set<Targeting>
  ) async throws -> [String: [LocaleTag?: Section]] {
    let targeted = feed.sectionsWithTargetedItems(meeting: met)
    guard !targeted.isEmpty else { return [:] }
    let (publishing, revision) = (configuration.items, publication.committed)
    let (shown, cache) = (publication.content.moment, cache)
    return try await store.read { newest in
      let isNewest = try newest.latestRevision()?.number == revision?.number
      let reader = isNewest ? newest : try newest.content(at: revision?.number ?? 0)
      var preparation = try FeedPreparation(publishing: publishing, cache: cache)
        .of(revision, in: reader, showing: Visibility(at: shown, meeting: .only(met)))
        .of(feed.composition)
      preparation.locales = try reader.knownLocales(seenBy: preparation.visibility)
      preparation.isOfVariant = true
      return try targeted.reduce(into: [:]) { sections, section in
        sections[section.id] = try reader.variants(
          of: section, in: feed, meeting: met, preparation)
      }
    }
  }
}

extension ContentReader {
  /// The section `general` of `feed` with the items for clients that meet `met`, in all locales in
  /// which they differ.
  fileprivate func variants(
    of general: Section, in feed: Feed, meeting met: Set<Targeting>,
    _ preparation: FeedPreparation
  ) throws -> [LocaleTag?: Section] {
    let shown = try shownItems(of: general.written, in: preparation)
    let base = try variant(of: general, in: feed, meeting: met, showing: shown, nil, preparation)
    var sections: [LocaleTag?: Section] = [nil: base]
    for locale in preparation.locales(of: [base]) where base.isTranslated(in: locale, preparation) {
      let edition = try variant(
        of: general, in: feed, meeting: met, showing: .success(base.shown), locale, preparation)
      let parents = locale.parents(before: preparation.publishing.locales.default)
      let parent = parents.lazy.compactMap { sections[$0] }.first ?? base
      if edition.lastChange.digest != parent.lastChange.digest { sections[locale] = edition }
    }
    return sections
  }

  private func variant(
    of general: Section, in feed: Feed, meeting met: Set<Targeting>,
    showing shown: Result<Feed.ShownItems, any Error>, _ locale: LocaleTag?,
    _ preparation: FeedPreparation
  ) throws -> Section {
    var preparation = preparation
    let tags = locale.map { preparation.publishing.locales.lookup(for: $0) } ?? []
    let own = general.targeting?.lastChanges(meeting: met, in: tags) ?? []
    let everybodys = feed.targetedSection(general.id, in: locale)?.lastChange
    let number = (own + [everybodys ?? general.lastChange]).map(\.number).max() ?? 0
    let key = DocumentKey.edition(
      of: general.when == nil ? feed.name : DocumentKey.targeted(feed.name), in: locale)
    let (document, changed) = (DocumentKey(feed: key, section: general.id), try revision(number))
    preparation.noted = { $0 == document ? changed : nil }
    var section = Section(general.written, of: feed.name, showing: shown, in: locale, preparation)
    section.targeting = general.targeting
    return section
  }
}
