import FeedLayout
import TestSupport
import Testing

struct StarStripTests {
  @Test("Five stars of 20 that are 5 apart are 120 wide, and those of 26 are 150 wide")
  func size() throws {
    #expect(try StarStrip().size == Size(width: 120, height: 20))
    #expect(try StarStrip(starSize: 26).size == Size(width: 150, height: 26))
    #expect(try StarStrip(count: 1, starSize: 9, spacing: 7).size == Size(width: 9, height: 9))
  }

  @Test("Stars fill from the side the strip is read from")
  func positions() throws {
    #expect(try StarStrip().positions == [0, 25, 50, 75, 100])
    #expect(try StarStrip(direction: .rightToLeft).positions == [100, 75, 50, 25, 0])
  }

  @Test("A star is covered from its leading edge, by its fill of its own width")
  func filled() throws {
    let left = try StarStrip(count: 3).filledRects(rating: 1.25)
    #expect(left.map(\.x) == [0, 25, 50])
    #expect(left.map(\.width) == [20, 5, 0])
    let right = try StarStrip(count: 3, direction: .rightToLeft).filledRects(rating: 1.25)
    #expect(right.map(\.x) == [50, 40, 20])
    #expect(right.map(\.width) == [20, 5, 0])
    #expect(right.allSatisfy { $0.y == 0 && $0.height == 20 })
  }

  @Test(
    "One mask over the strip covers the full stars, the space after them, and part of the next",
    arguments: [
      (-1.0, StarRating.FillMode.precise, 0.0), (0, .precise, 0), (0.5, .precise, 10),
      (2, .precise, 50), (2.5, .precise, 60), (2.5, .full, 75), (2.3, .half, 60),
      (4.9, .precise, 118), (5, .precise, 120), (7, .half, 120), (.nan, .full, 0),
    ])
  func clip(rating: Double, mode: StarRating.FillMode, width: Double) throws {
    let clip = try StarStrip().clip(rating: rating, mode: mode)
    #expect(abs(clip.width - width) < 1e-12)
    #expect(clip.x == 0 && clip.y == 0 && clip.height == 20)
    let mirrored = try StarStrip(direction: .rightToLeft).clip(rating: rating, mode: mode)
    #expect(mirrored.width == clip.width)
    #expect(mirrored.x == 120 - clip.width)
  }

  @Test("A strip is touched in an area of at least 44 points each way about its middle")
  func hitArea() throws {
    #expect(try StarStrip().hitArea == Rect(x: 0, y: -12, width: 120, height: 44))
    #expect(try StarStrip(count: 1).hitArea == Rect(x: -12, y: -12, width: 44, height: 44))
    #expect(try StarStrip(starSize: 50).hitArea == Rect(x: 0, y: 0, width: 270, height: 50))
  }

  @Test("A strip of no stars, or of sizes that are none, is refused by name")
  func refusals() {
    for count in [0, -1, 1001, .min, .max] {
      #expect(throws: LayoutError.self) { try StarStrip(count: count) }
    }
    for size in [0, -1, .nan, .infinity, 1e300] {
      #expect {
        try StarStrip(starSize: size)
      } throws: {
        ($0 as? LayoutError)?.description.hasPrefix("star_size: expected") == true
      }
    }
    for spacing in [-1, .nan, .infinity, 1e300] {
      #expect {
        try StarStrip(spacing: spacing)
      } throws: {
        ($0 as? LayoutError)?.description.hasPrefix("spacing: expected") == true
      }
    }
  }

  @Test(
    "The mask shows what the stars themselves would, in both directions",
    arguments: SeededGenerator.seeds)
  func agreement(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let strip = try StarStrip.generated(using: &random)
      let rating = Double.random(in: -1...Double(strip.count + 1), using: &random)
      for mode in StarRating.FillMode.allCases {
        let clip = strip.clip(rating: rating, mode: mode)
        let slack = 1e-9 * max(1, strip.size.width)
        for (x, filled) in zip(strip.positions, strip.filledRects(rating: rating, mode: mode)) {
          // The part of the star that the mask covers.
          let start = max(x, clip.x)
          let covered = min(x + strip.starSize, clip.x + clip.width) - start
          #expect(abs(max(0, covered) - filled.width) < slack)
          if covered > slack { #expect(abs(start - filled.x) < slack) }
        }
      }
    }
  }

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
  func touchRefusals() throws {
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
        for (rating, next) in zip(ratings, ratings.dropFirst()) { #expect(rating <= next + 1e-12) }
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

extension StarStrip {
  static func generated(using random: inout SeededGenerator) throws -> StarStrip {
    try StarStrip(
      count: Int.random(in: 1...12, using: &random),
      starSize: Double.random(in: 0.5...200, using: &random),
      spacing: Bool.random(using: &random) ? 0 : Double.random(in: 0...60, using: &random),
      direction: Bool.random(using: &random) ? .leftToRight : .rightToLeft)
  }
}
