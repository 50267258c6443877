import Crypto
import FeedModel
import FeedStore
import Foundation

/// The sections and items of a feed for some clients, and the conditions that decide about them.
struct TargetedFeed: Sendable {
  /// The sections that are shown to everybody or to some clients, from top to bottom. The items are those for everybody.
  let sections: [PreparedSection]
  /// The sections in other locales.
  let editions: [LocaleTag: [PreparedSection]]
  /// The last change of which sections there are, to whom they are shown, and when that changes.
  let structure: LastChange
  /// The conditions of sections and items, in the order of their texts.
  let conditions: [Targeting]
  /// A digest of which conditions decide what is shown: the names of variants hold as long as it is the same.
  let fingerprint: Data
  /// When it next shows something else to anybody.
  let boundaries: Boundaries
  /// The moment that it was prepared for.
  let moment: Timestamp
  /// The sections that not everybody gets and that could not be read, and conditions without an effect.
  let failures: [PreparedFeed.Failure]
  /// Whether the moment is not that of the revision, so that another one may show something else.
  private let isProvisional: Bool

  /// The size of a fingerprint, in bytes.
  private static let fingerprintSize = 8
  /// The most conditions of a feed that have an effect: each client that asks for its variant is compared with all.
  static let maximumConditionCount = 1_024

  private static func fingerprint(
    of conditions: [Targeting], in sections: [PreparedSection]
  ) -> Data {
    let parts = sections.map { section in
      "\(section.id)\n\(section.written.window.when?.canonicalText ?? "")\n"
        + (section.targeting?.beginning?.text ?? "")
    }
    let text = (conditions.map(\.canonicalText) + parts).joined(separator: "\n\n")
    return Data(SHA256.hash(data: Data(text.utf8)).prefix(fingerprintSize))
  }

  /// Whether every document of it is the same as those of `other`.
  func isSame(as other: TargetedFeed) -> Bool {
    structure == other.structure && conditions == other.conditions
      && boundaries == other.boundaries && isProvisional == other.isProvisional
      && (!isProvisional || moment == other.moment)
      && sections.map(\.lastChange) == other.sections.map(\.lastChange)
      && sections.map(\.targeting) == other.sections.map(\.targeting)
      && editions.mapValues { $0.map(\.lastChange) }
        == other.editions.mapValues { $0.map(\.lastChange) }
  }

  /// The section `id`; `nil` if there is none.
  func section(_ id: String) -> PreparedSection? { sections.first { $0.id == id } }
}

extension TargetedFeed {
  /// The part of `composition` for some clients; `nil` if all of it is shown to everybody.
  ///
  /// - Parameters:
  ///   - sections: those that are shown to everybody or to some clients.
  ///   - visibility: the sections that are shown to anybody.
  ///   - boundaries: when something else is shown to everybody.
  ///   - boundariesForAnybody: when something else is shown to everybody or to some clients.
  init?(
    _ composition: Composition, _ sections: [PreparedSection], visibleBy visibility: Visibility,
    until boundaries: Boundaries, forAnybody boundariesForAnybody: Boundaries,
    after former: PreparedFeed?, in preparation: FeedPreparation
  ) {
    let all = Self.conditions(of: sections)
    guard !all.isEmpty else { return nil }
    conditions = Array(all.prefix(Self.maximumConditionCount))
    fingerprint = Self.fingerprint(of: conditions, in: sections)
    failures = Self.failures(in: sections, composition.feed, conditionCount: all.count)
    self.sections = sections
    self.boundaries = boundariesForAnybody
    moment = preparation.visibility.moment
    isProvisional = preparation.isProvisional
    let formerEditions = former?.targeted.map { former in
      former.editions.mapValues { Array(zip(former.sections, $0)) }
    }
    var editions: [LocaleTag: [PreparedSection]] = [:]
    for locale in preparation.locales(of: composition, sections) {
      let parent = locale.lookup.dropFirst().lazy.compactMap { editions[$0] }.first ?? sections
      editions[locale] = sections.editions(
        in: locale, of: composition.feed, after: formerEditions?[locale] ?? [], like: parent,
        preparation)
    }
    self.editions = editions
    structure = preparation.lastChange(
      of: DocumentKey(feed: DocumentKey.targeted(composition.feed)),
      showing: .ofStructure(composition, sections, visibility, until: boundaries.next))
  }

