/// A staggered grid while it is laid out at once.
struct StaggeredGridRun {
  let options: StaggeredGridLayout.Options
  let cells: StaggeredGridCells
  var outline: StaggeredGridOutline
  var frames: [Frame]
  /// The items of each column.
  var itemIDs: [[Int]]
  var choices: [StaggeredGridLayout.Choice] = []

  init(options: StaggeredGridLayout.Options, cells: StaggeredGridCells) {
    self.init(
      options: options, cells: cells,
      outline: StaggeredGridOutline(columnCount: options.columnCount), frames: [],
      itemIDs: Array(repeating: [], count: options.columnCount))
  }

  /// A grid with some of its items placed.
  init(
    options: StaggeredGridLayout.Options, cells: StaggeredGridCells, outline: StaggeredGridOutline,
    frames: [Frame], itemIDs: [[Int]]
  ) {
    self.options = options
    self.cells = cells
    self.outline = outline
    self.frames = frames
    self.itemIDs = itemIDs
  }

  /// Places `items`, whose indices are those of the whole list, by the options' rule.
  mutating func place(_ items: ArraySlice<LayoutItem>) throws(LayoutError) {
    for index in items.indices {
      let cell = try cells.cell(for: items[index], index: index)
      try place(cell, at: outline.start(for: cell, options: options), index: index)
    }
  }

  mutating func place(
    _ cell: StaggeredGridCells.Cell, at start: Int, index: Int
  ) throws(LayoutError) {
    if options.explains {
      choices.append(outline.choice(for: cell, at: start, options: options))
    }
    guard let top = outline.place(cell, at: start, options: options) else {
      throw .unusableMediaSize(index: index, id: cell.id, size: cell.media)
    }
    frames.append(cell.frame(x: cells.columns.leftEdges[start], y: top, column: start))
    for column in start..<(start + cell.span) { itemIDs[column].append(cell.id) }
  }
}
