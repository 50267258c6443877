extension SnapshotTransform {
  /// What the pieces can be told, by the names of the library.
  public struct Options: Hashable, Sendable {
    /// The extents of a piece relative to the card's; above 0. Above 1 counts as 1, below 0.01 as
    /// 0.01. What a ratio leaves over is a narrower last column or a lower last row.
    public var pieceSizeRatio: SIMD2<Double> = [1, 1.0 / 8]
    /// The corner radius gained per page of distance, relative to a piece's shorter side.
    public var piecesCornerRadiusRatio: PieceRatio<Double> = .uniform(0)
    /// The opacity lost per page of distance.
    public var piecesAlphaRatio: PieceRatio<Double> = .uniform(0)
    /// The displacement per page of distance, relative to a piece's extents.
    public var piecesTranslationRatio: PieceRatio<SIMD2<Double>> = .rowOddEven(
      odd: [0, -1], even: [-1, -1])
    /// A piece moves at least this far, relative to its extents, if there is such a bound.
    public var minPiecesTranslationRatio: PieceRatio<SIMD2<Double>>?
    /// A piece moves at most this far, relative to its extents, if there is such a bound.
    public var maxPiecesTranslationRatio: PieceRatio<SIMD2<Double>>?
    /// The scale lost per page of distance, across and down.
    public var piecesScaleRatio: PieceRatio<SIMD2<Double>> = .uniform([0, 1])
    /// The container's scale lost per page of distance.
    public var containerScaleRatio = 0.25
    /// The container's displacement per page of progress, relative to the card's extents.
    public var containerTranslationRatio: SIMD2<Double> = [1, 0]
    /// The container moves at least this far, if there is such a bound.
    public var containerMinTranslationRatio: SIMD2<Double>?
    /// The container moves at most this far, if there is such a bound.
    public var containerMaxTranslationRatio: SIMD2<Double>?

    /// The options of a bare snapshot view.
    public init() {}
  }
}

extension SnapshotTransform.Options {
  func check() throws(LayoutError) {
    try OptionCheck.number(pieceSizeRatio.x, in: OptionCheck.divisor, "piece_size_ratio.x")
    try OptionCheck.number(pieceSizeRatio.y, in: OptionCheck.divisor, "piece_size_ratio.y")
    try piecesCornerRadiusRatio.pairs.check("pieces_corner_radius_ratio")
    try piecesAlphaRatio.pairs.check("pieces_alpha_ratio")
    try piecesTranslationRatio.check("pieces_translation_ratio")
    try piecesScaleRatio.check("pieces_scale_ratio")
    try checkPieceBounds()
    try OptionCheck.number(containerScaleRatio, "container_scale_ratio")
    try OptionCheck.vector(containerTranslationRatio, "container_translation_ratio")
    try OptionCheck.bounds(
      containerMinTranslationRatio, containerMaxTranslationRatio,
      "container_min_translation_ratio", "container_max_translation_ratio")
  }

  /// The bounds differ from piece to piece: none of them may be reversed.
  private func checkPieceBounds() throws(LayoutError) {
    try minPiecesTranslationRatio?.check("min_pieces_translation_ratio")
    try maxPiecesTranslationRatio?.check("max_pieces_translation_ratio")
    guard let lower = minPiecesTranslationRatio, let upper = maxPiecesTranslationRatio else {
      return
    }
    for place in PieceGrid(ratio: pieceSizeRatio).places {
      try OptionCheck.order(
        lower.value(at: place), upper.value(at: place),
        "min_pieces_translation_ratio (row \(place.row), column \(place.column))")
    }
  }
}
