/// The cells that sections can have, by their names.
public struct CellBook: Hashable, Sendable {
  /// In the order in which they are listed.
  public let definitions: [CellDefinition]
  private let places: [String: Int]

  /// A book of `definitions`, of which the last one of a name counts.
  public init(_ definitions: [CellDefinition]) {
    self.definitions = definitions
    places = Dictionary(
      definitions.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { $1 })
  }

  /// The definition called `name`.
  public subscript(name: String) -> CellDefinition? { places[name].map { definitions[$0] } }

  /// The cell of a section with the layout `layout` that chooses the cell `choice`: that one if it fits in the layout,
  /// else the one of the layout, or else the first one that fits.
  public func cell(_ choice: String?, in layout: any SectionLayout.Type) -> CellDefinition? {
    let chosen = choice.flatMap { self[$0] } ?? self[layout.standardCell]
    if let chosen, chosen.fits.contains(layout.name) { return chosen }
    if let standard = self[layout.standardCell], standard.fits.contains(layout.name) {
      return standard
    }
    return definitions.first { $0.fits.contains(layout.name) }
  }
}
