import FeedLayout
import TestSupport
import Testing

struct ImageOrientationTests {
  struct Vectors: Decodable {
    let stored: [String]
    let cases: [Case]
  }

  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    let orientation: Int
    let displayed: [String]
    var testDescription: String { "orientation \(orientation)" }
  }

  static let vectors = PhotoVectors.load(Vectors.self, from: "orientation")

  @Test("There are eight orientations")
  func count() throws {
    #expect(try Self.vectors.get().cases.map(\.orientation) == Array(1...8))
    #expect(ImageOrientation.allCases.map(\.rawValue) == Array(1...8))
    #expect(ImageOrientation(rawValue: 0) == nil && ImageOrientation(rawValue: 9) == nil)
  }

  @Test("A picture of letters is displayed as drawn", arguments: (try? vectors.get().cases) ?? [])
  func letters(expected: Case) throws {
    let orientation = try #require(ImageOrientation(rawValue: expected.orientation))
    let stored = try Self.vectors.get().stored.map(Array.init)
    let size = try PixelSize(width: stored[0].count, height: stored.count)
    let displayedSize = orientation.displayedSize(of: size)
    let displayed = (0..<displayedSize.height).map { v in
      String(
        (0..<displayedSize.width).map { u in
          let pixel = orientation.storedPixel(of: Pixel(x: u, y: v), in: size)
          return stored[pixel.y][pixel.x]
        })
    }
    #expect(displayed == expected.displayed)
  }

  @Test(
    "Displaying a pixel and finding it again ends where it began",
    arguments: ImageOrientation.allCases)
  func roundTrip(orientation: ImageOrientation) throws {
    for width in 1...6 {
      for height in 1...6 {
        let stored = try PixelSize(width: width, height: height)
        let displayed = orientation.displayedSize(of: stored)
        var seen: Set<Pixel> = []
        for v in 0..<displayed.height {
          for u in 0..<displayed.width {
            let pixel = orientation.storedPixel(of: Pixel(x: u, y: v), in: stored)
            #expect((0..<width).contains(pixel.x) && (0..<height).contains(pixel.y))
            #expect(orientation.displayedPixel(of: pixel, in: stored) == Pixel(x: u, y: v))
            seen.insert(pixel)
          }
        }
        #expect(seen.count == width * height)
      }
    }
  }

  @Test("A pixel outside counts as the nearest one inside", arguments: ImageOrientation.allCases)
  func outside(orientation: ImageOrientation) throws {
    let stored = try PixelSize(width: 3, height: 2)
    let displayed = orientation.displayedSize(of: stored)
    let (first, last) = (Pixel(x: .min, y: .min), Pixel(x: .max, y: .max))
    let corner = Pixel(x: displayed.width - 1, y: displayed.height - 1)
    #expect(
      orientation.storedPixel(of: first, in: stored)
        == orientation.storedPixel(of: Pixel(x: 0, y: 0), in: stored))
    #expect(
      orientation.storedPixel(of: last, in: stored)
        == orientation.storedPixel(of: corner, in: stored)
    )
    #expect(
      orientation.displayedPixel(of: last, in: stored)
        == orientation.displayedPixel(of: Pixel(x: 2, y: 1), in: stored))
    let huge = try PixelSize(width: .max, height: .max)
    #expect(orientation.displayedPixel(of: first, in: huge).x >= 0)
  }

  @Test("A picture of no pixels is refused", arguments: [0, -1, .min])
  func refused(extent: Int) {
    #expect(throws: LayoutError.notPositive(.imageWidth, value: Double(extent))) {
      try PixelSize(width: extent, height: 1)
    }
    #expect(throws: LayoutError.notPositive(.imageHeight, value: Double(extent))) {
      try PixelSize(width: 1, height: extent)
    }
  }
}
