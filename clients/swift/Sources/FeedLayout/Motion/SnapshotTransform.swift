/// How a picture of a card falls to pieces at the sides, as a pure function of progress.
///
/// The formulas are those of the snapshot transform of CollectionViewPagingLayout (amirdew, 2022, MIT),
/// evaluated in doubles. Lengths refer to the card and its pieces as they are before any transform;
/// the library measures them as the previous frame left them, so that its pieces depend on the way
/// they came.
public struct SnapshotTransform: Hashable, Sendable {
  /// A card's place and look at one progress: the container of the pieces, and the pieces inside it.
  public struct Sample: Hashable, Sendable {
    /// The transform of all pieces together, about the card's centre.
    public internal(set) var container: Container
    /// The pieces in reading order; none at progress 0, where the card itself is shown.
    public internal(set) var pieces: [Piece]
  }

  /// A transform of all pieces together.
  public struct Container: Hashable, Sendable {
    /// Size relative to the untransformed card.
    public let scale: Double
    /// Displacement to the right, in points.
    public internal(set) var tx: Double
    /// Displacement down, in points.
    public let ty: Double
  }

  /// One piece, moved and then scaled about its own centre.
  public struct Piece: Hashable, Sendable {
    /// 0-based, from the top.
    public let row: Int
    /// 0-based, from the left.
    public let column: Int
    /// Its extents before any transform, in points.
    public let size: Size
    /// Displacement to the right, in points.
    public internal(set) var tx: Double
    /// Displacement down, in points.
    public let ty: Double
    /// Width relative to the piece's own; 0 and up.
    public let scaleX: Double
    /// Height relative to the piece's own; 0 and up.
    public let scaleY: Double
    /// 0 (invisible) to 1.
    public let alpha: Double
    /// In points; 0 and up.
    public let cornerRadius: Double
  }

  /// The options of the transform.
  public let options: Options

  /// A transform of `options`.
  ///
  /// - Throws: ``LayoutError`` for the first option that no sample can be computed with.
  public init(_ options: Options) throws(LayoutError) {
    try Options.declarations.check(options)
    self.options = options
  }

  init(checked options: Options) {
    self.options = options
  }

  /// The transform published as `preset`.
  public init(_ preset: Preset) {
    options = Options(preset)
  }

  /// The transform of a page of `page` points at `progress`.
  ///
  /// Total: infinities count as very large, what is not a number as 0.
  /// - Complexity: O(pieces), at most 10,000.
  public func sample(at progress: Double, page: Size) -> Sample {
    let page = MotionInput.page(page)
    let progress = MotionInput.progress(progress)
    let container = container(at: progress, page: page)
    let motion = PieceMotion(options, distance: progress.unsigned, page: page)
    return Sample(
      container: Container(scale: container.scale, tx: container.tx, ty: container.ty),
      pieces: progress == 0 ? [] : motion.grid.places.map(motion.piece))
  }

  /// The library's lower bound of the vertical displacement looks at the horizontal one; this one
  /// does not.
  func container<Number: MotionNumber>(
    at progress: Number, page: Size
  ) -> (scale: Number, tx: Number, ty: Number) {
    let lower = options.containerMinTranslationRatio
    let upper = options.containerMaxTranslationRatio
    let ratio = options.containerTranslationRatio
    return (
      scale: (Number(1) - progress.unsigned * Number(options.containerScaleRatio))
        .limited(from: 0, to: nil),
      tx: (progress * Number(page.width) * Number(ratio.x))
        .limited(from: lower.map { page.width * $0.x }, to: upper.map { page.width * $0.x }),
      ty: (progress * Number(page.height) * Number(ratio.y))
        .limited(from: lower.map { page.height * $0.y }, to: upper.map { page.height * $0.y })
    )
  }
}

/// The pieces of a snapshot at one distance from the middle.
struct PieceMotion<Number: MotionNumber> {
  /// The continuous values of a piece.
  struct Values {
    let tx, ty, scaleX, scaleY, alpha, cornerRadius: Number
  }

  let grid: PieceGrid
  private let distance: Number
  private let page: Size
  private let options: SnapshotTransform.Options
  private let alphaRatio: PieceRatio<SIMD2<Double>>
  private let cornerRatio: PieceRatio<SIMD2<Double>>

  init(_ options: SnapshotTransform.Options, distance: Number, page: Size) {
    self.options = options
    self.distance = distance
    self.page = page
    grid = PieceGrid(ratio: options.pieceSizeRatio)
    alphaRatio = options.piecesAlphaRatio.pairs
    cornerRatio = options.piecesCornerRadiusRatio.pairs
  }

  /// The values of the piece at `place`.
  func values(at place: PiecePlace) -> Values {
    let size = grid.size(at: place, page: page)
    let extents = SIMD2(size.width, size.height)
    // 1. Pieces move by multiples of their own extents.
    let moved = options.piecesTranslationRatio.value(at: place)
    let lower = options.minPiecesTranslationRatio.map { $0.value(at: place) * extents }
    let upper = options.maxPiecesTranslationRatio.map { $0.value(at: place) * extents }
    // 2. They shrink, fade and become round; a ratio below 0 does the opposite where it can.
    let lost = options.piecesScaleRatio.value(at: place)
    let faded = alphaRatio.value(at: place).x
    let rounded = cornerRatio.value(at: place).x
    let shortest = Number(min(size.width, size.height))
    return Values(
      tx: (Number(moved.x) * distance * Number(extents.x)).limited(from: lower?.x, to: upper?.x),
      ty: (Number(moved.y) * distance * Number(extents.y)).limited(from: lower?.y, to: upper?.y),
      scaleX: (Number(1) - Number(lost.x) * distance).limited(from: 0, to: nil),
      scaleY: (Number(1) - Number(lost.y) * distance).limited(from: 0, to: nil),
      alpha: (Number(1) - Number(faded) * distance).limited(from: 0, to: 1),
      cornerRadius: (Number(rounded) * distance * shortest).limited(from: 0, to: nil))
  }
}

extension PieceMotion<Double> {
  /// The piece at `place`.
  func piece(at place: PiecePlace) -> SnapshotTransform.Piece {
    let values = values(at: place)
    return SnapshotTransform.Piece(
      row: place.row, column: place.column, size: grid.size(at: place, page: page),
      tx: values.tx, ty: values.ty, scaleX: values.scaleX, scaleY: values.scaleY,
      alpha: values.alpha, cornerRadius: values.cornerRadius)
  }
}

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
