import Foundation
import Testing
import TestSupport

/// The geometry of a photo viewer on the command line.
@Suite struct PhotoCommandTests {
  @Test(arguments: [
    (
      ["image-fit", "--image", "256x1024", "--viewport", "390x763"],
      #"{"mode":"fit","rect":{"x":99.625,"y":0,"width":190.75,"height":763},"tap":null}"#
    ),
    (
      ["image-fit", "--image", "256x1024", "--viewport", "390x763", "--tap", "-5,10"],
      """
      {"mode":"fit","rect":{"x":99.625,"y":0,"width":190.75,"height":763},\
      "tap":{"inside":false,"point":{"x":99.625,"y":10},"pixel":{"x":0,"y":13}}}
      """
    ),
    (
      ["image-fit", "--image=100x50", "--viewport=200x200", "--mode=fill", "--tap=-0.5,-20"],
      """
      {"mode":"fill","rect":{"x":-100,"y":0,"width":400,"height":200},\
      "tap":{"inside":false,"point":{"x":-0.5,"y":0},"pixel":{"x":25,"y":0}}}
      """
    ),
    (
      [
        "image-fit", "--image", "100x50", "--viewport", "200.5x200", "--mode", "actual", "--tap",
        "100,100",
      ],
      """
      {"mode":"actual","rect":{"x":50.25,"y":75,"width":100,"height":50},\
      "tap":{"inside":true,"point":{"x":100,"y":100},"pixel":{"x":50,"y":25}}}
      """
    ),
    (
      ["zoom", "--image", "1000x500", "--viewport", "250x500"],
      """
      {"minimum_scale":0.25,"maximum_scale":1,"scale":0.25,"size":{"width":250,"height":125},\
      "center":{"x":125,"y":250},"pinch_size":{"width":1000,"height":500}}
      """
    ),
    (
      ["zoom", "--image", "1000x500", "--viewport", "250x500", "--scale", "8"],
      """
      {"minimum_scale":0.25,"maximum_scale":1,"scale":1,"size":{"width":1000,"height":500},\
      "center":{"x":500,"y":250},"pinch_size":{"width":5000,"height":2500}}
      """
    ),
    (
      ["zoom", "--image", "100x50", "--viewport", "300x300", "--scale", "-1"],
      """
      {"minimum_scale":3,"maximum_scale":3,"scale":3,"size":{"width":300,"height":150},\
      "center":{"x":150,"y":150},"pinch_size":{"width":20,"height":10}}
      """
    ),
  ])
  func photoGeometryIsOneLineOfJSON(arguments: [String], expected: String) async throws {
    let outcome = try await Tanada.answer(to: ["layout"] + arguments, in: try TemporaryFolder())
    #expect(outcome.text == expected + "\n", "\(outcome.messages)")
  }

  @Test(arguments: [
    ("image-fit --image 256 --viewport 390x763", "--image: expected a width and a height above 0"),
    ("image-fit --image 256x --viewport 390x763", "expected a width and a height"),
    ("image-fit --image 2x5x6 --viewport 390x763", "expected a width and a height"),
    ("image-fit --image 2x5 --viewport 390,763", "expected a width and a height"),
    (
      "image-fit --image 0x5 --viewport 390x763",
      #"--image: expected a width and a height above 0 separated by an x, such as 273x320, found "0x5""#
    ),
    ("image-fit --image 5x-1 --viewport 390x763", "--image: expected a width and a height above"),
    ("image-fit --image 5x1 --viewport nanx763", "--viewport: expected a width and a height"),
    ("image-fit --image 5x1 --viewport 390xinf", "--viewport: expected a width and a height"),
    (
      "image-fit --image 2x5 --viewport 390x763 --tap 5",
      #"--tap: expected x and y in points separated by a comma, such as 120,-30.5, found "5""#
    ),
    ("image-fit --image 2x5 --viewport 390x763 --tap 5,y", "--tap: expected x and y in points"),
    ("image-fit --image 2x5 --viewport 390x763 --tap nan,1", "--tap: expected x and y in points"),
    (
      "image-fit --image 2x5 --viewport 390x763 --mode cover",
      "--mode: expected one of fit, fill, actual"
    ),
    ("image-fit --viewport 390x763", "'--image <WxH>'"),
    ("zoom --image 2x5 --viewport 0x763", "--viewport: expected a width and a height"),
    (
      "zoom --image 2x5 --viewport 390x763 --scale inf", "--scale: expected a number that is finite"
    ),
    (
      "zoom --image 2x5 --viewport 390x763 --scale big",
      #"--scale: expected a number that is finite, found "big""#
    ),
    ("zoom --image 2x5", "'--viewport <WxH>'"),
  ])
  func wrongPhotoGeometrySaysWhatWasExpected(line: String, sentence: String) async throws {
    let arguments = ["layout"] + line.split(separator: " ").map(String.init)
    let outcome = try await Tanada.answer(to: arguments, in: try TemporaryFolder())
    #expect(outcome.status == 64)
    #expect(outcome.text.isEmpty)
    #expect(outcome.messages.contains(sentence), "\(outcome.messages)")
  }
}
