import FeedModel
import FeedStore
import Foundation

/// The sections and items of a feed for some clients, and the conditions that decide about them.
struct TargetedFeed: Sendable {
  /// The sections that are shown to everybody or to some clients, from top to bottom. The items are those for everybody.
  let sections: [Section]
  /// The sections in other locales.
  let editions: [LocaleTag: [Section]]
  /// The locale of ``sections``.
  let locale: LocaleTag
  /// The last changes of which sections there are, in what order, and when that changes: of those for everybody, and of
  /// those for clients that meet one or two of the conditions of sections. What clients get that meet more of them follows
  /// from these, and nothing of the others is in it.
  private let orders: [Set<Targeting>: LastChange]
  /// The last changes of the documents, by the keys by which they are noted.
  let lastChanges: [DocumentKey: LastChange]
  /// The conditions of sections and items, in the order of their texts.
  let conditions: [Targeting]
  /// When it next shows something else to anybody.
  let boundaries: Boundaries
  /// The moment that it was prepared for.
  let moment: Timestamp
  /// The sections that not everybody gets and that could not be read, and conditions without an effect.
  let failures: [Feed.Failure]
  /// Whether the moment is not that of the revision, so that another one may show something else.
  private let isProvisional: Bool

  /// The most conditions of a feed that have an effect: each client that asks for its variant is compared with all.
  static let maximumConditionCount = 1_024

  /// Whether every document of it is the same as those of `other`.
  func isSame(as other: TargetedFeed) -> Bool {
    orders == other.orders && conditions == other.conditions
      && boundaries == other.boundaries && isProvisional == other.isProvisional
      && (!isProvisional || moment == other.moment)
      && sections.map(\.lastChange) == other.sections.map(\.lastChange)
      && sections.map(\.targeting) == other.sections.map(\.targeting)
      && editions.mapValues { $0.map(\.lastChange) }
        == other.editions.mapValues { $0.map(\.lastChange) }
  }

  /// The section `id`; `nil` if there is none.
  func section(_ id: String) -> Section? { sections.first { $0.id == id } }

  /// The section `id` as readers of `locale` get it; `nil` if there is none.
  func section(_ id: String, in locale: LocaleTag?) -> Section? {
    let tags = locale.map { [$0] + $0.parents(before: self.locale) } ?? []
    let edition = tags.lazy.compactMap { editions[$0] }.first ?? sections
    return edition.first { $0.id == id }
  }

  /// The last change of which sections clients get that meet `met`, and in what order.
  func order(for met: Set<Targeting>) -> LastChange? {
    orders.filter { $0.key.isSubset(of: met) }.map(\.value)
      .max {
        ($0.number, $0.moment.millisecondsSince1970) < ($1.number, $1.moment.millisecondsSince1970)
      }
  }
}

extension TargetedFeed {
  /// The part of `composition` for some clients; `nil` if all of it is shown to everybody, and nothing is to come for some.
  ///
  /// - Parameters:
  ///   - sections: those that are shown to everybody or to some clients.
  ///   - visibility: the sections that are shown to anybody.
  ///   - boundaries: when something else is shown to everybody.
  ///   - boundariesForAnybody: when something else is shown to everybody or to some clients.
  init?(
    _ composition: Composition, _ sections: [Section], visibleBy visibility: Visibility,
    until boundaries: Boundaries, forAnybody boundariesForAnybody: Boundaries,
    after former: Feed?, in preparation: FeedPreparation
  ) {
    let all = Self.conditions(of: sections)
    guard !all.isEmpty || sections.contains(where: { $0.targeting != nil }) else { return nil }
    conditions = Array(all.prefix(Self.maximumConditionCount))
    failures = Self.failures(in: sections, composition.feed, conditionCount: all.count)
    self.sections = sections
    self.boundaries = boundariesForAnybody
    moment = preparation.visibility.moment
    isProvisional = preparation.isProvisional
    let defaultLocale = preparation.publishing.locales.default
    locale = defaultLocale
    let formerEditions = former?.targeted.map { former in
      former.editions.mapValues { Array(zip(former.sections, $0)) }
    }
    var editions: [LocaleTag: [Section]] = [:]
    for locale in preparation.locales(of: sections) {
      let parent =
        locale.parents(before: defaultLocale).lazy.compactMap { editions[$0] }.first ?? sections
      editions[locale] = sections.editions(
        in: locale, of: composition.feed, after: formerEditions?[locale] ?? [], like: parent,
        preparation)
    }
    self.editions = editions
    orders = Self.orders(
      of: composition, sections, visibleBy: visibility, until: boundaries, preparation)
    lastChanges = Self.lastChanges(sections, editions, orders, in: composition.feed)
  }

