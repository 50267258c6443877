import FeedModel
import FeedStore
import Foundation

/// What a feed shows to some clients, and the conditions that decide about it.
extension Feed {
  /// The most conditions of a feed that have an effect: clients are compared with all of them.
  static let maximumConditionCount = 1_024

  /// The sections for some clients or everybody, if there is a difference.
  var targetedSections: [Section] { isTargeted ? allSections : [] }

  /// ``allSections`` for readers who look values up in `tags`, the most specific one first.
  func allSections(for tags: [LocaleTag]) -> [Section] {
    tags.lazy.compactMap { allEditions[$0] }.first ?? allSections
  }

  /// The section `id`, of a feed with some for some clients, as readers of `locale` get it.
  func targetedSection(_ id: String, in locale: LocaleTag?) -> Section? {
    guard isTargeted else { return nil }
    let tags = locale.map { [$0] + $0.parents(before: defaultReader.tag) } ?? []
    return allSections(for: tags).first { $0.id == id }
  }

  /// The last change of which sections clients get that meet `met`, and in what order.
  func order(for met: Set<Targeting>) -> LastChange? {
    orders.filter { $0.key.isSubset(of: met) }.map(\.value)
      .max {
        ($0.number, $0.moment.millisecondsSince1970) < ($1.number, $1.moment.millisecondsSince1970)
      }
  }

  /// The changes of the order of sections. Each condition has the places of its sections among
  /// those for everybody, and each two of them the order of theirs where nothing for everybody is
  /// between.
  func orders(
    visibleBy visibility: Visibility, in preparation: FeedPreparation
  ) -> [Set<Targeting>: LastChange] {
    var orders: [Set<Targeting>: LastChange] = [:]
    func note(
      _ places: [ContentDigest.Place], for met: Set<Targeting>, spacing: Double? = nil,
      until next: Timestamp? = nil
    ) {
      orders[met] = preparation.lastChange(
        of: .order(of: name, for: met),
        showing: .ofOrder(places, spacing: spacing, until: next))
    }
    // 1. What everybody gets.
    let everybodys = allSections.filter { $0.when == nil }
    note(
      everybodys.map { (section: $0, above: nil) }, for: [], spacing: composition.spacing,
      until: boundaries.next)
    // 2. The sections between two of these.
    var gaps: [[ContentDigest.Place]] = [[]]
    var above: String?
    for section in allSections {
      if section.when == nil {
        above = section.id
        gaps.append([])
      } else {
        gaps[gaps.count - 1].append((section, above))
      }
    }
    // 3. Those of each condition.
    for (condition, places) in Dictionary(grouping: gaps.joined(), by: \.section.when) {
      guard let condition else { continue }
      let own = composition.sections.filter { $0.window.when == condition }
      note(
        places, for: [condition],
        until: Boundaries(own.map { visibility.boundaries(of: $0.window) }).next)
    }
    // 4. Those of two conditions that one client can meet.
    var pairs: [Set<Targeting>: [ContentDigest.Place]] = [:]
    for gap in gaps {
      let conditions = Array(Set(gap.compactMap(\.section.when)))
      for (index, one) in conditions.enumerated() {
        for other in conditions[(index + 1)...] where !one.excludes(other) {
          let pair: Set = [one, other]
          pairs[pair, default: []] += gap.filter { $0.section.when.map(pair.contains) ?? false }
        }
      }
    }
    for (pair, places) in pairs { note(places, for: pair) }
    return orders
  }

  /// The conditions of `sections` and of their items, in the order of their texts.
  static func conditions(of sections: [Section]) -> [Targeting] {
    sections.reduce(into: Set<Targeting>()) { conditions, section in
      if let when = section.when { conditions.insert(when) }
      conditions.formUnion(section.targeting?.conditions ?? [])
    }.inTextOrder
  }

  /// The failures of the `sections` for some clients, and that of too many conditions.
  static func failures(in sections: [Section], conditionCount: Int) -> [Failure] {
    let unreadable = sections.filter { $0.when != nil }.flatMap(\.failures).map {
      Failure(section: $0.section, reason: $0.reason, isPublic: false)
    }
    guard conditionCount > maximumConditionCount else { return unreadable }
    let reason = "expected at most \(maximumConditionCount) conditions, found \(conditionCount)"
    return unreadable + [Failure(section: "when", reason: reason, isPublic: false)]
  }
}

// MARK: - Variants

extension Feed {
  /// The variant for clients that meet `conditions`, if it is in memory.
  func knownVariant(meeting conditions: Set<Targeting>) -> Feed? {
    cache.variant(meeting: conditions, in: space)
  }

  /// The feed for clients that meet `met` of its conditions, and no others.
  ///
  /// - Parameter sections: the sections whose items depend on the conditions, by locale; the
  ///   default one is `nil`.
  func variant(
    _ name: String, meeting met: Set<Targeting>, with sections: [String: [LocaleTag?: Section]],
    pages: PageAddresses?
  ) -> Feed {
    guard isTargeted else { return self }
    func shown(_ all: [Section], in locale: LocaleTag?) -> [Section] {
      all.filter { $0.when.map(met.contains) ?? true }.map { section in
        guard let own = sections[section.id] else { return section }
        let tags = locale.map { [$0] + $0.parents(before: defaultReader.tag) } ?? []
        return tags.lazy.compactMap { own[$0] }.first ?? own[nil] ?? section
      }
    }
    let base = Feed(
      self, variant: name, showing: shown(allSections, in: nil), meeting: met, in: nil,
      pages: pages)
    let locales = Set(allEditions.keys)
      .union(sections.values.flatMap { $0.keys.compactMap(\.self) })
    var editions: [LocaleTag: Feed] = [:]
    for locale in locales.sortedFromGeneral {
      let parents = locale.parents(before: defaultReader.tag)
      let parent = parents.lazy.compactMap { editions[$0] }.first ?? base
      let edition = Feed(
        self, variant: name, showing: shown(allSections(for: [locale] + parents), in: locale),
        meeting: met, in: locale, pages: pages)
      // Readers of a locale who see nothing else get what is more general.
      let isGeneral = edition.sections.map(\.lastChange) == parent.sections.map(\.lastChange)
      if !isGeneral { editions[locale] = edition }
    }
    return base.with(editions)
  }

  /// The conditions that decide what clients get that meet `met`: of their sections and items.
  func relevantConditions(among met: Set<Targeting>) -> Set<Targeting> {
    targetedSections.reduce(into: []) { relevant, section in
      if let when = section.when {
        guard met.contains(when) else { return }
        relevant.insert(when)
      }
      relevant.formUnion(section.targeting?.relevantConditions(among: met) ?? [])
    }
  }

  /// The conditions that would decide what clients get that meet `met` and one of them as well: if
  /// others come or go, these clients have to be told.
  func possibleConditions(beside met: Set<Targeting>) -> Set<Targeting> {
    let known = Set(conditions)
    let possible = targetedSections.reduce(into: Set<Targeting>()) { possible, section in
      if let when = section.when, !met.contains(when) {
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
    targetedSections.filter { section in
      (section.when.map(met.contains) ?? true)
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
  var sortedFromGeneral: [LocaleTag] { sorted { ($0.lookup.count, $0) < ($1.lookup.count, $1) } }
}

extension [Section] {
  /// These sections in `locale`. What has no translation in it is that of `parent`, the next more
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
        edition.pageLocale
          == preparation.pageLocale(behind: section.shown, of: section.written.kind, in: locale),
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
