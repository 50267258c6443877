import FeedModel
import FeedStore
import LayoutCatalog

/// The conditions that decide which items a section shows to whom.
struct SectionTargeting: Hashable, Sendable {
  let conditions: Set<Targeting>
  /// The last revision that changed an item of the kind, shown to everybody or not.
  let lastTouch: Revision
  /// The last change of how the section chooses among its items.
  let selection: LastChange
  /// The first items of a section that ends at its limit; `nil` for one with pages, where every item counts.
  let beginning: TargetedBeginning?

  /// The conditions among `met` that decide what is shown.
  func relevantConditions(among met: Set<Targeting>) -> Set<Targeting> {
    beginning?.relevantConditions(among: met) ?? conditions.intersection(met)
  }
}

/// The conditions of the first items of a section, in their order. Those behind its end for everybody decide nothing.
struct TargetedBeginning: Hashable, Sendable {
  /// The conditions of the items; `nil` for items that are shown to everybody.
  private let conditions: [Targeting?]
  private let limit: Int

  /// The beginning of `section` up to its end for everybody; `nil` if that is too far, or an item is damaged.
  ///
  /// - Throws: ``StoreError``.
  init?(of section: Composition.Section, at moment: Timestamp, reader: any ContentReader) throws {
    do {
      let (items, areAll) = try reader.candidates(of: section, at: moment)
      guard areAll else { return nil }
      conditions = items.map(\.window.when)
    } catch let error as StoreError where error.isOfItem {
      return nil
    }
    limit = section.limit
  }

  /// A text that differs wherever other conditions can decide what is shown. It is empty if no condition can be
  /// displaced, whatever a client is shown: each is on an item that is within the limit for everybody.
  var text: String {
    let leading = Set(conditions.prefix(limit))
    if conditions.allSatisfy({ $0 == nil || leading.contains($0) }) { return "" }
    return "\(limit)" + conditions.map { "\n\($0?.canonicalText ?? "")" }.joined()
  }

  /// The conditions of the items that clients are shown that meet `met`.
  func relevantConditions(among met: Set<Targeting>) -> Set<Targeting> {
    let shown = conditions.lazy.filter { $0.map(met.contains) ?? true }
    return Set(shown.prefix(limit).compactMap(\.self))
  }
}

extension ContentReader {
  /// The conditions on the items of `section` of `feed`; `nil` if there are none.
  ///
  /// - Throws: ``StoreError``.
  func targeting(
    of section: Composition.Section, in feed: String, _ preparation: FeedPreparation
  ) throws -> SectionTargeting? {
    guard !preparation.isPreview else { return nil }
    let moment = preparation.visibility.moment
    let conditions = try conditions(of: section, at: moment)
    guard !conditions.isEmpty else { return nil }
    let number = try lastTouch(
      ofKind: section.kind.name, through: preparation.revision, includingTargeted: true)
    guard let revision = try revision(number) else { return nil }
    let hasPages = SectionLooks.of(section).looks.hasPages
    return SectionTargeting(
      conditions: conditions, lastTouch: revision,
      selection: preparation.lastChange(
        of: .selection(of: section.id, in: feed), showing: .ofSelection(section)),
      beginning: hasPages
        ? nil : try TargetedBeginning(of: section, at: moment, reader: self))
  }
}
