import FeedLayout
import Testing

struct ViewportTests {
  @Test("Widths from 200 to 4096 are accepted", arguments: [200, 390, 393.5, 4096])
  func accepted(width: Double) throws {
    let viewport = try Viewport(width: width)
    #expect(viewport.width == width)
    #expect(viewport.height == nil)
  }

  @Test(
    "Any other width is refused",
    arguments: [
      199.99, 4096.01, 0, -390, .nan, .infinity, -.infinity, .greatestFiniteMagnitude,
      .leastNonzeroMagnitude,
    ])
  func refusedWidth(width: Double) throws {
    let error = try #require(throws: LayoutError.self) { try Viewport(width: width) }
    #expect(error.quantity == .viewportWidth)
  }

  @Test(
    "A height that leaves no card is refused",
    arguments: [199.99, 16384.5, 0, -1, .nan, .infinity, -.infinity])
  func refusedHeight(height: Double) throws {
    let error = try #require(throws: LayoutError.self) { try Viewport(width: 390, height: height) }
    #expect(error.quantity == .viewportHeight)
  }

  @Test("An error says the quantity, what is allowed and what was found")
  func descriptions() {
    let errors: [LayoutError: String] = [
      .outOfRange(.viewportWidth, value: 100, allowed: 200...4096):
        "viewport width: expected 200 to 4096, found 100",
      .outOfRange(.offset, value: .infinity, allowed: -1...1.5):
        "offset: expected -1 to 1.5, found inf",
      .notFinite(.tap, value: .nan): "tap: expected a finite number, found nan",
      .notPositive(.imageWidth, value: 0):
        "image width: expected a finite number above 0, found 0",
      .missingMediaSize(index: 3, id: 7):
        "item 3 (id 7): expected the size of its picture, found none",
      .unusableMediaSize(index: 3, id: 7, size: Size(width: 0, height: 2.5)):
        "item 3 (id 7): expected a picture size that can be laid out, found 0 × 2.5",
      .optionOutOfRange("scaleRatio", value: .nan, allowed: -1e6...1e6):
        "scaleRatio: expected -1000000 to 1000000, found nan",
      .reversedBounds("scale", lower: 2, upper: 1):
        "scale: expected a lower bound of at most 1, found 2",
      .emptyOption("rows"): "rows: expected at least one value, found none",
      .noDirection("axis"): "axis: expected an axis of a length above 0, found one of length 0",
    ]
    for (error, description) in errors {
      #expect(error.description == description)
    }
  }
}
