import FeedModel
import FeedStore

/// The conditions that decide which items a section shows to whom.
struct SectionTargeting: Hashable, Sendable {
  let conditions: Set<Targeting>
  /// When something with each condition begins or ceases to be shown.
  let upcoming: [Targeting: Timestamp]
  /// The last change of how the section chooses among its items.
  let selection: LastChange
  /// The last changes of what clients get that meet one condition, by locale.
  let changes: [Targeting: [LocaleTag?: LastChange]]
  /// The conditions of the items up to the limit for everybody, `nil` for an item without one;
  /// `nil` for a section with pages, where every item counts.
  let beginning: [Targeting?]?
  let limit: Int

  /// The conditions among `met` that decide what is shown.
  func relevantConditions(among met: Set<Targeting>) -> Set<Targeting> {
    guard let beginning else { return conditions.intersection(met) }
    let shown = beginning.lazy.filter { $0.map(met.contains) ?? true }
    return Set(shown.prefix(limit).compactMap(\.self))
  }

  /// The conditions that would decide what is shown to clients that meet one beside `met`.
  func possibleConditions(beside met: Set<Targeting>) -> Set<Targeting> {
    guard let beginning else { return conditions.subtracting(met) }
    var (reached, count): (Set<Targeting>, Int) = ([], 0)
    for condition in beginning {
      guard count < limit else { break }
      if let condition { reached.insert(condition) }
      if condition.map(met.contains) ?? true { count += 1 }
    }
    return reached.subtracting(met)
  }

  /// The conditions among `met` that decide what is shown, now or later.
  func concerning(_ met: Set<Targeting>) -> Set<Targeting> {
    relevantConditions(among: met).union(met.intersection(upcoming.keys))
  }

  /// The last changes of what clients get that meet `met`, in the first of `locales` in which it
  /// differs.
  func lastChanges(meeting met: Set<Targeting>, in locales: [LocaleTag]) -> [LastChange] {
    let tags = locales.map(Optional.some) + [nil]
    let concerning = concerning(met)
    let own = concerning.compactMap { condition in
      changes[condition].flatMap { changes in tags.lazy.compactMap { changes[$0] }.first }
    }
    return concerning.count > 1 ? own + [selection] : own
  }

  /// When something else is next shown to clients that meet one of the conditions that `isMet`
  /// holds for.
  func nextBoundary(where isMet: (Targeting) -> Bool) -> Timestamp? {
    upcoming.filter { isMet($0.key) }.map(\.value)
      .min { $0.millisecondsSince1970 < $1.millisecondsSince1970 }
  }
}

/// The items with one condition that clients get who meet it, and no other.
struct TargetedItems {
  let condition: Targeting
  /// The items with the condition, and their places among all that these clients get.
  let items: [(place: Int, item: ContentItem)]
  /// Whether these clients get more items than the section shows.
  let hasMore: Bool
  /// The reason why the items could not be read; `nil` if they were.
  let failure: String?

  /// Those with each of `conditions` among `items`, the first ones of a section of up to `limit`.
  static func among(
    _ items: [StoredItem], limit: Int, for conditions: Set<Targeting>
  ) -> [TargetedItems] {
    var generalCount = 0
    var found: [Targeting: [(place: Int, item: ContentItem)]] = [:]
    var counts: [Targeting: Int] = [:]
    for item in items {
      guard let when = item.window.when else {
        generalCount += 1
        continue
      }
      let place = generalCount + counts[when, default: 0]
      counts[when, default: 0] += 1
      if place < limit { found[when, default: []].append((place, item.content)) }
    }
    return conditions.map { condition in
      TargetedItems(
        condition: condition, items: found[condition] ?? [],
        hasMore: generalCount + counts[condition, default: 0] > limit, failure: nil)
    }
  }
}

