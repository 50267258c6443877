import FeedModel
import FeedPhotos
import Foundation
import StrictJSON
import Testing

@Suite struct PlaceholderTests {
  /// The texts are those of the C encoder of github.com/woltapp/blurhash (0a1f97898d) for the same pixels.
  @Test(arguments: [
    (SyntheticPicture.hills, 4, 3, "L$A|@*KGn|bqUMk8fTf,gFfmfTfi"),
    (.tower, 4, 3, "L*E{l9BajxxJV4R.wyR-b?j@fQbG"),
    (.panorama, 4, 3, "LfD1pJ5Dw2Szm5W;kTahfBgJeqg0"),
    (.checks, 4, 3, "LFL0Vm}LOF}L}LfnOFfnOFOFOGOF"),
    (.dusk, 4, 3, "L:IKfDskfRso{*n%fQn*$OjtfQjt"),
    (.dot, 4, 3, "L~M|T9}=}=}=}=}=}=}=}=}=}=}="),
    (.tower, 3, 4, "T*E{l9BajxV4R.wyb?j@fQjKa~fR"),
    (.dusk, 1, 1, "00IKfD"),
    (
      .checks, 9, 9,
      "|%L0VmxIW=xIOFxIn$xIn%xIflW=flOFfln$fln%W=W=W=W=OGW=s9W=n$xIflW=flOFfln$fln%OFOFOGOF2{OF#j"
        + "OFwbxIflW=flOFfln$fln%n$n$s9n$#jn$Sin$W=xIflW=flOFfln$fln%n%n%n$n%wbn%W=n%W;"
    ),
  ])
  func aBlurHashIsThatOfTheReferenceEncoder(
    picture: SyntheticPicture, columns: Int, rows: Int, text: String
  ) {
    #expect(picture.pixels.blurHash(columns: columns, rows: rows) == text)
  }

  @Test func transparentPixelsOfABlurHashAreWhite() {
    let nothing = RGBAPixels(bytes: [0, 0, 0, 0], width: 1, height: 1)
    let white = RGBAPixels(bytes: [255, 255, 255, 255], width: 1, height: 1)
    let half = RGBAPixels(bytes: [0, 100, 255, 128], width: 1, height: 1)
    let mixed = RGBAPixels(bytes: [127, 177, 255, 255], width: 1, height: 1)
    #expect(nothing.blurHash() == white.blurHash())
    #expect(half.blurHash() == mixed.blurHash())
  }

  /// The texts are those of the JavaScript encoder of github.com/evanw/thumbhash (0.1.1) for the same pixels.
  /// The linear colours of ``SyntheticPicture/dusk`` have terms of zero, half way between two levels, where
  /// the last bits of the cosines decide.
  @Test(arguments: [
    (SyntheticPicture.hills, "XjkJPZRQdod4iIiFiGeIh7mPKwh3"),
    (.tower, "YvUJVBJ3CZZ2eHd4eHhwcxf3dQ=="),
    (.panorama, "H7cJUpBwd3d2eHh4c3An+Jk="),
    (.checks, "2pYCBwKZ6mKZqS6Zqq+q7P4iFhABAREA"),
    (.moon, "4AeOFQAqB3iHeICNdweHcHAIBleGiIB4WA=="),
    (.dot, "Hcs6zzII9wiIh4hwj3CI+AiIgIAICIgA"),
  ])
  func aThumbHashIsThatOfTheReferenceEncoder(picture: SyntheticPicture, text: String) {
    #expect(Data(picture.pixels.thumbHash()).base64EncodedString() == text)
  }

  @Test func theDominantColorIsTheMeanOfTheLargestGroup() {
    // 41 pixels of blue, 40 of red.
    #expect(SyntheticPicture.checks.pixels.dominantColor == "#0a5adc")
    // (64 + 65 + 65 + 90) / 4 = 71.
    let grays: [UInt8] = [200, 201, 64, 65, 65, 90, 255]
    #expect(row(grays.map { [$0, $0, 7, 255] }).dominantColor == "#474707")
  }

  @Test func ofGroupsOfOneSizeThatWithTheLeastRedIsDominant() {
    #expect(row([[255, 0, 0, 255], [0, 0, 9, 255]]).dominantColor == "#000009")
  }

  @Test func transparentPixelsDoNotCountForTheDominantColor() {
    let red: [UInt8] = [255, 0, 0, 127]
    #expect(row([red, red, [0, 32, 0, 128]]).dominantColor == "#002000")
    #expect(row([red]).dominantColor == "#ffffff")
  }

  @Test func aPlaceholderHasBothTextsAndTheColor() {
    let placeholder = PhotoPlaceholder(of: SyntheticPicture.panorama.pixels)
    let json = JSONWriter.encode { placeholder.write(to: &$0) }
    let expected = """
      {"blurhash":"LfD1pJ5Dw2Szm5W;kTahfBgJeqg0","thumbhash":"H7cJUpBwd3d2eHh4c3An+Jk=",\
      "color":"#0f30af"}
      """
    #expect(String(decoding: json, as: UTF8.self) == expected)
  }

  private func row(_ pixels: [[UInt8]]) -> RGBAPixels {
    RGBAPixels(bytes: pixels.flatMap(\.self), width: pixels.count, height: 1)
  }
}
