package import FeedLayout

/// The cells and the themes in force.
package struct CellCatalogue: Hashable, Sendable {
  /// The cells: those of every database, and those that editors wrote.
  package let cells: CellBook
  /// The themes by their names, each with all values.
  private let themes: [String: CellTheme]
  /// The designs that editors wrote. One with the name of a design of every database takes its place.
  package let written: [DesignKey: Design]

  /// The cells and the theme of every database alone.
  package static let standard = CellCatalogue([:])

  /// The designs of every database and `written`. The theme called `default` changes all others.
  package init(_ written: [DesignKey: Design]) {
    self.written = written
    let designs = written.sorted { $0.key < $1.key }.map(\.value)
    let definitions = designs.compactMap { design in
      if case .cell(let definition) = design.content { definition } else { nil }
    }
    let own = Set(definitions.map(\.name))
    cells = CellBook(StandardCells.all.filter { !own.contains($0.name) } + definitions)
    let changes = designs.compactMap { design in
      if case .theme(let theme) = design.content { theme } else { nil }
    }
    let changed = changes.first { $0.name == StandardCells.theme.name }
    let standard = changed.map { StandardCells.theme.overridden(by: $0) } ?? StandardCells.theme
    var all = [standard.name: standard]
    for theme in changes where theme.name != standard.name {
      all[theme.name] = standard.overridden(by: theme)
    }
    themes = all
  }

  /// The theme called `name`, or the default theme for an unknown name and for `nil`.
  package func theme(_ name: String? = nil) -> CellTheme {
    name.flatMap { themes[$0] } ?? themes[StandardCells.theme.name] ?? StandardCells.theme
  }

  /// The names of the themes, in alphabetical order.
  package var themeNames: [String] { themes.keys.sorted() }

  /// The design with this key: the one that editors wrote, or else that of every database.
  package subscript(key: DesignKey) -> Design? { written[key] ?? StandardCells.designs[key] }

  /// The designs of `type`: those of every database, or what editors wrote in their place, and then all others in
  /// alphabetical order.
  package func designs(of type: DesignType) -> [Design] {
    let standard = StandardCells.keys.filter { $0.type == type }
    let others = written.keys.filter { $0.type == type && !standard.contains($0) }.sorted()
    return (standard + others).compactMap { self[$0] }
  }

  /// These with `design` added, or in place of the one with its key.
  package func replacing(_ design: Design) -> CellCatalogue {
    CellCatalogue(written.merging([design.key: design]) { $1 })
  }

  /// These without the design that editors wrote under `key`.
  package func removing(_ key: DesignKey) -> CellCatalogue {
    CellCatalogue(written.filter { $0.key != key })
  }

  package static func == (one: CellCatalogue, other: CellCatalogue) -> Bool {
    one.written == other.written
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(written) }
}
