extension StaggeredGridLayout: ContinuingLayout {
  public static let name = "staggered_grid"
  public static let abstract = "Columns of cells that keep the aspect ratio of their pictures."
  public static let pageText = """
    With with_state and state items are laid out page by page, with the same frames as all at \
    once; with prepend it grows upwards. The answer to a state has "content_top", which is 0 until \
    something is prepended, and its content is from there to the bottom. Its "columns" name the \
    items of the page, and have the heights of the edge that they were placed at.
    """
  public static let growsUpwards = true
  public static let itemFields = LayoutItemFields.keeping
  public static let refusesItems = true
  public static let standardCell = "overlay"
  public static let members = [
    .optional(
      "content_top", .number,
      "The top of the content after items were prepended, in points, in the answer to a state."
    ) { $0.contentTop }.forCalculations,
    Member<Self>(
      "columns", .list(of: Column.published), "The columns, from where lines begin."
    ) { $0.columns },
    .optional(
      "exact", .flag, "Whether no lower grid exists, for the placement balanced."
    ) { $0.optimum?.isExact },
    .optional(
      "lower_bound", .length,
      "A height in points that no placement is below, for the placement balanced."
    ) { $0.optimum?.lowerBound },
    .optional(
      "explanation", Explanation.published, "Why each item is where it is, if it was asked for."
    ) { $0.explanation },
  ]

  public static func obstacle(toPagesWith options: Options, continuing: Bool) -> PageObstacle? {
    guard continuing, options.explains else { return nil }
    return PageObstacle(
      option: "explain", expected: "no explanation of a page", found: "true")
  }

  public init(
    _ items: [LayoutItem], after state: inout StaggeredGridState, goesUp: Bool,
    in viewport: Viewport
  ) throws(LayoutError) {
    if goesUp {
      frames = try state.prepend(items)
    } else {
      var frames: [Frame] = []
      frames.reserveCapacity(items.count)
      for item in items { frames.append(try state.place(item)) }
      self.frames = frames
    }
    self.viewport = viewport
    options = state.options
    // Two edges at the ends of all numbers are further apart than any number.
    contentSize = Size(
      width: viewport.width,
      height: min(state.contentBottom - state.contentTop, .greatestFiniteMagnitude))
    contentTop = state.contentTop
    let edges = goesUp ? state.startColumns : state.columns
    columns = edges.indices.map { [frames] index in
      Column(
        itemIDs: frames.filter { $0.takes(column: index) }.map(\.id),
        balanceHeight: edges[index].balanceHeight, height: edges[index].height)
    }
    optimum = nil
    explanation = nil
  }

  public mutating func becomePart(ofHeight height: Double) {
    contentSize.height = height
    contentTop = nil
  }

  public mutating func mirror() { frames.mirror(in: viewport.width) }
}

extension StaggeredGridState: LayoutState {
  public typealias Layout = StaggeredGridLayout
}

extension Frame {
  fileprivate func takes(column index: Int) -> Bool {
    guard let column else { return false }
    return (column..<column + columnSpan).contains(index)
  }
}

extension StaggeredGridLayout.Column {
  fileprivate static let published = Published<Self>(
    "GridColumn", "A column of a staggered grid.",
    [
      Member("item_ids", .itemIDs, "The items in it, from top to bottom.") { $0.itemIDs },
      Member(
        "balance_height", .number,
        "The sum of heights in points that decides which column is next."
      ) { $0.balanceHeight },
      Member("height", .number, "Where its last item ends, in points.") { $0.height },
    ])
}

extension StaggeredGridLayout.Explanation {
  fileprivate static let published = Published<Self>(
    "GridExplanation", "Why the items of a staggered grid are where they are.",
    [
      Member(
        "choices", .list(of: StaggeredGridLayout.Choice.published),
        "The choices in the order of the items."
      ) { $0.choices },
      Member("quality", StaggeredGridLayout.Quality.published) { $0.quality },
    ])
}

extension StaggeredGridLayout.Choice {
  fileprivate static let published = Published<Self>(
    "GridChoice", "The choice of one item's column.",
    [
      Member("id", .itemID, "The item's id.") { $0.id },
      Member("column", .position, "The leftmost column that it went to, from 0.") { $0.column },
      Member(
        "rule",
        .name(
          of: ["kept_column"] + StaggeredGridLayout.Placement.allCases.map(\.rawValue)),
        "The rule that chose it."
      ) { $0.rule.name },
      Member(
        "heights", .list(of: .number),
        "The heights of all possible places before the item, in points, from the leftmost one."
      ) { $0.heights },
      Member("tie", .flag, "Whether several places were equally good.") { $0.isTie },
      .optional("cursor", .position, "Where a rule that takes turns stood.") { $0.cursor },
    ])
}

extension StaggeredGridLayout.Quality {
  private static let optimum = Published<TwoColumnOptimum>(
    "GridOptimum", "The best placement in two columns.",
    [
      Member("height", .number, "The height in points.") { $0.height },
      Member("exact", .flag, "Whether no lower grid exists.") { $0.isExact },
      Member("lower_bound", .number, "A height in points that no placement is below.") {
        $0.lowerBound
      },
    ])

  fileprivate static let published = Published<Self>(
    "GridQuality", "How good a staggered grid is.",
    [
      Member(
        "white_space", .number,
        "The area that no cell covers, in square points; gaps do not count."
      ) { $0.whiteSpace },
      Member("white_space_share", .number, "Its share of the area of the columns, 0 to 1.") {
        $0.whiteSpaceShare
      },
      Member(
        "bottom_raggedness", .number,
        "The difference of the longest and the shortest column, in points."
      ) { $0.bottomRaggedness },
      Member(
        "order_inversions", .position, "Pairs of items of which the later one begins further up."
      ) { $0.orderInversions },
      .optional("optimum", optimum, "The best two columns, where they can be found.") {
        $0.optimum
      },
      .optional(
        "distance_from_optimum", .number, "How much higher the grid is than that, in points."
      ) { $0.distanceFromOptimum },
    ])
}
