/// How far each of two columns reaches, while cells are put into them.
///
/// The two numbers are in memory, as choosing between two registers would become a branch.
protocol ColumnBottoms {
  /// The bottom of the left column, in points; of no meaning while it is empty.
  var left: Double { get }
  /// The bottom of the right column, in points; of no meaning while it is empty.
  var right: Double { get }

  /// Puts a cell below the last one of column 0 or 1, and returns its top, in points.
  func place(_ heights: WholeHeights, in column: Int) -> Double
}

/// Bottoms where the gaps are multiples of an eighth of a point, counted in eighths: every sum is
/// exact, so integers give the numbers that adding doubles gives, in a fraction of the time that an
/// item waits for the one before it.
struct CountedBottoms: ColumnBottoms {
  private static let perPoint = 8
  /// A power of two, so that multiplying is exact.
  private static let point = 1 / Double(perPoint)

  private let spacing: Int
  /// Where the next cell of each column begins, a gap below its last one.
  private let tops: UnsafeMutablePointer<Int>

  /// `nil` where `spacing`, which is one of ``GridSpacing/supported``, is no multiple of an eighth.
  static func eighths(of spacing: Double) -> Int? { Int(exactly: spacing * Double(perPoint)) }

  /// Works in `memory`, which has room for two numbers and lives longer.
  init(spacingInEighths: Int, in memory: UnsafeMutablePointer<Int>) {
    spacing = spacingInEighths
    tops = memory
    tops.initialize(repeating: 0, count: 2)
  }

  var left: Double { Double(tops[0] - spacing) * Self.point }
  var right: Double { Double(tops[1] - spacing) * Self.point }

  @inline(__always)
  func place(_ heights: WholeHeights, in column: Int) -> Double {
    let top = tops[column]
    tops[column] = top &+ heights.wholeDrawn &* Self.perPoint &+ spacing
    return Double(top) * Self.point
  }
}

/// Bottoms for any gap: doubles, added up from top to bottom.
struct SummedBottoms: ColumnBottoms {
  private let spacing: Double
  private let bottoms: UnsafeMutablePointer<Double>

  /// Works in `memory`, which has room for two numbers and lives longer.
  init(spacing: Double, in memory: UnsafeMutablePointer<Double>) {
    self.spacing = spacing
    bottoms = memory
    // One gap above the top, so that the first cell begins at exactly 0 by the rule for all others:
    // a gap below what is there.
    bottoms.initialize(repeating: -spacing, count: 2)
  }

  var left: Double { bottoms[0] }
  var right: Double { bottoms[1] }

  @inline(__always)
  func place(_ heights: WholeHeights, in column: Int) -> Double {
    let top = bottoms[column] + spacing
    bottoms[column] = top + heights.drawn
    return top
  }
}
