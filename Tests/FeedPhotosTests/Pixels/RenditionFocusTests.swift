import CVips
import FeedPhotos
import Foundation
import TestSupport
import Testing

/// A photo that is cut off keeps its focus in the middle, as far as its edges allow.
@Suite struct RenditionFocusTests {
  @Test(arguments: [(0.0, 0), (0.05, 0), (0.25, 15), (0.5, 40), (0.8, 70), (0.95, 80), (1, 80)])
  func thePartAboutTheFocusIsCutOut(focus: Double, start: Int) throws {
    try LibVips.start()
    let folder = try TemporaryFolder()
    for (width, height) in [(100, 20), (20, 100)] {
      // The blue of a pixel is the sum of its coordinates.
      let pattern = try #require(TestPattern(width: width, height: height))
      let path = try folder.write(Data(try pattern.png()), to: "\(width).png")
      var pixels: UnsafeMutablePointer<UInt8>?
      var size: (width: Int32, height: Int32) = (0, 0)
      let isCut = path.withCString { path in
        tanada_vips_pixels(
          tanada_source(path: path, orientation: 1, whole: true),
          tanada_box(
            width: 20, height: 20, fit: tanada_fit_cover, focus_x: width > 20 ? focus : 0.5,
            focus_y: height > 20 ? focus : 0.5), &pixels, &size.width, &size.height)
      }
      let cut = try #require(isCut ? pixels : nil, "\(String(cString: tanada_vips_error()))")
      defer { tanada_vips_free(cut) }
      #expect(size.width == 20 && size.height == 20)
      #expect(Int(cut[2]) == start)
    }
  }
}
