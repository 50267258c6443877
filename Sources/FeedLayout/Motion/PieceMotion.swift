/// The pieces of a snapshot at one distance from the middle.
struct PieceMotion {
  let grid: PieceGrid
  private let distance: Double
  private let page: Size
  private let options: SnapshotTransform.Options
  private let alphaRatio: PieceRatio<SIMD2<Double>>
  private let cornerRatio: PieceRatio<SIMD2<Double>>

  init(_ options: SnapshotTransform.Options, distance: Double, page: Size) {
    self.options = options
    self.distance = distance
    self.page = page
    grid = PieceGrid(ratio: options.pieceSizeRatio)
    alphaRatio = options.piecesAlphaRatio.pairs
    cornerRatio = options.piecesCornerRadiusRatio.pairs
  }

  /// The piece at `place`.
  func piece(at place: PiecePlace) -> SnapshotTransform.Piece {
    let size = grid.size(at: place, page: page)
    // 1. Pieces move by multiples of their own extents.
    let extents = SIMD2(size.width, size.height)
    let moved = options.piecesTranslationRatio.value(at: place) * distance * extents
    let lower = options.minPiecesTranslationRatio.map { $0.value(at: place) * extents }
    let upper = options.maxPiecesTranslationRatio.map { $0.value(at: place) * extents }
    // 2. They shrink, fade and become round; a ratio below 0 does the opposite where it can.
    let lost = options.piecesScaleRatio.value(at: place) * distance
    let faded = alphaRatio.value(at: place).x * distance
    let rounded = cornerRatio.value(at: place).x * distance * min(size.width, size.height)
    return SnapshotTransform.Piece(
      row: place.row, column: place.column, size: size,
      tx: moved.x.limited(from: lower?.x, to: upper?.x),
      ty: moved.y.limited(from: lower?.y, to: upper?.y),
      scaleX: max(0, 1 - lost.x), scaleY: max(0, 1 - lost.y),
      alpha: (1 - faded).limited(from: 0, to: 1),
      cornerRadius: max(0, rounded))
  }
}
