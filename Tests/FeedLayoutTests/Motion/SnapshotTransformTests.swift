import FeedLayout
import Testing

struct SnapshotTransformTests {
  /// The pieces of a card of 100 × 100 at one page of distance.
  private func pieces(
    columns: Double, rows: Double = 1,
    _ change: (inout SnapshotTransform.Options) -> Void = { _ in }
  ) throws -> [SnapshotTransform.Piece] {
    var options = SnapshotTransform.Options()
    options.pieceSizeRatio = [1 / columns, 1 / rows]
    change(&options)
    return try SnapshotTransform(options).sample(at: 1, page: Size(width: 100, height: 100)).pieces
  }

  /// The ratios of a row or column of `count` pieces, as moved to the right.
  private func ratios(
    _ ratio: PieceRatio<SIMD2<Double>>, columns: Double = 1, rows: Double = 1
  ) throws -> [Double] {
    try pieces(columns: columns, rows: rows) { $0.piecesTranslationRatio = ratio }
      .map { ($0.tx / $0.size.width * 1e9).rounded() / 1e9 }
  }

  @Test("A card is cut into whole numbers of pieces, however thirds and sevenths are rounded")
  func wholePieces() throws {
    for count in 1...100 {
      let pieces = try pieces(columns: Double(count), rows: Double(count))
      #expect(pieces.count == count * count)
      #expect(pieces.map(\.row) == (0..<count * count).map { $0 / count })
      #expect(pieces.map(\.column) == (0..<count * count).map { $0 % count })
      let width = pieces.prefix(count).map(\.size.width).reduce(0, +)
      #expect(abs(width - 100) < 1e-9)
    }
  }

  @Test(
    "What a ratio leaves over is a smaller piece, and no ratio makes more than 100",
    arguments: [
      (0.3, 4, 10.0), (0.4, 3, 20), (1, 1, 100), (7, 1, 100), (0.001, 100, 1), (0.999, 2, 0.1),
    ])
  func clipped(ratio: Double, count: Int, last: Double) throws {
    let pieces = try pieces(columns: 1 / ratio)
    #expect(pieces.count == count)
    #expect(abs((pieces.last?.size.width ?? 0) - last) < 1e-9)
  }

  @Test("Values follow rows and columns as they say")
  func values() throws {
    let one: SIMD2<Double> = [1, 0]
    #expect(try ratios(.byColumn(one), columns: 3) == [0, 1, 2])
    #expect(try ratios(.byColumn(one, reversed: true), columns: 3) == [2, 1, 0])
    #expect(try ratios(.byRow(one), rows: 3) == [0, 1, 2])
    #expect(try ratios(.byRow(one, reversed: true), rows: 3) == [2, 1, 0])
    #expect(try ratios(.columnOddEven(odd: -one, even: one), columns: 4) == [1, -1, 1, -1])
    #expect(
      try ratios(.rowOddEven(odd: -one, even: one, increasing: true), rows: 4) == [0, -1, 2, -3])
    #expect(try ratios(.byIndex([one, -one, 2 * one]), columns: 2, rows: 2) == [1, -1, 2, 1])
    #expect(try ratios(.rows([one, -one]), columns: 2, rows: 2) == [1, 1, -1, -1])
    #expect(try ratios(.columns([one, -one]), columns: 2, rows: 2) == [1, -1, 1, -1])
    #expect(
      try ratios(.combined([.byColumn(one), .uniform([3, 3])], .product), columns: 3) == [0, 3, 6])
    #expect(
      try ratios(.combined([.byColumn(one), .uniform([3, 3])], .sum), columns: 3) == [3, 4, 5])
  }

  @Test("A mirrored value is 0 in the middle, or at the rim if reversed")
  func mirrors() throws {
    let one: SIMD2<Double> = [1, 0]
    #expect(try ratios(.columnMirror(one), columns: 5) == [-2, -1, 0, 1, 2])
    #expect(try ratios(.rowMirror(one), rows: 4) == [-1.5, -0.5, 0.5, 1.5])
    #expect(try ratios(.rowMirror(one, reversed: true), rows: 5) == [0, -1, 0, 1, 0])
    #expect(try ratios(.columnMirror(one, reversed: true), columns: 4) == [0, -1, 1, 0])
  }

  @Test("Long products of large values stay finite")
  func products() throws {
    let pieces = try pieces(columns: 2) {
      $0.piecesTranslationRatio = .combined(
        Array(repeating: .uniform([1e6, -1e6]), count: 99), .product)
      $0.piecesCornerRadiusRatio = .combined(Array(repeating: .uniform(-1e6), count: 99), .product)
    }
    #expect(pieces.allSatisfy { $0.tx.isFinite && $0.ty.isFinite && $0.cornerRadius == 0 })
  }

  @Test("Bounds hold for pieces and for the container, each for its own axis")
  func bounds() throws {
    var options = SnapshotTransform.Options()
    options.piecesTranslationRatio = .uniform([2, -2])
    options.minPiecesTranslationRatio = .uniform([-1, -1])
    options.maxPiecesTranslationRatio = .uniform([1, 1])
    options.containerTranslationRatio = [-1, -1]
    options.containerMinTranslationRatio = [-10, -0.5]
    options.containerMaxTranslationRatio = [0.25, 10]
    let transform = try SnapshotTransform(options)
    let page = Size(width: 100, height: 80)
    let sample = transform.sample(at: 1, page: page)
    #expect(sample.pieces.allSatisfy { $0.tx == 100 && $0.ty == -10 })
    #expect(sample.container.tx == -100 && sample.container.ty == -40)
    #expect(transform.sample(at: -1, page: page).container.tx == 25)
  }
}
