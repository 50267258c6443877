import FeedLayout
import TestSupport
import Testing

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
      #expect(throws: LayoutError.self) {
        try RubberBand.offset(number, limits: 0...1, length: 1)
      }
    }
    #expect(throws: LayoutError.self) {
      try RubberBand.offset(0, limits: 0...Double.infinity, length: 1)
    }
  }
}
