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
