import FeedLayout
import TestSupport
import Testing

struct ImageFitTests {
  struct Vectors: Decodable {
    let cases: [Case]
  }

  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    let mode: String
    let image: PhotoVectors.Extent
    let viewport: PhotoVectors.Extent
    let rect: PhotoVectors.Box
    let taps: [Tap]
    var testDescription: String { "\(mode) of \(image.width) × \(image.height)" }
  }

  struct Tap: Decodable, Sendable {
    let at: PhotoVectors.Place
    let inside: Bool
    let point: PhotoVectors.Place
    let pixel: PixelPlace
  }

  struct PixelPlace: Decodable, Sendable {
    let x: Int
    let y: Int
  }

  static let vectors = PhotoVectors.load(Vectors.self, from: "image-fit")

  @Test("All cases are there")
  func count() throws {
    let cases = try Self.vectors.get().cases
    #expect(cases.count == 12)
    #expect(Set(cases.map(\.mode)) == Set(ImageFit.Mode.allCases.map(\.rawValue)))
  }

  @Test(
    "An image is placed, and taps hit its pixels, as the formulas say",
    arguments: (try? vectors.get().cases) ?? [])
  func vector(expected: Case) throws {
    let mode = try #require(ImageFit.Mode(rawValue: expected.mode))
    let fit = try ImageFit(image: expected.image.size, viewport: expected.viewport.size, mode: mode)
    #expect(fit.rect == expected.rect.rect)
    for tap in expected.taps {
      let hit = try fit.tap(at: tap.at.point)
      #expect(hit.inside == tap.inside, "\(tap.at)")
      #expect(hit.point == tap.point.point, "\(tap.at)")
      #expect(hit.pixel == Pixel(x: tap.pixel.x, y: tap.pixel.y), "\(tap.at)")
    }
  }

  @Test("The whole image fits unless another mode is asked for")
  func defaultMode() throws {
    let fit = try ImageFit(
      image: Size(width: 200, height: 100), viewport: Size(width: 100, height: 100))
    #expect(fit.mode == .fit)
    #expect(fit.rect == Rect(x: 0, y: 25, width: 100, height: 50))
  }

  @Test(
    "The left and top edges are inside, the right and bottom ones outside",
    arguments: [
      (Point(x: 0, y: 25), true), (Point(x: -0.001, y: 50), false), (Point(x: 0, y: 24.999), false),
      (Point(x: 99, y: 74), true), (Point(x: 99.999, y: 74.999), true),
      (Point(x: 100, y: 50), false), (Point(x: 50, y: 75), false),
    ])
  func edges(tap: Point, inside: Bool) throws {
    let fit = try ImageFit(
      image: Size(width: 200, height: 100), viewport: Size(width: 100, height: 100))
    #expect(try fit.tap(at: tap).inside == inside)
  }

  @Test("A tap halfway between two pixels is on the next one")
  func halves() throws {
    let fit = try ImageFit(
      image: Size(width: 100, height: 100), viewport: Size(width: 200, height: 200))
    #expect(try fit.tap(at: Point(x: 1, y: 5)).pixel == Pixel(x: 1, y: 3))
    #expect(try fit.tap(at: Point(x: 0.9, y: 4.9)).pixel == Pixel(x: 0, y: 2))
  }

  @Test("A side that is no length is refused", arguments: Numbers.notPositive)
  func refused(side: Double) throws {
    let good = Size(width: 390, height: 763)
    for (image, viewport, quantity) in [
      (Size(width: side, height: 1), good, LayoutError.Quantity.imageWidth),
      (Size(width: 1, height: side), good, .imageHeight),
      (good, Size(width: side, height: 1), .viewportWidth),
      (good, Size(width: 1, height: side), .viewportHeight),
    ] {
      let error = try #require(throws: LayoutError.self) {
        try ImageFit(image: image, viewport: viewport)
      }
      guard case .notPositive(quantity, value: _) = error else {
        Issue.record("\(error)")
        continue
      }
    }
  }

  @Test("A tap that is nowhere is refused", arguments: Numbers.notFinite)
  func refusedTap(value: Double) throws {
    let fit = try ImageFit(image: Size(width: 1, height: 1), viewport: Size(width: 1, height: 1))
    #expect(throws: LayoutError.self) { try fit.tap(at: Point(x: value, y: 0)) }
    #expect(throws: LayoutError.self) { try fit.tap(at: Point(x: 0, y: value)) }
  }

  @Test(
    "Whatever the sizes, the rectangle is finite and centred and the pixel one of the image",
    arguments: SeededGenerator.seeds)
  func properties(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let image = Numbers.size(using: &random)
      let viewport = Numbers.size(using: &random)
      for mode in ImageFit.Mode.allCases {
        let fit = try ImageFit(image: image, viewport: viewport, mode: mode)
        let rect = fit.rect
        #expect(rect.x.isFinite && rect.y.isFinite, "\(image) in \(viewport)")
        #expect(rect.width.isFinite && rect.width >= 0, "\(image) in \(viewport)")
        #expect(rect.height.isFinite && rect.height >= 0, "\(image) in \(viewport)")
        // Both margins are the same.
        #expect(rect.x == (viewport.width - rect.width) / 2)
        #expect(rect.y == (viewport.height - rect.height) / 2)

        let tap = Numbers.point(using: &random)
        let hit = try fit.tap(at: tap)
        #expect(hit.point.isFinite)
        #expect(hit.point.x >= rect.x && hit.point.y >= rect.y)
        #expect(hit.pixel.x >= 0 && Double(hit.pixel.x) <= max(0, image.width - 1))
        #expect(hit.pixel.y >= 0 && Double(hit.pixel.y) <= max(0, image.height - 1))
        // A limited tap stays where it is.
        #expect(try fit.tap(at: hit.point).point == hit.point)
      }
    }
  }

  @Test(
    "Fit stays inside the viewport and touches it, fill covers it", arguments: SeededGenerator.seeds
  )
  func coverage(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      func size() -> Size {
        Size(
          width: Double.random(in: 1...6_000, using: &random),
          height: Double.random(in: 1...6_000, using: &random))
      }
      let (image, viewport) = (size(), size())
      let slack = 1e-9
      let fit = try ImageFit(image: image, viewport: viewport, mode: .fit).rect
      #expect(fit.width <= viewport.width + slack && fit.height <= viewport.height + slack)
      #expect(abs(fit.width - viewport.width) < slack || abs(fit.height - viewport.height) < slack)
      let fill = try ImageFit(image: image, viewport: viewport, mode: .fill).rect
      #expect(fill.width + slack >= viewport.width && fill.height + slack >= viewport.height)
      let actual = try ImageFit(image: image, viewport: viewport, mode: .actual).rect
      #expect(Size(width: actual.width, height: actual.height) == image)
    }
  }
}
