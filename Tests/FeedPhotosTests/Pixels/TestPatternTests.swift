import FeedPhotos
import Testing

@Suite struct TestPatternTests {
  @Test(arguments: [(256, 1024), (300, 7), (1, 1), (257, 513)])
  func everyPixelSaysWhereItIs(width: Int, height: Int) throws {
    let pattern = try #require(TestPattern(width: width, height: height))
    let pixels = try RGBAPixels(decoding: try pattern.png())
    #expect(pixels.width == width && pixels.height == height)
    let wrong = (0..<pixels.count).first { index in
      let blue = UInt8(truncatingIfNeeded: index % width + index / width)
      return pixels[index] != (0, 0, blue, 255)
    }
    #expect(wrong == nil)
  }

  @Test func aPatternIsAPNGWithoutMetadata() throws {
    let png = try #require(TestPattern(width: 20, height: 10)).png()
    #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    // 8 bits, 3 bands.
    #expect(png[24...25] == [8, 2])
    #expect(!String(decoding: png, as: UTF8.self).contains("tEXt"))
  }

  @Test(arguments: [(0, 5), (5, 0), (-1, 5), (16_385, 1), (1, 16_385), (10_001, 10_000)])
  func thereAreNoPatternsOfOtherSizes(width: Int, height: Int) {
    #expect(TestPattern(width: width, height: height) == nil)
  }

  @Test(arguments: [(16_384, 1), (1, 16_384), (10_000, 10_000)])
  func theLargestPatternsAreAllowed(width: Int, height: Int) {
    #expect(TestPattern(width: width, height: height) != nil)
  }
}
