/// The pieces of a snapshot at one distance from the middle.
struct PieceMotion<Number: MotionNumber> {
  /// What changes continuously about a piece.
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
