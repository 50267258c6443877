package import FeedLayout

/// The cells and the themes in force.
package struct CellCatalogue: Hashable, Sendable {
  /// The cells.
  package let cells: CellBook
  /// The themes by their names, each with all values.
  private let themes: [String: CellTheme]

  /// The cells and the theme of every database alone.
  package static let standard = CellCatalogue(definitions: [], themes: [])

  /// The cells of every database and `definitions`, which replace those of their names, and the default theme with
  /// `themes`, of which the one called `default` changes all others.
  package init(definitions: [CellDefinition], themes: [CellTheme]) {
    let own = Set(definitions.map(\.name))
    cells = CellBook(StandardCells.all.filter { !own.contains($0.name) } + definitions)
    let changed = themes.first { $0.name == StandardCells.theme.name }
    let standard = changed.map { StandardCells.theme.overridden(by: $0) } ?? StandardCells.theme
    var all = [standard.name: standard]
    for theme in themes where theme.name != standard.name {
      all[theme.name] = standard.overridden(by: theme)
    }
    self.themes = all
  }

  /// The theme called `name`, or the default theme for an unknown name and for `nil`.
  package func theme(_ name: String? = nil) -> CellTheme {
    name.flatMap { themes[$0] } ?? themes[StandardCells.theme.name] ?? StandardCells.theme
  }

  /// The names of the themes.
  package var themeNames: [String] { themes.keys.sorted() }
}
