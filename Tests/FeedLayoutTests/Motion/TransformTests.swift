import FeedLayout
import Testing

struct ScaleTransformTests {
  private let page = Size(width: 273, height: 320)

  @Test("All curves lead from 0 to 1 without turning back", arguments: TransformCurve.allCases)
  func curves(curve: TransformCurve) {
    #expect(curve.value(at: 0) == 0)
    #expect(abs(curve.value(at: 1) - 1) < 1e-15)
    let values = stride(from: -0.5, through: 2, by: 0.0625).map(curve.value)
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(values.allSatisfy { $0.isFinite })
    #expect(curve.value(at: -1) == 0)
    if curve == .easeOut { #expect(curve.value(at: 10.0 / 9) == 1) }
  }

  @Test("A card moves out and up by half of what it lost, where it is told to")
  func spacing() throws {
    var options = ScaleTransform.Options(.linear)
    options.maxTranslationRatio = nil
    let spaced = try ScaleTransform(options).sample(at: -1, page: page)
    options.keepHorizontalSpacingEqual = false
    options.keepVerticalSpacingEqual = false
    let plain = try ScaleTransform(options).sample(at: -1, page: page)
    #expect(abs(plain.tx + 0.66 * page.width) < 1e-9)
    #expect(abs(plain.ty - 0.2 * page.height) < 1e-9)
    #expect(abs(spaced.tx - plain.tx + 0.2 * page.width) < 1e-9)
    #expect(abs(spaced.ty - plain.ty + 0.2 * page.height) < 1e-9)
  }

  @Test("The back of a card is hidden unless it is double-sided")
  func backs() throws {
    let cylinder = ScaleTransform(.cylinder)
    #expect(!cylinder.sample(at: 1.9, page: page).isHidden)
    #expect(cylinder.sample(at: 2.1, page: page).isHidden)
    #expect(cylinder.sample(at: -2.1, page: page).isHidden)
    var options = ScaleTransform.Options(.cylinder)
    options.rotation3D?.isDoubleSided = true
    #expect(try !ScaleTransform(options).sample(at: 2.1, page: page).isHidden)
    // About the z axis a card never shows its back.
    #expect(!ScaleTransform(.rotary).sample(at: 9, page: page).isHidden)
  }

  @Test("An axis counts by its direction alone")
  func axisLength() throws {
    var options = ScaleTransform.Options(.coverFlow)
    options.rotation3D?.axis = [0, -250, 0]
    let long = try ScaleTransform(options).sample(at: 0.75, page: page)
    #expect(long == ScaleTransform(.coverFlow).sample(at: 0.75, page: page))
  }

  @Test("A card that only moves in space is moved, without a perspective")
  func moved() throws {
    var options = ScaleTransform.Options(.coverFlow)
    options.rotation3D = nil
    options.translation3D = .init(
      ratios: [0.5, 0.25, 9], minRatios: [-9, -9, -9], maxRatios: [9, 9, 9])
    let quad = try #require(try ScaleTransform(options).sample(at: -1, page: page).quad)
    let corner = SIMD2(-1.0 * page.width * 0.7, (0.25 - 0.5) * page.height * 0.7)
    #expect(abs(quad.topLeft.x - corner.x) < 1e-9 && abs(quad.topLeft.y - corner.y) < 1e-9)
    #expect(abs(quad.bottomRight.x) < 1e-9)
  }

  @Test("A card at the eye or behind it is as near as can be drawn, and the right way up")
  func behindTheEye() {
    // A cylinder as wide as this reaches 2500 points forward, where the eye is at 1786.
    let quad = ScaleTransform(.cylinder).sample(at: 0, page: Size(width: 2000, height: 320)).quad
    #expect(quad?.topLeft.x == -1000 * 0.55 * 1024)
    #expect(quad?.bottomRight.y == 160 * 0.55 * 1024)
  }
}

struct StackTransformTests {
  private let page = Size(width: 270, height: 360)

  @Test("A card far outside the pile is invisible and keeps its limits", arguments: [-1e6, 1e6])
  func farAway(progress: Double) {
    let sample = StackTransform.default.sample(at: progress, page: page)
    #expect(sample.alpha == 0)
    #expect((0...1).contains(sample.scale))
    #expect(sample.zIndex == -1e6)
  }

  @Test("A reversed pile is the pile run through backwards")
  func reversed() throws {
    var options = StackTransform.Options(.rotary)
    let forward = try StackTransform(options)
    options.reverse = true
    let backward = try StackTransform(options)
    for progress in stride(from: -4.0, through: 4, by: 0.125) {
      #expect(
        backward.sample(at: progress, page: page) == forward.sample(at: -progress, page: page))
    }
  }

  @Test("Cards of the pile turn by a triangle wave, to either side", arguments: [0.2, -0.2])
  func turning(angle: Double) throws {
    var options = StackTransform.Options()
    options.stackRotateAngle = angle
    let transform = try StackTransform(options)
    let wave = [0, 0.5, 1, 0.5, 0, -0.5, -1, -0.5, 0, 0.5, 1]
    let depths = [0, 0.5, 1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 2.75, 3]
    for (depth, part) in zip(depths, wave) {
      #expect(transform.sample(at: depth, page: page).rotation == angle * part, "\(depth)")
    }
    let beforeMoving = transform.sample(at: 1e-9, page: page).rotation
    #expect(abs(beforeMoving) < 1e-9, "a front card that starts to move does not jump")
  }

  @Test("A bound of the spacing holds, and a dimming below 0 brings no faded card back")
  func bounds() throws {
    var options = StackTransform.Options()
    options.scaleFactor = 0
    options.spacingFactor = 0.5
    options.maxSpacing = 0.1
    options.alphaFactor = -1
    let sample = try StackTransform(options).sample(at: 4, page: page)
    #expect(abs(sample.ty + 4 * 36) < 1e-9)
    #expect(sample.alpha == 0)
  }

  @Test("A pile of cards can move by any effect", arguments: PagingEffect.allCases)
  func cardStack(effect: PagingEffect) throws {
    var options = CardStackLayout.Options()
    options.effect = effect
    let layout = try CardStackLayout(items: [], viewport: Viewport(width: 390), options: options)
    #expect(layout.states.count == 21)
    for state in layout.states {
      #expect(state.transform == effect.sample(at: state.progress, page: layout.pageSize))
    }
  }
}

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
