extension JustifiedRowsLayout {
  /// The options of justified rows.
  public struct Options: Hashable, Sendable {
    /// The target height of the rows, in points; inside
    /// ``JustifiedRowsLayout/supportedRowHeights``.
    public var targetRowHeight = 150.0
    /// How far the natural width of a greedy row may be from that of a row of the target height, as
    /// a share of it; 0 to 1.
    public var tolerance = 0.25
    /// The lowest height of a row, in points; half the target if `nil`.
    public var minRowHeight: Double?
    /// The greatest height of a row, in points; twice the target if `nil`.
    public var maxRowHeight: Double?
    /// Gap between pictures both ways, in points; inside ``GridSpacing/supported``.
    public var spacing = GridSpacing.default
    /// Gap between the pictures and the viewport's left and right edge, in points.
    public var inset = GridSpacing.default
    /// How a last row that is not full is placed.
    public var widows = WidowPolicy.left
    /// Every row of this number is one picture across the whole width: with 3 the third, the
    /// sixth, …; 0 for none.
    public var fullWidthCadence = 0
    /// The items of further rows are hidden; `nil` for all rows.
    public var maxRows: Int?
    /// Where a row ends and the next one begins.
    public var breaks = Breaks.greedy

    /// Rows about 150 pt high, broken in one pass, with a last row aligned to the left.
    public init() {}
  }

  /// How a last row that is not full is placed.
  public enum WidowPolicy: String, CaseIterable, Codable, Hashable, Sendable {
    /// At the height of the row before it, aligned to the left.
    case left
    /// Filled like any other row, and cropped where that makes it too high.
    case justify
    /// At the height of the row before it, in the middle.
    case center
    /// Its items are hidden.
    case hide
  }

  /// How the breaks between rows are found.
  public enum Breaks: String, CaseIterable, Codable, Hashable, Sendable {
    /// In one pass: a row is closed as soon as it fits, see ``JustifiedRowsState``. What has been
    /// closed never changes when items are appended.
    case greedy
    /// All at once: of all ways to break the items the one with the fewest rows that do not fit,
    /// and of those the one with the smallest sum of (height − target)².
    case optimal
  }

  /// The supported row heights, in points.
  public static let supportedRowHeights = 16.0...8192.0
  /// The supported tolerances.
  public static let supportedTolerances = 0.0...1.0
  /// The supported cadences of full-width rows.
  public static let supportedCadences = 0...64
  /// The supported cadences together with ``Breaks/optimal``, which keeps as many partial results
  /// for every item.
  public static let supportedOptimalCadences = 0...8
  /// The supported numbers of rows.
  public static let supportedMaxRows = 1...1_000_000
  /// A row is closed when it has this many items, however narrow they are: squares 16 pt high
  /// across the widest viewport.
  public static let largestItemCount = 256
  /// The widths divided by heights that are told apart; a picture beyond is laid out as if it had
  /// the nearest of these, and drawn cropped.
  public static let supportedAspectRatios = 1e-6...1e6
}

extension JustifiedRowsLayout.Options: SectionOptions {
  public typealias Layout = JustifiedRowsLayout

  public static let declarations = OptionList(
    Self(),
    [
      .number(
        "row_height", \.targetRowHeight, in: JustifiedRowsLayout.supportedRowHeights, "points",
        "The target height of the rows, in points, {range} ({default})."),
      .number(
        "tolerance", \.tolerance, in: JustifiedRowsLayout.supportedTolerances, "share",
        "How far a greedy row's natural width may be from that at the row height, {range} "
          + "({default})."),
      .number(
        "min_row_height", \.minRowHeight, in: JustifiedRowsLayout.supportedRowHeights, "points",
        "No row is lower, in points, {range} (half the row height)."),
      .number(
        "max_row_height", \.maxRowHeight, in: JustifiedRowsLayout.supportedRowHeights, "points",
        "No row is higher, in points, {range} (twice the row height)."),
      .spacing(\.spacing), .inset(\.inset),
      .choice(
        "widows", \.widows, "policy",
        "What becomes of a last row that its pictures do not fill ({default})."),
      .integer(
        "full_width_cadence", \.fullWidthCadence, in: JustifiedRowsLayout.supportedCadences, "rows",
        "Every row of this number is one picture across the width, {range}, optimal 0 to 8 "
          + "({default}: none)."
      ).checkedWithOthers,
      .integer(
        "max_rows", \.maxRows, in: JustifiedRowsLayout.supportedMaxRows, "count",
        "The items of further rows are hidden, {range} (all rows)."),
      .choice(
        "breaks", \.breaks, "kind",
        "How rows are broken: in one pass, or with the least sum of (height - row height)² "
          + "({default})."),
    ])
}

extension JustifiedRowsLayout.Options {
  public var hasLowFrames: Bool { true }

  public func errors(of items: [LayoutItem], in _: Viewport) -> [LayoutError] {
    items.errors { item, index throws(LayoutError) in _ = try JustifiedItem(item, index: index) }
  }

  /// The bounds of every row's height, in points.
  var heightBounds: (lower: Double, upper: Double) {
    (minRowHeight ?? targetRowHeight / 2, maxRowHeight ?? targetRowHeight * 2)
  }

  func check() throws(LayoutError) {
    try Self.declarations.check(self)
    try OptionCheck.order(
      heightBounds.lower, heightBounds.upper, "min_row_height and max_row_height")
    let cadences =
      breaks == .optimal
      ? JustifiedRowsLayout.supportedOptimalCadences : JustifiedRowsLayout.supportedCadences
    try OptionCheck.integer(fullWidthCadence, in: cadences, "full_width_cadence")
  }

  /// Whether row `index` is one picture across the whole width.
  func isFullWidth(row index: Int) -> Bool {
    fullWidthCadence > 0 && index % fullWidthCadence == fullWidthCadence - 1
  }
}
