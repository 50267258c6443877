import FeedLayout
import TestSupport
import Testing

struct StarTouchTests {
  @Test(
    "A touch gives the rating that Cosmos gives it",
    arguments: [
      (StarRating.FillMode.precise, 5.0, 0.25), (.precise, 20, 1), (.precise, 23, 1),
      (.precise, 30, 1.25), (.precise, 52, 2.1), (.precise, 300, 5), (.precise, -50, 0),
      (.full, 50, 2), (.full, 60, 3), (.half, 10, 0.5), (.half, 15, 1), (.half, 26, 1.5),
    ])
  func vectors(mode: StarRating.FillMode, x: Double, rating: Double) throws {
    let touched = try StarStrip().rating(atTouch: x, mode: mode, minimumTouchRating: 0)
    #expect(abs(touched - rating) < 1e-12)
    // The mirrored strip, touched at the mirrored place.
    let mirrored = try StarStrip(direction: .rightToLeft)
      .rating(atTouch: 120 - x, mode: mode, minimumTouchRating: 0)
    #expect(abs(mirrored - rating) < 1e-12)
  }

  @Test("No touch gives less than the minimum, which is one star unless asked otherwise")
  func minimum() throws {
    let strip = try StarStrip()
    for mode in StarRating.FillMode.allCases {
      #expect(try strip.rating(atTouch: -50, mode: mode) == 1)
      #expect(try strip.rating(atTouch: -50, mode: mode, minimumTouchRating: 0) == 0)
      #expect(try strip.rating(atTouch: 5, mode: mode, minimumTouchRating: 2.5) == 2.5)
      #expect(try strip.rating(atTouch: 5, mode: mode, minimumTouchRating: 1000) == 5)
    }
  }

  @Test("A touch or a minimum that is no number, and a minimum below 0, are refused")
  func refusals() throws {
    let strip = try StarStrip()
    for x in [Double.nan, .infinity, -.infinity] {
      #expect(throws: LayoutError.self) { try strip.rating(atTouch: x) }
    }
    for minimum in [-0.5, 1001, .nan, .infinity] {
      #expect(throws: LayoutError.self) {
        try strip.rating(atTouch: 5, minimumTouchRating: minimum)
      }
    }
  }

  @Test(
    "A touch further along never gives less, and any gives a rating the stars show exactly",
    arguments: SeededGenerator.seeds)
  func monotone(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let strip = try StarStrip.generated(using: &random)
      let width = strip.size.width
      let places =
        [-1e308, 1e308]
        + (0..<30).map { _ in Double.random(in: -width...width * 2, using: &random) }
        + strip.positions + strip.positions.map { $0 + strip.starSize }
      let along = places.map { strip.direction == .rightToLeft ? width - $0 : $0 }.sorted()
      for mode in StarRating.FillMode.allCases {
        let ratings = try along.map {
          try strip.rating(
            atTouch: strip.direction == .rightToLeft ? width - $0 : $0, mode: mode,
            minimumTouchRating: 0)
        }
        for (rating, next) in zip(ratings, ratings.dropFirst()) {
          #expect(rating <= next + 1e-12)
        }
        #expect(ratings.first == 0 && ratings.last == Double(strip.count))
        for rating in ratings {
          #expect(StarRating.displayed(rating: rating, count: strip.count, mode: mode) == rating)
        }
      }
    }
  }

  @Test(
    "A precise touch on a star puts the end of its filled part under the finger",
    arguments: SeededGenerator.seeds)
  func underTheFinger(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let strip = try StarStrip.generated(using: &random)
      let star = Int.random(in: 0..<strip.count, using: &random)
      let share = Double.random(in: 0.01...0.99, using: &random)
      let x = strip.positions[star] + share * strip.starSize
      let rating = try strip.rating(atTouch: x, minimumTouchRating: 0)
      let filled = strip.filledRects(rating: rating)[star]
      let end = strip.direction == .rightToLeft ? filled.x : filled.x + filled.width
      #expect(abs(end - x) < 1e-9 * max(1, strip.size.width))
    }
  }

  @Test("The largest and smallest strips there are have finite geometry and ratings")
  func extremes() throws {
    let sizes = StarStrip.supportedStarSizes
    let spacings = StarStrip.supportedSpacings
    for size in [sizes.lowerBound, sizes.upperBound] {
      for spacing in [spacings.lowerBound, spacings.upperBound] {
        for count in [1, 1000] {
          let strip = try StarStrip(count: count, starSize: size, spacing: spacing)
          #expect(strip.size.width.isFinite)
          #expect(strip.positions.count == count)
          for x in [-Double.greatestFiniteMagnitude, 0, size, .greatestFiniteMagnitude] {
            let rating = try strip.rating(atTouch: x, minimumTouchRating: 0)
            #expect((0...Double(count)).contains(rating))
            #expect(strip.clip(rating: rating).width <= strip.size.width)
          }
        }
      }
    }
  }
}
