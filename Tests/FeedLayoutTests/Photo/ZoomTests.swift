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

struct RubberBandTests {
  struct Vectors: Decodable {
    let reference: [Reference]
    let cases: [Case]

    enum CodingKeys: String, CodingKey {
      case reference = "reference_960"
      case cases
    }
  }

  struct Reference: Decodable, Sendable {
    let distance: Double
    let displacement: Double
  }

  struct Case: Decodable, Sendable {
    let distance: Double
    let length: Double
    let displacement: Double
  }

  static let vectors = PhotoVectors.load(Vectors.self, from: "rubber-band")

  @Test("All cases are there")
  func count() throws {
    let vectors = try Self.vectors.get()
    #expect(vectors.reference.count == 5)
    #expect(vectors.cases.count == 7)
  }

  @Test(
    "The pulls measured on a view of 960 points",
    arguments: (try? vectors.get().reference) ?? [])
  func reference(expected: Reference) throws {
    let displacement = try RubberBand.displacement(of: expected.distance, length: 960)
    // The table has two decimals.
    #expect(abs(displacement - expected.displacement) <= 0.005)
  }

  @Test("A pull is followed as the formula says", arguments: (try? vectors.get().cases) ?? [])
  func vector(expected: Case) throws {
    let displacement = try RubberBand.displacement(of: expected.distance, length: expected.length)
    // The expected values are exact quotients, rounded once.
    #expect(abs(displacement - expected.displacement) < 1e-9)
  }

  @Test(
    "A pull moves less than the finger and never beyond the view", arguments: SeededGenerator.seeds)
  func properties(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let distance = Numbers.number(using: &random)
      let length = Numbers.length(using: &random)
      let displacement = try RubberBand.displacement(of: distance, length: length)
      #expect(displacement.isFinite && displacement.magnitude <= length)
      #expect(
        displacement.magnitude <= distance.magnitude || displacement.magnitude < length * 1e-15)
      #expect(displacement == 0 || (displacement < 0) == (distance < 0))
      #expect(try RubberBand.displacement(of: -distance, length: length) == -displacement)

      let edges = [Numbers.number(using: &random), Numbers.number(using: &random)].sorted()
      let offset = try RubberBand.offset(distance, limits: edges[0]...edges[1], length: length)
      #expect(offset.isFinite)
      if (edges[0]...edges[1]).contains(distance) { #expect(offset == distance) }
    }
  }

  @Test(
    "Past a limit the content follows slowly",
    arguments: [(0.0, 0.0), (261, 261), (130.5, 130.5), (-100, -52.02), (361, 313.02)])
  func offsets(asked: Double, shown: Double) throws {
    let offset = try RubberBand.offset(asked, limits: 0...261, length: 960)
    #expect(abs(offset - shown) <= 0.005)
  }

  @Test("What is no distance and no length is refused")
  func refused() {
    for length in Numbers.notPositive {
      #expect(throws: LayoutError.self) { try RubberBand.displacement(of: 1, length: length) }
    }
    for number in Numbers.notFinite {
      #expect(throws: LayoutError.self) { try RubberBand.displacement(of: number, length: 1) }
      #expect(throws: LayoutError.self) { try RubberBand.offset(number, limits: 0...1, length: 1) }
    }
    #expect(throws: LayoutError.self) {
      try RubberBand.offset(0, limits: 0...Double.infinity, length: 1)
    }
  }
}
