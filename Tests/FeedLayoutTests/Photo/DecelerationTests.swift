import FeedLayout
import TestSupport
import Testing

struct DecelerationTests {
  struct Vectors: Decodable {
    let cases: [Case]
  }

  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    let rate: String
    let position: Double
    let velocity: Double
    let discreteEnd: Double
    let continuousEnd: Double
    let way: [Sample]
    let durations: [Span]
    var testDescription: String { "\(rate) from \(position) at \(velocity)" }

    enum CodingKeys: String, CodingKey {
      case rate, position, velocity, way, durations
      case discreteEnd = "discrete_end"
      case continuousEnd = "continuous_end"
    }
  }

  struct Sample: Decodable, Sendable {
    let time: Double
    let position: Double
    let velocity: Double
  }

  struct Span: Decodable, Sendable {
    let tolerance: Double
    let duration: Double
  }

  static let vectors = PhotoVectors.load(Vectors.self, from: "deceleration")

  @Test("All cases are there")
  func count() throws {
    let cases = try Self.vectors.get().cases
    #expect(cases.count == 6)
    #expect(Set(cases.map(\.rate)) == Set(Deceleration.allCases.map(\.rawValue)))
  }

  @Test("Content slows down as the formulas say", arguments: (try? vectors.get().cases) ?? [])
  func vector(expected: Case) throws {
    let rate = try #require(Deceleration(rawValue: expected.rate))
    let (position, velocity) = (expected.position, expected.velocity)
    #expect(try rate.discreteProjection(from: position, velocity: velocity) == expected.discreteEnd)
    // Logarithms and powers may differ in the last bits from one library to another.
    let slack = 1e-9
    let end = try rate.continuousProjection(from: position, velocity: velocity)
    #expect(abs(end - expected.continuousEnd) < slack)
    for sample in expected.way {
      let place = try rate.position(at: sample.time, from: position, velocity: velocity)
      #expect(abs(place - sample.position) < slack, "after \(sample.time)")
      let speed = try rate.velocity(at: sample.time, initial: velocity)
      #expect(abs(speed - sample.velocity) < slack, "after \(sample.time)")
    }
    for span in expected.durations {
      let duration = try rate.duration(toWithin: span.tolerance, velocity: velocity)
      #expect(abs(duration - span.duration) < slack, "within \(span.tolerance)")
    }
  }

  @Test(
    "The factors of the two formulas",
    arguments: [(Deceleration.normal, 0.499, 0.4995), (.fast, 0.099, 0.0995)])
  func factors(rate: Deceleration, discrete: Double, continuous: Double) throws {
    #expect(abs(try rate.discreteProjection(from: 0, velocity: 1) - discrete) < 1e-12)
    #expect(abs(try rate.continuousProjection(from: 0, velocity: 1) - continuous) < 1e-6)
  }

  @Test("After its duration content is as close as was asked", arguments: SeededGenerator.seeds)
  func arrives(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      for rate in Deceleration.allCases {
        let start = Double.random(in: -1_000...1_000, using: &random)
        let velocity = Double.random(in: -8_000...8_000, using: &random)
        let tolerance = Double.random(in: 0.01...2, using: &random)
        let duration = try rate.duration(toWithin: tolerance, velocity: velocity)
        let end = try rate.continuousProjection(from: start, velocity: velocity)
        let place = try rate.position(at: duration, from: start, velocity: velocity)
        #expect(abs(end - place) <= tolerance + 1e-9)
        #expect(duration == 0 || abs(abs(end - place) - tolerance) < 1e-9)
      }
    }
  }

  @Test("Whatever the velocity, everything is finite", arguments: SeededGenerator.seeds)
  func properties(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      for rate in Deceleration.allCases {
        let start = Numbers.number(using: &random)
        let velocity = Numbers.number(using: &random)
        let time = Numbers.number(using: &random)
        let tolerance = Numbers.length(using: &random)
        #expect(try rate.discreteProjection(from: start, velocity: velocity).isFinite)
        #expect(try rate.continuousProjection(from: start, velocity: velocity).isFinite)
        #expect(try rate.position(at: time, from: start, velocity: velocity).isFinite)
        #expect(try rate.velocity(at: time, initial: velocity).isFinite)
        let duration = try rate.duration(toWithin: tolerance, velocity: velocity)
        #expect(duration.isFinite && duration >= 0)
      }
    }
  }

  @Test("What is no number is refused", arguments: Deceleration.allCases, Numbers.notFinite)
  func refused(rate: Deceleration, number: Double) {
    #expect(throws: LayoutError.self) { try rate.discreteProjection(from: number, velocity: 0) }
    #expect(throws: LayoutError.self) { try rate.continuousProjection(from: 0, velocity: number) }
    #expect(throws: LayoutError.self) { try rate.position(at: number, from: 0, velocity: 0) }
    #expect(throws: LayoutError.self) { try rate.velocity(at: 0, initial: number) }
    #expect(throws: LayoutError.self) { try rate.duration(toWithin: number, velocity: 1) }
    #expect(throws: LayoutError.self) { try rate.duration(toWithin: 0, velocity: 1) }
  }
}