extension ContentReader {
  func targeting(
    of section: Composition.Section, in feed: String, _ preparation: FeedPreparation
  ) throws -> SectionTargeting? {
    guard try !preparation.isPreview && mayHaveConditions(section.kind) else { return nil }
    let moment = preparation.visibility.moment
    let conditions = try conditions(of: section, at: moment)
    let upcoming = try targetedBoundaries(of: section, after: moment)
    guard !conditions.isEmpty || !upcoming.isEmpty else { return nil }
    let hasPages = preparation.looks(of: section).hasPages
    // Others have no effect in any feed.
    let concerned = Set(
      conditions.union(upcoming.keys).inTextOrder.prefix(Feed.maximumConditionCount))
    let (items, beginning) = try targetedItems(of: section, with: concerned, at: moment)
    let photos = try ShownPhotos(of: items.flatMap(\.items).map(\.item), in: self)
    var changes: [Targeting: [LocaleTag?: LastChange]] = [:]
    for items in items {
      let condition = items.condition
      // Where readers of a locale see the same as others, there is nothing of their own.
      let locales = Set(items.items.flatMap { $0.item.translations.map(\.locale) })
      for locale in [nil] + locales.map(Optional.some) {
        let tags = locale.map { preparation.publishing.locales.lookup(for: $0) } ?? []
        changes[condition, default: [:]][locale] = preparation.lastChange(
          of: .items(with: condition, of: section.id, in: feed, locale),
          showing: .ofTargeted(
            items, hasPages: hasPages, photos: photos, in: tags, until: upcoming[condition]))
      }
    }
    let anybody = preparation.visibility.meeting(.all)
    return SectionTargeting(
      conditions: conditions, upcoming: upcoming,
      selection: preparation.lastChange(
        of: .selection(of: section.id, in: feed),
        showing: .ofSelection(section, from: try source(of: section, visibility: anybody))),
      changes: changes, beginning: hasPages ? nil : beginning, limit: section.limit)
  }

  /// What clients get of `section` that meet one of `conditions`, and the conditions of its first
  /// items; `nil` if these are too many, or an item is damaged.
  private func targetedItems(
    of section: Composition.Section, with conditions: Set<Targeting>, at moment: Timestamp
  ) throws -> ([TargetedItems], beginning: [Targeting?]?) {
    do {
      let (items, areAll) = try candidates(of: section, at: moment, withFollowers: 1)
      if areAll {
        return (
          TargetedItems.among(items, limit: section.limit, for: conditions),
          items.map(\.window.when)
        )
      }
    } catch let error as StoreError where error.isOfItem {
      // Clients that do not get the item get the others.
    }
    return (try conditions.map { try targetedItems(of: section, with: $0, at: moment) }, nil)
  }

  private func targetedItems(
    of section: Composition.Section, with condition: Targeting, at moment: Timestamp
  ) throws -> TargetedItems {
    do {
      let items = try items(
        of: section, after: nil, limit: section.limit + 1,
        visibility: Visibility(at: moment, meeting: .only([condition])))
      return TargetedItems.among(items, limit: section.limit, for: [condition])[0]
    } catch let error as StoreError where error.isOfItem {
      return TargetedItems(condition: condition, items: [], hasMore: false, failure: "\(error)")
    }
  }
}

extension DocumentKey {
  /// The document that stands for the items with `condition` in `section` of `feed` in `locale`.
  static func items(
    with condition: Targeting, of section: String, in feed: String, _ locale: LocaleTag?
  ) -> DocumentKey {
    DocumentKey(
      feed: edition(of: targeted(feed), in: locale),
      section: "\(section)*\(ContentDigest.mark(of: [condition]))")
  }

  /// The document that stands for which sections clients that meet `conditions` get, and in what
  /// order.
  static func order(of feed: String, for conditions: Set<Targeting>) -> DocumentKey {
    DocumentKey(
      feed: targeted(feed),
      section: conditions.isEmpty ? nil : "*\(ContentDigest.mark(of: conditions))")
  }
}
