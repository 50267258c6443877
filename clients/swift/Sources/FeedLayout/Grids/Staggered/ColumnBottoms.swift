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

/// The two heights of a cell, rounded up to whole points, as numbers and as integers.
struct WholeHeights {
  /// The height the column is chosen by, and the height the cell is drawn with, in points.
  let values: SIMD2<Double>
  private let wholes: SIMD2<Int64>

  /// Heights below this are added exactly, even ``greatestCount`` of them in eighths of a point.
  static let greatest = 1 << 24
  static let greatestCount = 1 << 24

  /// From here on every double is whole.
  private static let allWhole = 0x1p52

  /// The whole numbers at or above the balance height and the drawn height, as `rounded(.up)` gives
  /// them, but without a call: a sum with ``allWhole`` has no bits left for a fraction.
  ///
  /// Neither may be negative, and the drawn height not above the other.
  @inline(__always)
  init(roundingUp exact: SIMD2<Double>) {
    let sums = exact + Self.allWhole
    // Where the nearest whole number is below, the mask is -1, and the sum's next bit pattern is the
    // next whole number: no choice that could become a branch.
    let isBelow = unsafeBitCast((sums - Self.allWhole) .< exact, to: SIMD2<Int64>.self)
    let raised = unsafeBitCast(sums, to: SIMD2<Int64>.self) &- isBelow
    wholes = raised &- Int64(Self.allWhole.bitPattern)
    values = unsafeBitCast(raised, to: SIMD2<Double>.self) - Self.allWhole
  }

  /// The height the cell is drawn with, in points.
  var drawn: Double { values.y }
  /// The height the column is chosen by, as an integer.
  var balance: Int { Int(truncatingIfNeeded: wholes.x) }
  /// ``drawn`` as an integer.
  var wholeDrawn: Int { Int(truncatingIfNeeded: wholes.y) }

  /// Whether both are below ``greatest``: not where one is infinite or no number, whose bits stand
  /// for a large integer or a negative one.
  var areOrdinary: Bool { UInt(bitPattern: balance) < UInt(Self.greatest) }
}
