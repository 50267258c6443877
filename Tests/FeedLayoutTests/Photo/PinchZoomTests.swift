import FeedLayout
import TestSupport
import Testing

struct PinchZoomTests {
  struct Vectors: Decodable {
    let cases: [Case]
  }

  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    let image: PhotoVectors.Extent
    let gestures: [Double]
    let sizes: [PhotoVectors.Extent]
    var testDescription: String { "\(gestures) on \(image.width) × \(image.height)" }
  }

  static let vectors = PhotoVectors.load(Vectors.self, from: "pinch-zoom")

  @Test("All cases are there")
  func count() throws {
    #expect(try Self.vectors.get().cases.count == 7)
  }

  @Test(
    "Each gesture multiplies the size within the limits",
    arguments: (try? vectors.get().cases) ?? [])
  func vector(expected: Case) throws {
    var zoom = try PinchZoom(image: expected.image.size)
    #expect(zoom.size == expected.image.size)
    try #require(expected.gestures.count == expected.sizes.count)
    for (gesture, size) in zip(expected.gestures, expected.sizes) {
      try zoom.pinch(by: gesture)
      #expect(zoom.size == size.size, "after \(gesture)")
    }
    zoom.reset()
    #expect(zoom == (try PinchZoom(image: expected.image.size)))
  }

  @Test("The size never leaves its limits", arguments: SeededGenerator.seeds)
  func properties(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let image = Numbers.size(using: &random)
      var zoom = try PinchZoom(image: image)
      for _ in 0..<10 {
        let before = zoom.size
        let gesture = Numbers.number(using: &random)
        try zoom.pinch(by: gesture)
        #expect(zoom.size.isFinite)
        #expect(zoom.size.width >= image.width * 0.2 && zoom.size.width <= image.width * 5)
        #expect(zoom.size.height >= image.height * 0.2 && zoom.size.height <= image.height * 5)
        if gesture >= 1 {
          #expect(zoom.size.width >= before.width)
        } else {
          #expect(zoom.size.width <= before.width)
        }
      }
    }
  }

  @Test("What is no length and no scale is refused")
  func refused() throws {
    for side in Numbers.notPositive {
      #expect(throws: LayoutError.self) { try PinchZoom(image: Size(width: side, height: 1)) }
      #expect(throws: LayoutError.self) { try PinchZoom(image: Size(width: 1, height: side)) }
    }
    for scale in Numbers.notFinite {
      var zoom = try PinchZoom(image: Size(width: 1, height: 1))
      #expect(throws: LayoutError.self) { try zoom.pinch(by: scale) }
      #expect(zoom.size == Size(width: 1, height: 1))
    }
  }
}