  /// Each condition has the places of its sections among those for everybody, and each two of them the order of theirs
  /// where nothing for everybody is between: what comes or goes elsewhere is in none of these.
  private static func orders(
    of composition: Composition, _ sections: [Section], visibleBy visibility: Visibility,
    until boundaries: Boundaries, _ preparation: FeedPreparation
  ) -> [Set<Targeting>: LastChange] {
    var orders: [Set<Targeting>: LastChange] = [:]
    func note(
      _ places: [SectionPlace], for met: Set<Targeting>, spacing: Double? = nil,
      until next: Timestamp? = nil
    ) {
      orders[met] = preparation.lastChange(
        of: .order(of: composition.feed, for: met),
        showing: .ofOrder(places, spacing: spacing, until: next))
    }
    // 1. What everybody gets.
    let everybodys = sections.filter { $0.written.window.when == nil }
    note(
      everybodys.map { SectionPlace(section: $0) }, for: [], spacing: composition.spacing,
      until: boundaries.next)
    // 2. The sections between two of these.
    var gaps: [[SectionPlace]] = [[]]
    var above: String?
    for section in sections {
      if section.written.window.when == nil {
        above = section.id
        gaps.append([])
      } else {
        gaps[gaps.count - 1].append(SectionPlace(section: section, above: above))
      }
    }
    // 3. Those of each condition.
    for (condition, places) in Dictionary(grouping: gaps.joined(), by: \.when) {
      guard let condition else { continue }
      let own = composition.sections.filter { $0.window.when == condition }
      note(
        places, for: [condition],
        until: Boundaries(own.map { visibility.boundaries(of: $0.window) }).next)
    }
    // 4. Those of two conditions that one client can meet.
    var pairs: [Set<Targeting>: [SectionPlace]] = [:]
    for gap in gaps {
      let conditions = Array(Set(gap.compactMap(\.when)))
      for (index, one) in conditions.enumerated() {
        for other in conditions[(index + 1)...] where !one.excludes(other) {
          pairs[[one, other], default: []] += gap.filter { $0.when == one || $0.when == other }
        }
      }
    }
    for (pair, places) in pairs { note(places, for: pair) }
    return orders
  }

  /// The conditions of `sections` and of their items, in the order of their texts.
  private static func conditions(of sections: [Section]) -> [Targeting] {
    let conditions = sections.reduce(into: Set<Targeting>()) { conditions, section in
      if let when = section.written.window.when { conditions.insert(when) }
      conditions.formUnion(section.targeting?.conditions ?? [])
    }
    return conditions.inTextOrder
  }

  private static func failures(
    in sections: [Section], _ feed: String, conditionCount: Int
  ) -> [Feed.Failure] {
    let unreadable = sections.filter { $0.written.window.when != nil }.flatMap(\.failures).map {
      Feed.Failure(section: $0.section, reason: $0.reason, isPublic: false)
    }
    guard conditionCount > maximumConditionCount else { return unreadable }
    let reason = "expected at most \(maximumConditionCount) conditions, found \(conditionCount)"
    return unreadable + [Feed.Failure(section: "when", reason: reason, isPublic: false)]
  }
}

/// A section, and the one for everybody that is next above it.
struct SectionPlace {
  let section: Section
  var above: String?

  var when: Targeting? { section.written.window.when }
}

