import FeedModel
import FeedPhotos
import Testing

/// A file that is cut anywhere yields its readable data, or the one error.
@Suite struct CutPictureTests {
  @Test(arguments: SmallPictures.handmade.map(\.name))
  func aPictureCutAnywhereGivesPartsOfTheWhole(name: String) throws {
    let picture = try #require(SmallPictures.handmade.first { $0.name == name }).bytes
    let whole = try picture.inspect()
    #expect(whole.width != nil)
    var complete = 0
    for length in 0..<picture.count {
      let cut = Array(picture[..<length])
      do {
        let inspection = try cut.inspect()
        #expect(inspection.format == whole.format, "cut at \(length)")
        if inspection == whole { complete += 1 }
        let camera = inspection.camera
        for (found, expected) in [
          (camera.make, whole.camera.make), (camera.model, whole.camera.model),
          (camera.lensModel, whole.camera.lensModel),
        ] {
          #expect(found == nil || found == expected, "cut at \(length)")
        }
        #expect(camera.iso == nil || camera.iso == whole.camera.iso, "cut at \(length)")
      } catch InspectionError.noPicture {
        #expect(length < 28, "the signature is in the first bytes, cut at \(length)")
      }
    }
    #expect(complete < picture.count / 2, "what is cut off is missing")
  }
}
