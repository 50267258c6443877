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
    arguments: [
      (-1.0, 0.0), (7, 5), (.infinity, 5), (-.infinity, 0), (.nan, 0), (1e308, 5),
    ])
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
}
