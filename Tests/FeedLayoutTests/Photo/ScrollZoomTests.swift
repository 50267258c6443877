import FeedLayout
import TestSupport
import Testing

struct ScrollZoomTests {
  struct Vectors: Decodable {
    let cases: [Case]
    let zoomedOffsets: [ZoomedOffset]

    enum CodingKeys: String, CodingKey {
      case cases
      case zoomedOffsets = "zoomed_offsets"
    }
  }

  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    let image: PhotoVectors.Extent
    let bounds: PhotoVectors.Extent
    let minimumScale: Double
    let maximumScale: Double
    let doubleTapScale: Double
    let at: [Sample]
    var testDescription: String { "\(image.width) × \(image.height)" }

    enum CodingKeys: String, CodingKey {
      case image, bounds, at
      case minimumScale = "minimum_scale"
      case maximumScale = "maximum_scale"
      case doubleTapScale = "double_tap_scale"
    }
  }

  struct Sample: Decodable, Sendable {
    let scale: Double
    let size: PhotoVectors.Extent
    let center: PhotoVectors.Place
    let offsetLimits: Limits

    struct Limits: Decodable, Sendable {
      let x: [Double]
      let y: [Double]
    }

    enum CodingKeys: String, CodingKey {
      case scale, size, center
      case offsetLimits = "offset_limits"
    }
  }

  struct ZoomedOffset: Decodable, Sendable {
    let offset: PhotoVectors.Place
    let from: Double
    let to: Double
    let about: PhotoVectors.Place
    let zoomed: PhotoVectors.Place
  }

  static let vectors = PhotoVectors.load(Vectors.self, from: "scroll-zoom")

  @Test("All cases are there")
  func count() throws {
    let vectors = try Self.vectors.get()
    #expect(vectors.cases.count == 7)
    #expect(vectors.zoomedOffsets.count == 4)
  }

  @Test(
    "Scales, sizes, centres and offsets are as the formulas say",
    arguments: (try? vectors.get().cases) ?? [])
  func vector(expected: Case) throws {
    let zoom = try ScrollZoom(image: expected.image.size, bounds: expected.bounds.size)
    #expect(zoom.minimumScale == expected.minimumScale)
    #expect(zoom.maximumScale == expected.maximumScale)
    #expect(zoom.doubleTapScale == expected.doubleTapScale)
    for sample in expected.at {
      #expect(try zoom.size(atScale: sample.scale) == sample.size.size)
      #expect(try zoom.center(atScale: sample.scale) == sample.center.point)
      let limits = try zoom.offsetLimits(atScale: sample.scale)
      #expect([limits.x.lowerBound, limits.x.upperBound] == sample.offsetLimits.x)
      #expect([limits.y.lowerBound, limits.y.upperBound] == sample.offsetLimits.y)
    }
  }

  @Test(
    "An offset is zoomed as the formula says",
    arguments: (try? vectors.get().zoomedOffsets) ?? [])
  func zoomedOffset(expected: ZoomedOffset) throws {
    let offset = try ScrollZoom.offset(
      expected.offset.point, zoomedFrom: expected.from, to: expected.to,
      about: expected.about.point)
    #expect(offset == expected.zoomed.point)
  }

  @Test(
    "Zooming about a point keeps what is there, and zooming back undoes it",
    arguments: SeededGenerator.seeds)
  func fixedPoint(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      func point() -> Point {
        Point(
          x: Double.random(in: -4_000...4_000, using: &random),
          y: Double.random(in: -4_000...4_000, using: &random))
      }
      let (offset, about) = (point(), point())
      let start = Double.random(in: 0.05...5, using: &random)
      let end = Double.random(in: 0.05...5, using: &random)
      let zoomed = try ScrollZoom.offset(offset, zoomedFrom: start, to: end, about: about)
      let before = Point(x: (offset.x + about.x) / start, y: (offset.y + about.y) / start)
      let after = Point(x: (zoomed.x + about.x) / end, y: (zoomed.y + about.y) / end)
      #expect(after.isClose(to: before), "\(start) to \(end) about \(about)")
      let back = try ScrollZoom.offset(zoomed, zoomedFrom: end, to: start, about: about)
      #expect(back.isClose(to: offset))
    }
  }

  @Test("A viewer opens with the whole image, as fit draws it", arguments: SeededGenerator.seeds)
  func opens(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func side() -> Double { Double.random(in: 1...20_000, using: &random) }
    for _ in 0..<300 {
      let image = Size(width: side(), height: side())
      let bounds = Size(width: side(), height: side())
      let zoom = try ScrollZoom(image: image, bounds: bounds)
      let rect = try ImageFit(image: image, viewport: bounds).rect
      let state = try zoom.initialState
      #expect(state.scale == zoom.minimumScale)
      // By a scale here and by aspects there: each has rounded twice.
      let size = try zoom.size(atScale: state.scale)
      func isSame(_ one: Double, _ other: Double, of length: Double) -> Bool {
        abs(one - other) <= 2 * length.ulp
      }
      #expect(isSame(size.width, rect.width, of: rect.width))
      #expect(isSame(size.height, rect.height, of: rect.height))
      #expect(isSame(state.offset.x, -rect.x, of: bounds.width))
      #expect(isSame(state.offset.y, -rect.y, of: bounds.height))
    }
  }

  @Test(
    "Whatever the sizes and gestures, everything is finite and within the limits",
    arguments: SeededGenerator.seeds)
  func properties(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let zoom = try ScrollZoom(
        image: Numbers.size(using: &random), bounds: Numbers.size(using: &random))
      #expect(zoom.minimumScale > 0 && zoom.minimumScale.isFinite)
      #expect(zoom.maximumScale >= 1 && zoom.maximumScale >= zoom.minimumScale)
      #expect(zoom.maximumScale.isFinite)
      #expect((zoom.minimumScale...zoom.maximumScale).contains(zoom.doubleTapScale))

      var state = try zoom.initialState
      for _ in 0..<6 {
        let point = Numbers.point(using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
          state = try zoom.zoomed(state, to: Numbers.number(using: &random), about: point)
        case 1: state = try zoom.doubleTapped(state, at: point)
        default: state = try zoom.state(scale: Numbers.number(using: &random), offset: point)
        }
        #expect((zoom.minimumScale...zoom.maximumScale).contains(state.scale))
        let limits = try zoom.offsetLimits(atScale: state.scale)
        #expect(limits.x.contains(state.offset.x) && limits.y.contains(state.offset.y))
        #expect(state.offset.isFinite)
      }

      let scale = Numbers.length(using: &random)
      let size = try zoom.size(atScale: scale)
      let center = try zoom.center(atScale: scale)
      #expect(size.isFinite && center.isFinite)
      if size.width < zoom.bounds.width { #expect(center.x == zoom.bounds.width / 2) }
      if size.height < zoom.bounds.height { #expect(center.y == zoom.bounds.height / 2) }
      let offset = try ScrollZoom.offset(
        Numbers.point(using: &random), zoomedFrom: Numbers.length(using: &random), to: scale,
        about: Numbers.point(using: &random))
      #expect(offset.isFinite)
    }
  }

  @Test("Only a scale between the limits is kept")
  func limitedScale() throws {
    let zoom = try ScrollZoom(
      image: Size(width: 1000, height: 500), bounds: Size(width: 250, height: 500))
    for (scale, limited) in [(0.1, 0.25), (-3, 0.25), (0, 0.25), (0.5, 0.5), (1, 1), (1e300, 1)] {
      #expect(try zoom.limitedScale(scale) == limited)
    }
    #expect(try zoom.state(scale: 9, offset: Point(x: -50, y: 9_000)).offset == .zero)
  }

  @Test("An image smaller than the bounds fills them and has no other scale")
  func smallImage() throws {
    let zoom = try ScrollZoom(
      image: Size(width: 100, height: 50), bounds: Size(width: 300, height: 300))
    #expect(zoom.minimumScale == 3 && zoom.maximumScale == 3 && zoom.doubleTapScale == 3)
    let state = try zoom.initialState
    #expect(try zoom.doubleTapped(state, at: .zero) == state)
    #expect(state.offset == Point(x: 0, y: -75))
  }

  @Test("A double tap grows the whole image about the finger, the next one shows all of it again")
  func doubleTap() throws {
    let zoom = try ScrollZoom(
      image: Size(width: 4000, height: 2000), bounds: Size(width: 400, height: 400))
    let whole = try zoom.initialState
    #expect(whole.scale == 0.1 && whole.offset == Point(x: 0, y: -100))
    // 0.3: 1200 × 600; under the finger stays (300, 150) · 3 − (300, 250).
    let close = try zoom.doubleTapped(whole, at: Point(x: 300, y: 250))
    #expect(abs(close.scale - 0.3) < 1e-12)
    #expect(close.offset.isClose(to: Point(x: 600, y: 200)))
    #expect(try zoom.doubleTapped(close, at: .zero) == whole)
    // At the corner the limits are in the way.
    let corner = try zoom.doubleTapped(whole, at: Point(x: 0, y: 0))
    #expect(corner.offset == .zero)
  }

  @Test("What is no length, scale or place is refused")
  func refused() throws {
    let good = Size(width: 390, height: 844)
    let zoom = try ScrollZoom(image: good, bounds: good)
    let state = try zoom.initialState
    for side in Numbers.notPositive {
      #expect(throws: LayoutError.self) {
        try ScrollZoom(image: Size(width: side, height: 1), bounds: good)
      }
      #expect(throws: LayoutError.self) {
        try ScrollZoom(image: good, bounds: Size(width: 1, height: side))
      }
      #expect(throws: LayoutError.self) { try zoom.size(atScale: side) }
      #expect(throws: LayoutError.self) { try zoom.center(atScale: side) }
      #expect(throws: LayoutError.self) { try zoom.offsetLimits(atScale: side) }
      for (start, end) in [(side, 1.0), (1, side)] {
        #expect(throws: LayoutError.self) {
          try ScrollZoom.offset(.zero, zoomedFrom: start, to: end, about: .zero)
        }
      }
    }
    for number in Numbers.notFinite {
      let nowhere = Point(x: number, y: 0)
      #expect(throws: LayoutError.self) { try zoom.limitedScale(number) }
      #expect(throws: LayoutError.self) { try zoom.state(scale: 1, offset: nowhere) }
      #expect(throws: LayoutError.self) { try zoom.zoomed(state, to: number, about: .zero) }
      #expect(throws: LayoutError.self) { try zoom.doubleTapped(state, at: nowhere) }
    }
  }
}