  /// The conditions of `sections` and of their items, in the order of the bytes of their texts, which is the same on
  /// every server.
  private static func conditions(of sections: [PreparedSection]) -> [Targeting] {
    let conditions = sections.reduce(into: Set<Targeting>()) { conditions, section in
      if let when = section.written.window.when { conditions.insert(when) }
      conditions.formUnion(section.targeting?.conditions ?? [])
    }
    return conditions.map { (condition: $0, text: Array($0.canonicalText.utf8)) }
      .sorted { $0.text.lexicographicallyPrecedes($1.text) }.map(\.condition)
  }

  private static func failures(
    in sections: [PreparedSection], _ feed: String, conditionCount: Int
  ) -> [PreparedFeed.Failure] {
    let unreadable = sections.filter { $0.written.window.when != nil }.flatMap(\.failures).map {
      PreparedFeed.Failure(section: $0.section, reason: $0.reason, isPublic: false)
    }
    guard conditionCount > maximumConditionCount else { return unreadable }
    let reason = "expected at most \(maximumConditionCount) conditions, found \(conditionCount)"
    return unreadable + [PreparedFeed.Failure(section: "when", reason: reason, isPublic: false)]
  }
}

extension PreparedFeed {
  /// The feed as clients get it that meet `met` of its conditions, and no others.
  ///
  /// - Parameters:
  ///   - sections: the sections whose items depend on the conditions, in all locales; the default one is `nil`.
  ///   - pages: the addresses of its pages.
  func variant(
    meeting met: Set<Targeting>, with sections: [String: [LocaleTag?: PreparedSection]],
    pages: PageAddresses?
  ) -> PreparedFeed {
    guard let targeted else { return self }
    func shown(_ all: [PreparedSection], in locale: LocaleTag?) -> [PreparedSection] {
      all.filter { $0.written.window.when.map(met.contains) ?? true }.map { section in
        guard let own = sections[section.id] else { return section }
        let tags = (locale?.lookup ?? []).map(Optional.some) + [nil]
        return tags.lazy.compactMap { own[$0] }.first ?? section
      }
    }
    let base = PreparedFeed(
      self, showing: shown(targeted.sections, in: nil), meeting: met, in: nil, likeParent: nil,
      pages: pages)
    var editions: [LocaleTag: PreparedFeed] = [:]
    for locale in targeted.editions.keys.sortedFromGeneral {
      let parent = locale.lookup.dropFirst().lazy.compactMap { editions[$0] }.first ?? base
      editions[locale] = PreparedFeed(
        self, showing: shown(targeted.editions[locale] ?? [], in: locale), meeting: met,
        in: locale, likeParent: parent, pages: pages)
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

  /// The sections that clients get who meet `met`, and whose items depend on that.
  func sectionsWithTargetedItems(meeting met: Set<Targeting>) -> [PreparedSection] {
    (targeted?.sections ?? []).filter { section in
      (section.written.window.when.map(met.contains) ?? true)
        && section.targeting.map { !$0.relevantConditions(among: met).isEmpty } ?? false
    }
  }
}

extension Sequence<LocaleTag> {
  /// The tags, the more general ones first.
  var sortedFromGeneral: [LocaleTag] {
    sorted { ($0.lookup.count, $0) < ($1.lookup.count, $1) }
  }
}

extension [PreparedSection] {
  /// These sections in `locale`. What has no translation in it is that of `parent`, the sections in the next more
  /// general locale.
  ///
  /// - Parameter former: the sections before, with their editions; unchanged ones are reused.
  func editions(
    in locale: LocaleTag, of feed: String, after former: [(PreparedSection, PreparedSection)],
    like parent: [PreparedSection], _ preparation: FeedPreparation
  ) -> [PreparedSection] {
    let known = former.reduce(into: [:]) { $0[$1.0.id] = $1 }
    return zip(self, parent).map { section, general in
      guard section.isTranslated(in: locale, preparation) else { return general }
      if let (former, edition) = known[section.id], former.isIdentical(to: section),
        edition.pageLocale == preparation.pageLocale(behind: section, in: locale),
        !edition.isIdentical(to: former)
      {
        return edition
      }
      let edition = PreparedSection(
        section.written, of: feed, showing: .success(section.shown), in: locale, preparation)
      return edition.lastChange.digest == general.lastChange.digest ? general : edition
    }
  }
}
