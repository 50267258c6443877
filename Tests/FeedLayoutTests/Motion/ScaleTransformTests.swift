import FeedLayout
import Testing

struct ScaleTransformTests {
  private let page = Size(width: 273, height: 320)

  @Test("All curves lead from 0 to 1 without turning back", arguments: TransformCurve.allCases)
  func curves(curve: TransformCurve) {
    #expect(curve.value(at: 0) == 0)
    #expect(abs(curve.value(at: 1) - 1) < 1e-15)
    let values = stride(from: -0.5, through: 2, by: 0.0625).map(curve.value)
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(values.allSatisfy { $0.isFinite })
    #expect(curve.value(at: -1) == 0)
    if curve == .easeOut { #expect(curve.value(at: 10.0 / 9) == 1) }
  }

  @Test("A card moves out and up by half of what it lost, where it is told to")
  func spacing() throws {
    var options = ScaleTransform.Options(.linear)
    options.maxTranslationRatio = nil
    let spaced = try ScaleTransform(options).sample(at: -1, page: page)
    options.keepHorizontalSpacingEqual = false
    options.keepVerticalSpacingEqual = false
    let plain = try ScaleTransform(options).sample(at: -1, page: page)
    #expect(abs(plain.tx + 0.66 * page.width) < 1e-9)
    #expect(abs(plain.ty - 0.2 * page.height) < 1e-9)
    #expect(abs(spaced.tx - plain.tx + 0.2 * page.width) < 1e-9)
    #expect(abs(spaced.ty - plain.ty + 0.2 * page.height) < 1e-9)
  }

  @Test("The back of a card is hidden unless it is double-sided")
  func backs() throws {
    let cylinder = ScaleTransform(.cylinder)
    #expect(!cylinder.sample(at: 1.9, page: page).isHidden)
    #expect(cylinder.sample(at: 2.1, page: page).isHidden)
    #expect(cylinder.sample(at: -2.1, page: page).isHidden)
    var options = ScaleTransform.Options(.cylinder)
    options.rotation3D?.isDoubleSided = true
    #expect(try !ScaleTransform(options).sample(at: 2.1, page: page).isHidden)
    // About the z axis a card never shows its back.
    #expect(!ScaleTransform(.rotary).sample(at: 9, page: page).isHidden)
  }

  @Test("An axis counts by its direction alone")
  func axisLength() throws {
    var options = ScaleTransform.Options(.coverFlow)
    options.rotation3D?.axis = [0, -250, 0]
    let long = try ScaleTransform(options).sample(at: 0.75, page: page)
    #expect(long == ScaleTransform(.coverFlow).sample(at: 0.75, page: page))
  }

  @Test("A card that only moves in space is moved, without a perspective")
  func moved() throws {
    var options = ScaleTransform.Options(.coverFlow)
    options.rotation3D = nil
    options.translation3D = .init(
      ratios: [0.5, 0.25, 9], minRatios: [-9, -9, -9], maxRatios: [9, 9, 9])
    let quad = try #require(try ScaleTransform(options).sample(at: -1, page: page).quad)
    let corner = SIMD2(-1.0 * page.width * 0.7, (0.25 - 0.5) * page.height * 0.7)
    #expect(abs(quad.topLeft.x - corner.x) < 1e-9 && abs(quad.topLeft.y - corner.y) < 1e-9)
    #expect(abs(quad.bottomRight.x) < 1e-9)
  }

  @Test("A card at the eye or behind it is as near as can be drawn, and the right way up")
  func behindTheEye() {
    // A cylinder as wide as this reaches 2500 points forward, where the eye is at 1786.
    let quad = ScaleTransform(.cylinder).sample(at: 0, page: Size(width: 2000, height: 320)).quad
    #expect(quad?.topLeft.x == -1000 * 0.55 * 1024)
    #expect(quad?.bottomRight.y == 160 * 0.55 * 1024)
  }
}
