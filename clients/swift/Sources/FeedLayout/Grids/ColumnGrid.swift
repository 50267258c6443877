/// Equal columns across the viewport, with the same gap between them and another one at both edges.
public struct ColumnGrid: Hashable, Sendable {
  /// The width of a column, in points.
  public let cellWidth: Double
  /// Gap between two columns, in points.
  public let spacing: Double
  /// Where each column begins, from left to right.
  public let leftEdges: [Double]

  /// - Throws: ``LayoutError/optionOutOfRange(_:value:allowed:)`` where the gaps leave no width.
  init(count: Int, spacing: Double, inset: Double, viewportWidth: Double) throws(LayoutError) {
    // All gaps are added up first: W − 24, as the formula is written, and not W − 16 − 8.
    let gaps = inset * 2 + spacing * Double(count - 1)
    let widest = viewportWidth - Double(count) * GridSpacing.narrowestCell
    guard gaps <= widest else {
      throw .optionOutOfRange("spacing and inset", value: gaps, allowed: 0...max(0, widest))
    }
    let cellWidth = (viewportWidth - gaps) / Double(count)
    self.cellWidth = cellWidth
    self.spacing = spacing
    // Added up from the left as the formula is written: 8, then 8 + width + 8, …
    var edge = inset
    leftEdges = (0..<count).map { _ in
      defer { edge = edge + cellWidth + spacing }
      return edge
    }
  }

  /// The width of a cell that takes `span` columns, in points.
  public func width(ofSpan span: Int) -> Double {
    span == 1 ? cellWidth : cellWidth * Double(span) + spacing * Double(span - 1)
  }
}

/// The default gap and the limits that all grids share.
public enum GridSpacing {
  /// The default gap between cells, and between the cells and the viewport's edges, in points.
  public static let `default` = 8.0
  /// The supported gaps, in points.
  public static let supported = 0.0...1024.0
  /// A cell is at least this wide, in points: the gaps may not take more.
  public static let narrowestCell = 1.0
}

/// The options that several layouts have.
extension LayoutOption {
  /// How many columns a grid has.
  static func columns(_ path: OptionPath<Options, Int>, in range: ClosedRange<Int>) -> Self {
    .integer(
      "columns", path, in: range, as: .columnCount, "count",
      "How many columns there are, {range} ({default}).")
  }

  /// The gap between cells.
  static func spacing(_ path: OptionPath<Options, Double>) -> Self {
    .number(
      "spacing", path, in: GridSpacing.supported, "points",
      "Gap between cells, in points, {range} ({default}).")
  }

  /// The gap at the edges.
  static func inset(_ path: OptionPath<Options, Double>) -> Self {
    .number(
      "inset", path, in: GridSpacing.supported, "points",
      "Gap between the cells and the left and right edge, in points, {range} ({default}).")
  }
}

/// The options of a grid whose editors choose how many columns it has.
public protocol ColumnOptions: SectionOptions {
  var columnCount: Int { get set }
  var spacing: Double { get }
  var inset: Double { get }
}

extension ColumnOptions {
  public var chosenColumnCount: Int? { columnCount }

  public func columnGrid(in viewport: Viewport) -> ColumnGrid? {
    try? ColumnGrid(
      count: columnCount, spacing: spacing, inset: inset, viewportWidth: viewport.width)
  }

  public func withOneColumnLess(in _: Viewport) -> Self? {
    guard columnCount > 1 else { return nil }
    var options = self
    options.columnCount -= 1
    return options
  }
}
