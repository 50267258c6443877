extension SnapshotTransform {
  /// The options of the pieces, by the names of the library.
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

extension SnapshotTransform.Options: DeclaredOptions {
  public static let declarations = OptionList(Self(), pieces + container)

  private static let pieces: [LayoutOption<Self>] = [
    .pair("piece_size_ratio", \.pieceSizeRatio, in: OptionCheck.divisor),
    .pieces("pieces_corner_radius_ratio", \.piecesCornerRadiusRatio),
    .pieces("pieces_alpha_ratio", \.piecesAlphaRatio),
    .pieces("pieces_translation_ratio", \.piecesTranslationRatio),
    .pieces("min_pieces_translation_ratio", \.minPiecesTranslationRatio),
    .pieces("max_pieces_translation_ratio", \.maxPiecesTranslationRatio),
    .pieces("pieces_scale_ratio", \.piecesScaleRatio).checked { options throws(LayoutError) in
      try options.piecesScaleRatio.check("pieces_scale_ratio")
      try options.checkPieceBounds()
    },
  ]

  private static let container: [LayoutOption<Self>] = [
    .number("container_scale_ratio", \.containerScaleRatio),
    .pair("container_translation_ratio", \.containerTranslationRatio),
    .pair("container_min_translation_ratio", \.containerMinTranslationRatio),
    .pair("container_max_translation_ratio", \.containerMaxTranslationRatio)
      .checked { options throws(LayoutError) in
        try OptionCheck.bounds(
          options.containerMinTranslationRatio, options.containerMaxTranslationRatio,
          "container_min_translation_ratio", "container_max_translation_ratio")
      },
  ]

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

extension SnapshotTransform {
  /// The snapshot effects of the library, by their published names.
  public enum Preset: String, CaseIterable, Hashable, Sendable {
    case grid
    case space
    case chess
    case tiles
    case lines
    case bars
    case puzzle
    case fade
  }
}

extension SnapshotTransform.Options {
  /// The options of `preset`.
  public init(_ preset: SnapshotTransform.Preset) {
    self.init()
    containerScaleRatio = 0.1
    switch preset {
    case .grid:
      cut(columns: 4, rows: 10)
      piecesCornerRadiusRatio = .uniform(1)
      piecesTranslationRatio = .combined([.rowMirror([0, -1.8]), .columnMirror([-1.8, 0])], .sum)
      piecesScaleRatio = .uniform([0.8, 0.8])
      containerTranslationRatio = [0.7, 0]

    case .space:
      cut(columns: 3, rows: 4)
      piecesCornerRadiusRatio = .uniform(0.7)
      piecesAlphaRatio = .combined([.rowMirror(0.2), .columnMirror(0.4)], .sum)
      piecesTranslationRatio = .combined([.rowMirror([1, -1]), .columnMirror([-1, 1])], .product)
      piecesScaleRatio = .uniform([0.5, 0.5])
      containerTranslationRatio = [0.7, 0]

    case .chess:
      cut(columns: 5, rows: 10)
      piecesCornerRadiusRatio = .uniform(0.5)
      piecesAlphaRatio = .columnMirror(0.4)
      piecesTranslationRatio = .columnMirror([-1, 1])
      piecesScaleRatio = .uniform([0.5, 0.5])
      containerTranslationRatio = [0.7, 0]

    case .tiles:
      cut(columns: 1, rows: 10)
      piecesAlphaRatio = .uniform(0.4)
      piecesTranslationRatio = .rowOddEven(odd: [-0.4, 0], even: [0.4, 0])
      piecesScaleRatio = .uniform([0, 0.1])

    case .lines:
      cut(columns: 1, rows: 16)
      piecesAlphaRatio = .uniform(0.4)
      piecesTranslationRatio = .rowOddEven(odd: [-0.15, 0], even: [0.15, 0])
      piecesScaleRatio = .uniform([0.6, 0.96])
      containerTranslationRatio = [0.8, 0]

    case .bars:
      cut(columns: 10, rows: 1)
      piecesCornerRadiusRatio = .uniform(1.2)
      piecesAlphaRatio = .uniform(0.4)
      piecesTranslationRatio = .columnOddEven(odd: [0, -0.1], even: [0, 0.1])
      piecesScaleRatio = .uniform([0.2, 0.6])

    case .puzzle:
      cut(columns: 4, rows: 10)
      piecesAlphaRatio = .combined(
        [.rowOddEven(odd: 0.2, even: 0), .columnOddEven(odd: 0, even: 0.2)], .sum)
      piecesTranslationRatio = .rowOddEven(odd: [-0.15, 0], even: [0.15, 0])
      piecesScaleRatio = .columnOddEven(odd: [0.1, 0.4], even: [0.4, 0.1])
      containerScaleRatio = 0.2

    case .fade:
      cut(columns: 1, rows: 10)
      piecesCornerRadiusRatio = .uniform(0.1)
      piecesAlphaRatio = .byRow(0.1)
      piecesTranslationRatio = .rowMirror([0, 0.1])
      piecesScaleRatio = .rowMirror([0.05, 0.1])
      containerScaleRatio = 0.7
      containerTranslationRatio = [1.9, 0]
    }
  }

  private mutating func cut(columns: Double, rows: Double) {
    pieceSizeRatio = [1 / columns, 1 / rows]
  }
}
