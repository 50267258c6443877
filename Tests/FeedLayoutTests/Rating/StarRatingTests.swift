import FeedLayout
import TestSupport
import Testing

struct StarRatingTests {
  @Test(
    "Stars fill from the leading side by their mode",
    arguments: [
      (3.7, StarRating.FillMode.full, [1.0, 1, 1, 1, 0]),
      (3.4, .full, [1, 1, 1, 0, 0]),
      (3.5, .full, [1, 1, 1, 1, 0]),
      (3.24, .half, [1, 1, 1, 0, 0]),
      (3.25, .half, [1, 1, 1, 0.5, 0]),
      (3.74, .half, [1, 1, 1, 0.5, 0]),
      (3.75, .half, [1, 1, 1, 1, 0]),
      (3.5, .precise, [1, 1, 1, 0.5, 0]),
      (4.25, .precise, [1, 1, 1, 1, 0.25]),
      (0, .precise, [0, 0, 0, 0, 0]),
      (5, .precise, [1, 1, 1, 1, 1]),
    ])
  func fills(rating: Double, mode: StarRating.FillMode, expected: [Double]) {
    #expect(StarRating.fills(rating: rating, mode: mode) == expected)
  }

  @Test(
    "A rating out of range counts as the nearest end, and one that is no number as 0",
    arguments: [(-1.0, 0.0), (7, 5), (.infinity, 5), (-.infinity, 0), (.nan, 0), (1e308, 5)])
  func limits(rating: Double, total: Double) {
    for mode in StarRating.FillMode.allCases {
      #expect(StarRating.fills(rating: rating, mode: mode).reduce(0, +) == total)
    }
  }

  @Test("Precise is the default, of five stars")
  func defaults() {
    #expect(StarRating.fills(rating: 2.5) == [1, 1, 0.5, 0, 0])
  }

  @Test("Fewer than one star is none", arguments: [0, -1, .min])
  func noStars(count: Int) {
    #expect(StarRating.fills(rating: 3, count: count).isEmpty)
  }

  @Test("A row has a thousand stars at most")
  func manyStars() {
    #expect(StarRating.fills(rating: 3, count: 1000).count == 1000)
    for count in [1001, .max] {
      #expect(StarRating.fills(rating: 3.5, count: count).count == 1000)
      #expect(StarRating.fills(rating: 1e9, count: count).allSatisfy { $0 == 1 })
    }
  }

  @Test(
    "The fills never grow along the row and add up to the rating", arguments: SeededGenerator.seeds)
  func properties(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let count = Int.random(in: 1...10, using: &random)
      let rating = Double.random(in: 0...Double(count), using: &random)
      let fills = StarRating.fills(rating: rating, count: count)
      #expect(fills.count == count)
      #expect(fills == fills.sorted(by: >))
      #expect(abs(fills.reduce(0, +) - rating) < 1e-12)
    }
  }

  @Test(
    "The displayed rating is whole, in halves, or as it is, and within the row",
    arguments: [
      (4.6, 5.0, 4.5, 4.6), (7, 5, 5, 5), (-1, 0, 0, 0), (2.5, 3, 2.5, 2.5), (2.24, 2, 2, 2.24),
      (2.75, 3, 3, 2.75), (0.49, 0, 0.5, 0.49), (.nan, 0, 0, 0), (.infinity, 5, 5, 5),
    ])
  func displayed(rating: Double, full: Double, half: Double, precise: Double) {
    #expect(StarRating.displayed(rating: rating, mode: .full) == full)
    #expect(StarRating.displayed(rating: rating, mode: .half) == half)
    #expect(StarRating.displayed(rating: rating, mode: .precise) == precise)
  }

  @Test("The displayed rating is what the stars add up to", arguments: SeededGenerator.seeds)
  func sum(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let count = Int.random(in: -1...20, using: &random)
      let rating = Double.random(in: -2...22, using: &random)
      for mode in StarRating.FillMode.allCases {
        let fills = StarRating.fills(rating: rating, count: count, mode: mode)
        let displayed = StarRating.displayed(rating: rating, count: count, mode: mode)
        #expect(abs(fills.reduce(0, +) - displayed) < 1e-12)
      }
    }
  }

  @Test(
    "A screen reader says whole ratings without decimals and others with one",
    arguments: [
      (4.0, StarRating.FillMode.precise, "4"), (4.6, .precise, "4.6"), (4.64, .precise, "4.6"),
      (4.25, .precise, "4.3"), (4.98, .precise, "5"), (4.6, .half, "4.5"), (4.6, .full, "5"),
      (0, .precise, "0"), (0.5, .half, "0.5"), (-3, .half, "0"), (9, .full, "5"),
      (.nan, .half, "0"),
    ])
  func value(rating: Double, mode: StarRating.FillMode, text: String) {
    #expect(StarRating.accessibilityValue(rating: rating, mode: mode) == text)
  }

  @Test("A row of a thousand stars is said in full, and one of none is 0")
  func extremeValues() {
    #expect(StarRating.accessibilityValue(rating: 1e308, count: .max) == "1000")
    #expect(StarRating.accessibilityValue(rating: 3, count: .min) == "0")
  }

  @Test(
    "Steps of a screen reader end at stars or halves, and there are none beyond the ends",
    arguments: [
      (StarRating.FillMode.full, 2.0, 1.0, 1.0), (.full, 2.3, 0.7, 0.3), (.full, 5, 0, 1),
      (.full, 1, 1, 0), (.full, 0, 1, 0), (.full, 7, 0, 1),
      (.half, 2, 0.5, 0.5), (.half, 2.3, 0.2, 0.3), (.precise, 2.3, 0.2, 0.3),
      (.half, 5, 0, 0.5), (.precise, 4.6, 0.4, 0.1), (.precise, 0.4, 0.1, 0), (.half, .nan, 0.5, 0),
    ])
  func steps(
    mode: StarRating.FillMode, rating: Double, increment: Double, decrement: Double
  ) throws {
    #expect(StarRating.accessibilityIncrement(rating: rating, mode: mode) == increment)
    #expect(try StarRating.accessibilityDecrement(rating: rating, mode: mode) == decrement)
  }

  @Test("With a lower minimum a screen reader steps down to it")
  func lowMinimum() throws {
    for (rating, step) in [(1.0, 0.5), (0.5, 0.5), (0, 0)] {
      let decrement = try StarRating.accessibilityDecrement(
        rating: rating, mode: .half, minimumTouchRating: 0)
      #expect(decrement == step)
    }
    #expect(throws: LayoutError.self) {
      try StarRating.accessibilityDecrement(rating: 3, minimumTouchRating: -1)
    }
    #expect(throws: LayoutError.self) {
      try StarRating.accessibilityDecrement(rating: 3, minimumTouchRating: .nan)
    }
  }

  @Test("Stepping up or down from a star or half goes through all others and ends")
  func walk() throws {
    for (mode, step) in [(StarRating.FillMode.full, 1.0), (.half, 0.5), (.precise, 0.5)] {
      var rating = 1.0
      var steps = 0.0
      while case let more = StarRating.accessibilityIncrement(rating: rating, mode: mode), more > 0
      {
        rating += more
        steps += 1
      }
      #expect(rating == 5 && steps == 4 / step)
      while case let less = try StarRating.accessibilityDecrement(rating: rating, mode: mode),
        less > 0
      {
        rating -= less
        steps -= 1
      }
      #expect(rating == 1 && steps == 0)
    }
  }
}
