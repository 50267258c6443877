import FeedLayout
import FeedModel
import FeedPublisher
import Testing

/// The sizes of pictures, in steps that screens of similar widths share.
@Suite struct PictureStepTests {
  @Test(arguments: [
    (Size(width: 369, height: 154), "384x160"), (Size(width: 371, height: 155), "384x160"),
    (Size(width: 183, height: 183), "192x192"), (Size(width: 7.2, height: 0.4), "8x1"),
    (Size(width: 128, height: 128.1), "128x144"), (Size(width: 4_096, height: 4_095), "4096x4096"),
    (Size(width: 40_960, height: 4_096), "4096x416"),
  ])
  func aPlaceHasABoxOfSteps(size: Size, box: String) {
    #expect(Rendition.Box(stepped: size)?.description == box)
  }

  @Test(arguments: [Size(width: 0, height: 9), Size(width: 9, height: -1)])
  func aPlaceWithoutAnAreaHasNone(size: Size) {
    #expect(Rendition.Box(stepped: size) == nil)
  }

  /// A pixel of a picture never takes more than one of the screen, and at least 8/9 of one.
  @Test func aPictureIsNeverEnlargedAndReducedByANinthAtMost() throws {
    for side in 1...4_096 {
      let size = Size(width: Double(side) - 0.25, height: Double(side))
      let box = try #require(Rendition.Box(stepped: size))
      #expect(box.width == box.height)
      #expect(box.width >= side && box.width * 8 <= side * 9)
      // A box is its own step.
      let again = Size(width: Double(box.width), height: Double(box.height))
      #expect(Rendition.Box(stepped: again) == box)
    }
  }

  @Test func phonesShareBoxes() {
    let widths = (360...430).map { Size(width: Double($0), height: 100) }
    #expect(Set(widths.compactMap { Rendition.Box(stepped: $0)?.width }) == [384, 416, 448])
  }
}
