import FeedModel
import FeedPhotos
import Testing

@Suite struct WebPInspectionTests {
  @Test(arguments: [
    ("VP8 ", HandmadePicture.lossyFrame), ("VP8L", HandmadePicture.losslessFrame),
    ("VP8X", HandmadePicture.canvas),
  ])
  func theSizeIsInTheFrameOrTheCanvas(name: String, content: [UInt8]) throws {
    let inspection = try HandmadePicture.webp([(name, content)]).inspect()
    #expect(inspection.format == .webp)
    #expect(inspection.width == 40)
    #expect(inspection.height == 30)
    #expect(inspection.orientation == nil)
  }

  @Test func theCanvasCountsBeforeTheFrame() throws {
    let canvas: [UInt8] = [0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0, 1, 0]
    let inspection = try HandmadePicture.webp([
      ("VP8X", canvas), ("VP8 ", HandmadePicture.lossyFrame),
    ]).inspect()
    #expect(inspection.width == 16_777_216)
    #expect(inspection.height == 257)
  }

  @Test(arguments: [true, false], [[], HandmadePicture.prefix])
  func theChunkOfEXIFIsRead(isBigEndian: Bool, prefix: [UInt8]) throws {
    let inspection = try HandmadePicture.webp([
      ("VP8X", HandmadePicture.canvas), ("ICCP", [1, 2, 3]), ("VP8 ", HandmadePicture.lossyFrame),
      ("EXIF", prefix + TIFFBuilder.complete(isBigEndian: isBigEndian).bytes),
    ]).inspect()
    #expect(inspection.orientation == 6)
    #expect(inspection.appliedOrientation == 6)
    #expect(inspection.width == 30)
    #expect(inspection.height == 40)
    #expect(inspection.camera.lensModel == "Glass 4.25mm")
  }

  @Test func anAnimationIsASequence() throws {
    let canvas = HandmadePicture.canvas
    let animated: [UInt8] = [canvas[0] | 2] + canvas.dropFirst()
    let control: [UInt8] = [0, 0, 0, 0, 0, 0]
    for (chunks, isSequence) in [
      ([("VP8X", animated), ("ANIM", control)], true), ([("VP8X", animated)], true),
      ([("VP8X", canvas), ("ANIM", control)], true),
      ([("VP8X", canvas), ("VP8 ", HandmadePicture.lossyFrame)], false),
    ] as [([(String, [UInt8])], Bool)] {
      let inspection = try HandmadePicture.webp(chunks).inspect()
      #expect(inspection.isSequence == isSequence, "\(chunks)")
      #expect(inspection.width == 40 && inspection.height == 30)
    }
  }

  @Test func aFrameWithoutItsStartCodeHasNoSize() throws {
    #expect(
      try HandmadePicture.webp([("VP8 ", [0, 0, 0, 1, 2, 3, 40, 0, 30, 0])]).inspect().width == nil)
    #expect(try HandmadePicture.webp([("VP8L", [1, 39, 0x40, 7, 0])]).inspect().width == nil)
  }
}
