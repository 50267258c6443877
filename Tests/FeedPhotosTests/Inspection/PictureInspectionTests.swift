import FeedModel
import FeedPhotos
import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite struct PictureInspectionTests {
  @Test func anInspectionIsWrittenInAStableOrder() throws {
    let file = HandmadePicture.webp([
      ("VP8X", HandmadePicture.canvas), ("EXIF", TIFFBuilder.complete().bytes),
    ])
    let inspection = try file.inspect()
    let json = JSONWriter.encode { inspection.write(to: &$0) }
    #expect(
      String(decoding: json, as: UTF8.self) == """
        {"format":"webp","width":30,"height":40,"orientation":6,"exif":{"make":"Handmade",\
        "model":"One","lens_model":"Glass 4.25mm","focal_length":4.25,"focal_length_in_35mm":26,\
        "f_number":2.8,"exposure_time":{"numerator":10,"denominator":2500,"fraction":"1/250",\
        "display":"1/250"},"iso":400}}
        """)
  }

  @Test func whatAFileDoesNotSayIsNull() throws {
    let inspection = try [0xFF, 0xD8, 0xFF].inspect()
    let json = try JSONValue.parse(JSONWriter.encode { inspection.write(to: &$0) })
    #expect(json["width"] == .null && json["height"] == .null && json["orientation"] == .null)
    #expect(json["exif"].members.count == 8)
    #expect(json["exif"].members.allSatisfy { $0.value == .null })
  }

  @Test(
    arguments: [
      ([], "an empty file"), ([0xFF, 0xD8], "a file that begins with the bytes FF D8"),
      (Array("{\"a\":".utf8), "a file that begins with the bytes 7B 22 61 22 3A"),
      (Array("GIF89a0000".utf8), "a GIF picture"),
      (Array("RIFF\0\0\0\0WAVE".utf8), "a file that begins with the bytes 52 49 46 46 00 00 00 00"),
    ] as [([UInt8], String)])
  func aFileThatIsNoPictureSaysWhatWasExpected(bytes: [UInt8], finding: String) {
    let error = #expect(throws: InspectionError.self) { try bytes.inspect() }
    #expect(
      error?.description
        == "expected a JPEG, PNG, WebP, HEIC, AVIF or TIFF picture, found \(finding)")
  }

  @Test func aFileIsInspectedByItsPath() throws {
    let folder = try TemporaryFolder()
    let picture = HandmadePicture.jpeg(segments: [(0xC0, HandmadePicture.frame)])
    let path = try folder.write(Data(picture), to: "picture.txt")
    #expect(try PictureInspection(contentsOf: path) == picture.inspect())
    let empty = try folder.write("", to: "empty.jpg")
    #expect(throws: InspectionError.noPicture(beginning: [])) {
      try PictureInspection(contentsOf: empty)
    }
    let refused: [(String, FileRefusal)] = [
      (folder.path("none.jpg"), .missing), ("", .missing), (folder.url.path, .folder),
    ]
    for (path, reason) in refused {
      #expect(throws: InspectionError.refused(reason)) { try PictureInspection(contentsOf: path) }
    }
  }

  @Test func aSliceIsInspectedLikeACopy() throws {
    let picture = HandmadePicture.tiff(.complete())
    let padded = Data([1, 2, 3] + picture + [4])
    #expect(try PictureInspection(padded.dropFirst(3)) == picture.inspect())
  }

  @Test func everyFormatHasAMediaType() {
    #expect(
      PictureFormat.allCases.map(\.mediaType) == [
        "image/jpeg", "image/png", "image/webp", "image/heic", "image/avif", "image/tiff",
      ])
  }
}
