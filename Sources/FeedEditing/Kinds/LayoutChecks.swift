package import FeedModel

/// The checks that editing leaves to others: whether something can be laid out with the cells in force.
package struct LayoutChecks: Sendable {
  /// Whether the items of a kind can be laid out; throws `DocumentProblems`.
  package let kind: @Sendable (ContentKind, CellCatalogue) throws -> Void
  /// Whether the sections of a composition can be laid out; throws `DocumentProblems`.
  package let composition: Editor.CompositionCheck

  package init(
    kind: @escaping @Sendable (ContentKind, CellCatalogue) throws -> Void,
    composition: @escaping Editor.CompositionCheck
  ) {
    self.kind = kind
    self.composition = composition
  }

  /// No checks, for files without definitions and compositions.
  package static let none = LayoutChecks(kind: { _, _ in }, composition: { _, _ in })
}
