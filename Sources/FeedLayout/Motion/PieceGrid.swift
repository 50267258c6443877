/// How a card is cut into pieces.
///
/// Columns and rows are counted once, as integers, and pieces placed by multiplication. The library
/// adds up widths until the card is full and counts columns by a division of its own: where the sum
/// falls short of the card by a rounding error, or the ratio does not divide it, the two disagree and
/// all pieces after the first row are taken for others.
struct PieceGrid: Hashable, Sendable {
  /// A smaller ratio counts as this, after the library: no card is cut into more than 100 × 100.
  static let smallestRatio = 0.01
  /// How far from a whole number the count of pieces may be and still count as that number.
  static let slack = 1e-9

  /// The extents of a piece relative to the card's; at least ``smallestRatio``.
  let ratio: SIMD2<Double>
  let columns: Int
  let rows: Int

  /// Cuts a card into pieces of `ratio`, both parts above 0. The last column and row are clipped to
  /// what is left of the card.
  init(ratio: SIMD2<Double>) {
    self.ratio = [max(ratio.x, Self.smallestRatio), max(ratio.y, Self.smallestRatio)]
    columns = Self.count(self.ratio.x)
    rows = Self.count(self.ratio.y)
  }

  /// All pieces in reading order.
  var places: [PiecePlace] {
    (0..<rows).flatMap { row in
      (0..<columns).map { PiecePlace(row: row, column: $0, grid: self) }
    }
  }

  /// The extents of the piece at `place` of a card of `page`.
  func size(at place: PiecePlace, page: Size) -> Size {
    Size(
      width: Self.extent(
        place.column, of: columns, ratio: ratio.x, whole: page.width),
      height: Self.extent(place.row, of: rows, ratio: ratio.y, whole: page.height))
  }

  private static func count(_ ratio: Double) -> Int {
    let exact = 1 / ratio
    let nearest = exact.rounded()
    let count = abs(exact - nearest) <= slack * nearest ? nearest : exact.rounded(.up)
    return Int(count.limited(from: 1, to: 1 / smallestRatio))
  }

  private static func extent(
    _ index: Int, of count: Int, ratio: Double, whole: Double
  ) -> Double {
    let extent = whole * ratio
    return index == count - 1 ? max(whole - extent * Double(index), 0) : extent
  }
}
