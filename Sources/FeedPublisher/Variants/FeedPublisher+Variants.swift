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
      FeedVariant(name: $0, expiresAt: nextChange(of: feed.content))
    }
  }

  /// When `feed` may next show something else to anybody. An item may come under a condition that nothing has yet, so
  /// all items of its kinds count.
  private func nextChange(of feed: PreparedFeed) -> Timestamp? {
    guard let publication = current else { return feed.expiresAt }
    let items = publication.walked.outlook.itemBoundaries.mapValues(\.ofAll)
    let all = feed.composition.nextBoundaries(after: publication.content.moment, items: items)
    return Boundaries([all, feed.boundaries]).next
  }

  /// The variant of `feed` called `name`, if it is in memory.
  package func knownVariant(_ name: String, of feed: PublishedFeed) -> PublishedFeed? {
    guard let met = conditions(of: name, in: feed) else { return nil }
    return met.isEmpty ? feed : feed.variants.known(met)
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
    if let known = feed.variants.known(met) { return known }
    let sections = try await sections(of: feed, in: publication, meeting: met)
    let content = feed.content.variant(
      meeting: met, with: sections, pages: configuration.items.pages.inVariant(name))
    return feed.variants.keep(feed.variant(name, content), for: met)
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
  /// last item of their kind.
  fileprivate func variants(
    of general: PreparedSection, in feed: String, _ preparation: FeedPreparation
  ) throws -> [LocaleTag?: PreparedSection] {
    var preparation = preparation
    let locales = preparation.locales.all.sortedFromGeneral
    let touch = general.targeting?.lastTouch
    for locale in [nil] + locales.map(Optional.some) {
      let key = DocumentKey.edition(
        of: general.written.window.when == nil ? feed : DocumentKey.targeted(feed), in: locale)
      let document = DocumentKey(feed: key, section: general.id)
      let isLater = (touch?.number ?? 0) >= general.lastChange.number
      preparation.noted[document] = isLater ? touch : try revision(general.lastChange.number)
    }
    let base = try PreparedSection(general.written, of: feed, reader: self, in: preparation)
    var sections: [LocaleTag?: PreparedSection] = [nil: base]
    for locale in locales where base.isTranslated(in: locale, preparation) {
      let edition = PreparedSection(
        base.written, of: feed, showing: .success(base.shown), in: locale, preparation)
      let parent = locale.lookup.dropFirst().lazy.compactMap { sections[$0] }.first ?? base
      if edition.lastChange.digest != parent.lastChange.digest { sections[locale] = edition }
    }
    return sections
  }
}
