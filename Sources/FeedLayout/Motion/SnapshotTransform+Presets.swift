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
