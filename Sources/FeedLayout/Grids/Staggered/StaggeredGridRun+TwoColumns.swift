/// The grid of the existing screens, in as little time as the divisions and the stores need.
extension StaggeredGridRun {
  /// Places the first of `items` in two columns by balance heights, up to the first one that takes
  /// several columns, keeps one, or cannot be placed: those are for ``place(_:)``, which goes on
  /// with ``frames`` placed so far.
  ///
  /// Its numbers are those of ``place(_:)``, bit for bit. Both heights of a cell are divided in one
  /// vector, and nothing but what is unusual is a branch: which column an item goes to cannot be
  /// predicted, and guessing wrong costs more than all the arithmetic.
  ///
  /// - Complexity: O(n), with three allocations.
  init(
    splitting items: [LayoutItem], options: StaggeredGridLayout.Options, cells: StaggeredGridCells
  ) {
    var split = TwoColumnLoop(options: options, cells: cells)
    var rightIDs: [Int] = []
    var leftIDs: [Int] = []
    let frames = [Frame](unsafeUninitializedCapacity: items.count) { frames, frameCount in
      leftIDs = Array(unsafeUninitializedCapacity: items.count) { left, leftCount in
        rightIDs = Array(unsafeUninitializedCapacity: items.count) { right, rightCount in
          if let frames = frames.baseAddress, let left = left.baseAddress,
            let right = right.baseAddress
          {
            items.withUnsafeBufferPointer {
              split.run($0, frames: frames, left: left, right: right)
            }
          }
          rightCount = split.rightCount
        }
        leftCount = split.leftCount
      }
      frameCount = split.leftCount + split.rightCount
    }
    self.init(
      options: options, cells: cells,
      outline: StaggeredGridOutline(columns: split.columns, itemCount: frames.count),
      frames: frames, itemIDs: [leftIDs, rightIDs])
  }
}

/// The two columns while the loop runs.
///
/// Balance heights are whole points, so they are counted as integers, and only their difference has
/// to be known to choose a column: a subtraction, where floating-point sums that are chosen between
/// would make each item wait for the last.
private struct TwoColumnLoop {
  private(set) var leftCount = 0
  private(set) var rightCount = 0

  /// The widths of a cell, for its balance height and as it is drawn.
  private let widths: SIMD2<Double>
  private let spacing: Double
  private let leftEdges: (Double, Double)
  /// The balance heights of both columns together, and how much higher the left one is.
  private var total = 0
  private var lead = 0
  // One gap above the top, so that the first cell begins at exactly 0 by the rule for all others: a
  // gap below what is there.
  private var bottoms: (Double, Double)

  /// From here on every double is whole, and up to here the sum of whole ones is exact.
  private static let allWhole = 0x1p52
  private static let largestTotal = 1 << 52

  init(options: StaggeredGridLayout.Options, cells: StaggeredGridCells) {
    widths = SIMD2(cells.balanceWidth, cells.columns.cellWidth)
    spacing = options.spacing
    leftEdges = (cells.columns.leftEdges[0], cells.columns.leftEdges[1])
    bottoms = (-options.spacing, -options.spacing)
  }

  var columns: [StaggeredGridState.Column] {
    var left = StaggeredGridState.Column()
    if leftCount > 0 {
      left.balanceHeight = Double((total + lead) / 2)
      (left.height, left.itemCount) = (bottoms.0, leftCount)
    }
    var right = StaggeredGridState.Column()
    if rightCount > 0 {
      right.balanceHeight = Double((total - lead) / 2)
      (right.height, right.itemCount) = (bottoms.1, rightCount)
    }
    return [left, right]
  }

  mutating func run(
    _ items: UnsafeBufferPointer<LayoutItem>, frames: UnsafeMutablePointer<Frame>,
    left leftIDs: UnsafeMutablePointer<Int>, right rightIDs: UnsafeMutablePointer<Int>
  ) {
    // Locals, which live in registers; what is looked up by column lives in memory.
    let (widths, spacing) = (widths, spacing)
    var (leftCount, rightCount, total, lead) = (leftCount, rightCount, total, lead)
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 4) { columns in
      guard let bottoms = columns.baseAddress else { return }
      let leftEdges = bottoms + 2
      (bottoms[0], bottoms[1]) = self.bottoms
      (leftEdges[0], leftEdges[1]) = self.leftEdges
      for item in items {
        // 1. Both heights of the item; the balance height is the greater one.
        let heights =
          widths / SIMD2(repeating: item.mediaWidth) * SIMD2(repeating: item.mediaHeight)
        // 2. What is unusual goes the general way. NaN is not above 0, and not below anything.
        guard item.mediaWidth > 0, item.mediaHeight > 0, item.mediaWidth < .infinity, item.isPlain,
          heights.x < Self.allWhole, total < Self.largestTotal
        else { break }
        let balance = Self.roundedUp(heights.x)
        let height = Self.roundedUp(heights.y)
        // 3. Left, unless the left column is higher: all bits set for right, none for left.
        let isRight = (0 &- lead) >> (Int.bitWidth - 1)
        let column = isRight & 1
        lead &+= (balance.whole ^ isRight) &- isRight
        total &+= balance.whole
        // 4. A cell below the last one.
        let top = bottoms[column] + spacing
        bottoms[column] = top + height.value
        (frames + (leftCount &+ rightCount)).initialize(
          to: Frame(
            id: item.id, x: leftEdges[column], y: top, width: widths.y, height: height.value,
            storedColumn: Int32(truncatingIfNeeded: column)))
        // Written to both lists, of which only one grows.
        (leftIDs + leftCount).initialize(to: item.id)
        (rightIDs + rightCount).initialize(to: item.id)
        leftCount &+= 1 &- column
        rightCount &+= column
      }
      self.bottoms = (bottoms[0], bottoms[1])
    }
    (self.leftCount, self.rightCount) = (leftCount, rightCount)
    (self.total, self.lead) = (total, lead)
  }

  /// The whole number at or above one that is not negative and below ``allWhole``, as `rounded(.up)`
  /// gives it, but without a call: a sum with ``allWhole`` has no bits left for a fraction.
  @inline(__always)
  private static func roundedUp(_ value: Double) -> (value: Double, whole: Int) {
    let sum = value + allWhole
    let nearest = sum - allWhole
    let isBelow = nearest < value
    return (
      nearest + (isBelow ? 1 : 0),
      Int(bitPattern: UInt(sum.bitPattern &- allWhole.bitPattern)) &+ (isBelow ? 1 : 0)
    )
  }
}