extension Feed {
  /// The feed as clients get it that meet `met` of its conditions, and no others.
  ///
  /// - Parameters:
  ///   - name: the name of the variant.
  ///   - sections: the sections whose items depend on the conditions, in all locales; the default one is `nil`.
  ///   - pages: the addresses of its pages.
  func variant(
    _ name: String, meeting met: Set<Targeting>, with sections: [String: [LocaleTag?: Section]],
    pages: PageAddresses?
  ) -> Feed {
    guard let targeted else { return self }
    func shown(_ all: [Section], in locale: LocaleTag?) -> [Section] {
      all.filter { $0.written.window.when.map(met.contains) ?? true }.map { section in
        guard let own = sections[section.id] else { return section }
        let tags = locale.map { [$0] + $0.parents(before: targeted.locale) } ?? []
        return tags.lazy.compactMap { own[$0] }.first ?? own[nil] ?? section
      }
    }
    let base = Feed(
      self, variant: name, showing: shown(targeted.sections, in: nil), meeting: met, in: nil,
      pages: pages)
    let locales = Set(targeted.editions.keys)
      .union(sections.values.flatMap { $0.keys.compactMap(\.self) })
    var editions: [LocaleTag: Feed] = [:]
    for locale in locales.sortedFromGeneral {
      let parents = locale.parents(before: targeted.locale)
      let parent = parents.lazy.compactMap { editions[$0] }.first ?? base
      let general =
        ([locale] + parents).lazy.compactMap { targeted.editions[$0] }.first ?? targeted.sections
      let edition = Feed(
        self, variant: name, showing: shown(general, in: locale), meeting: met, in: locale,
        pages: pages)
      // Readers of a locale who see nothing else get what is more general.
      let isGeneral = edition.sections.map(\.lastChange) == parent.sections.map(\.lastChange)
      if !isGeneral { editions[locale] = edition }
    }
    return base.with(editions)
  }

  /// The conditions that decide what clients get that meet `met`: those of the sections that they get, and of the items
  /// in them.
  func relevantConditions(among met: Set<Targeting>) -> Set<Targeting> {
    (targeted?.sections ?? []).reduce(into: []) { relevant, section in
      if let when = section.written.window.when {
        guard met.contains(when) else { return }
        relevant.insert(when)
      }
      relevant.formUnion(section.targeting?.relevantConditions(among: met) ?? [])
    }
  }

  /// The conditions that would decide what clients get that meet `met`, and one of them as well: if others come or go,
  /// these clients have to be told. Who cannot meet a condition beside `met` is not concerned.
  func possibleConditions(beside met: Set<Targeting>) -> Set<Targeting> {
    let known = Set(targeted?.conditions ?? [])
    let possible = (targeted?.sections ?? []).reduce(into: Set<Targeting>()) { possible, section in
      if let when = section.written.window.when, !met.contains(when) {
        possible.insert(when)
      } else {
        possible.formUnion(section.targeting?.possibleConditions(beside: met) ?? [])
      }
    }
    return possible.filter { condition in
      known.contains(condition) && met.allSatisfy { !$0.excludes(condition) }
    }
  }

  /// The sections that clients get who meet `met`, and whose items depend on that, now or later.
  func sectionsWithTargetedItems(meeting met: Set<Targeting>) -> [Section] {
    (targeted?.sections ?? []).filter { section in
      (section.written.window.when.map(met.contains) ?? true)
        && section.targeting.map { !$0.concerning(met).isEmpty } ?? false
    }
  }
}

extension Set<Targeting> {
  /// The conditions in the order of the bytes of their texts, which is the same on every server.
  var inTextOrder: [Targeting] {
    map { (condition: $0, text: Array($0.canonicalText.utf8)) }
      .sorted { $0.text.lexicographicallyPrecedes($1.text) }.map(\.condition)
  }
}

extension Sequence<LocaleTag> {
  /// The tags, the more general ones first.
  var sortedFromGeneral: [LocaleTag] {
    sorted { ($0.lookup.count, $0) < ($1.lookup.count, $1) }
  }
}

extension [Section] {
  /// These sections in `locale`. What has no translation in it is that of `parent`, the sections in the next more
  /// general locale.
  ///
  /// - Parameters:
  ///   - former: the sections before, with their editions; unchanged ones are reused.
  ///   - served: the sections in service in that locale.
  func editions(
    in locale: LocaleTag, of feed: String, after former: [(Section, Section)],
    like parent: [Section], insteadOf served: [Section] = [], _ preparation: FeedPreparation
  ) -> [Section] {
    let known = former.reduce(into: [:]) { $0[$1.0.id] = $1 }
    return zip(self, parent).map { section, general in
      guard section.isTranslated(in: locale, preparation) else { return general }
      if let (former, edition) = known[section.id], former.isIdentical(to: section),
        edition.pageLocale == preparation.pageLocale(behind: section, in: locale),
        !edition.isIdentical(to: former)
      {
        return edition
      }
      let edition = Section(
        section.written, of: feed, showing: .success(section.shown), in: locale,
        insteadOf: [general, section] + served, preparation)
      return edition.lastChange.digest == general.lastChange.digest ? general : edition
    }
  }
}
