import FeedModel
import FeedStore

/// The conditions that decide which items a section shows to whom.
struct SectionTargeting: Hashable, Sendable {
  let conditions: Set<Targeting>
  /// The last revision that changed an item of the kind, shown to everybody or not.
  let lastTouch: Revision
}

extension ContentReader {
  /// The conditions on the items of `section`; `nil` if there are none.
  ///
  /// - Throws: ``StoreError``.
  func targeting(
    of section: Composition.Section, in preparation: FeedPreparation
  ) throws -> SectionTargeting? {
    guard !preparation.isPreview else { return nil }
    let conditions = try conditions(of: section, at: preparation.visibility.moment)
    guard !conditions.isEmpty else { return nil }
    let number = try lastTouch(
      ofKind: section.kind.name, through: preparation.revision, includingTargeted: true)
    guard let revision = try revision(number) else { return nil }
    return SectionTargeting(conditions: conditions, lastTouch: revision)
  }
}
