import FeedLayout
import TestSupport
import Testing

struct DevicePixelsTests {
  static let scales = [1, 2, 3, 4]

  /// The first grid for which `isWrong` holds, of grids of one to five columns with several gaps, for
  /// every width from 200 to 1000 pt in steps of `step` tenths (of 0.7 pt for gaps other than 0); with the edge its
  /// rows end at. A check per edge would take longer than all the rest.
  private static func firstGrid(
    step: Int = 3, where isWrong: (_ layout: UniformGridLayout, _ right: Double) -> Bool
  ) throws -> String? {
    let items = (0..<7).map { LayoutItem(id: $0) }
    for tenth in stride(from: 2000, through: 10000, by: step) {
      for spacing in tenth.isMultiple(of: 7) ? [0, 8, 0.3] : [0] {
        var options = UniformGridLayout.Options()
        options.columnCount = 1 + tenth % 5
        options.spacing = spacing
        options.inset = spacing
        let width = Double(tenth) / 10
        let layout = try UniformGridLayout(
          items: items, viewport: Viewport(width: width), options: options)
        if isWrong(layout, width - spacing) { return "\(width) pt, \(options)" }
      }
    }
    return nil
  }

  @Test("A scale that no device has is refused", arguments: [0, -1, 5, .max, .min])
  func refusedScale(scale: Int) {
    #expect(throws: LayoutError.outOfRange(.scale, value: Double(scale), allowed: 1...4)) {
      try DevicePixels(scale: scale)
    }
  }

  @Test(
    "A full row ends at the pixel of the viewport's edge, at every width",
    arguments: scales)
  func rightEdge(scale: Int) throws {
    let pixels = try DevicePixels(scale: scale)
    let wrong = try Self.firstGrid(step: 1) { layout, right in
      let last = pixels.aligned(layout.frames[layout.options.columnCount - 1])
      return pixels.pixel(at: last.maxX) != pixels.pixel(at: right)
        || abs(last.maxX - pixels.aligned(right)) > 1e-9
    }
    #expect(wrong == nil)
  }

  @Test("Neighbours that share an edge share it on the raster", arguments: scales)
  func sharedEdges(scale: Int) throws {
    let pixels = try DevicePixels(scale: scale)
    let wrong = try Self.firstGrid { layout, _ in
      guard layout.options.spacing == 0 else { return false }
      let frames = pixels.aligned(layout.frames)
      let count = layout.options.columnCount
      return frames.indices.dropFirst().contains { index in
        let frame = frames[index]
        let isApart =
          index % count > 0
          && pixels.pixel(at: frames[index - 1].maxX) != pixels.pixel(at: frame.x)
        let isBelow =
          index >= count
          && pixels.pixel(at: frames[index - count].maxY) != pixels.pixel(at: frame.y)
        return isApart || isBelow
      }
    }
    #expect(wrong == nil)
  }

  @Test(
    "Every edge is on a whole pixel and at most half a one from where it was",
    arguments: scales)
  func edges(scale: Int) throws {
    let pixels = try DevicePixels(scale: scale)
    let half = (0.5 + 2 * DevicePixels.tolerance) / Double(scale)
    func isWrong(_ exact: Double, _ aligned: Double) -> Bool {
      let place = aligned * Double(scale)
      return abs(exact - aligned) > half || abs(place - place.rounded()) > 1e-9
    }
    let wrong = try Self.firstGrid { layout, _ in
      zip(layout.frames, pixels.aligned(layout.frames)).contains { exact, aligned in
        aligned.id != exact.id || isWrong(exact.x, aligned.x) || isWrong(exact.y, aligned.y)
          || isWrong(exact.maxX, aligned.maxX) || isWrong(exact.maxY, aligned.maxY)
          || pixels.aligned(aligned) != aligned
      }
    }
    #expect(wrong == nil)
  }

  @Test(
    "Gaps are within a pixel of the exact ones, nothing new overlaps, and no extent is negative",
    arguments: scales, SeededGenerator.seeds)
  func gaps(scale: Int, seed: UInt64) throws {
    let pixels = try DevicePixels(scale: scale)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<1000 {
      let start = Double.random(in: -1e5...1e5, using: &random)
      let width = Double.random(in: 0...3, using: &random)
      let gap = Bool.random(using: &random) ? 0 : Double.random(in: 0...3, using: &random)
      let left = Frame(id: 1, x: start, y: start / 3, width: width, height: width / 7)
      let right = Frame(id: 2, x: left.maxX + gap, y: left.maxY + gap, width: width, height: gap)
      let a = pixels.aligned(left)
      let b = pixels.aligned(right)
      let between = pixels.pixel(at: b.x) - pixels.pixel(at: a.maxX)
      let isRight =
        min(a.width, a.height, b.width, b.height) >= 0
        && between >= 0 && (gap > 0 || between == 0)
        && abs(between - gap * Double(scale)) < 1.000_01
        && pixels.pixel(at: b.y) >= pixels.pixel(at: a.maxY)
        && pixels.aligned(a) == a
      guard isRight else {
        Issue.record("\(left), \(right) become \(a), \(b)")
        return
      }
    }
  }

  @Test(
    "An edge computed twice goes to one pixel, though the last bits differ",
    arguments: scales)
  func noise(scale: Int) throws {
    let pixels = try DevicePixels(scale: scale)
    for half in stride(from: 1.0, through: 1e6, by: 7919) {
      let edge = half / 2 / Double(scale)
      var below = edge
      var above = edge
      for _ in 0..<20 {
        below = below.nextDown
        above = above.nextUp
      }
      #expect(pixels.pixel(at: below) == pixels.pixel(at: edge))
      #expect(pixels.pixel(at: above) == pixels.pixel(at: edge))
    }
  }

  @Test("Half a pixel goes right and down, and a box to its nearest pixels")
  func examples() throws {
    let one = try DevicePixels(scale: 1)
    let two = try DevicePixels(scale: 2)
    let three = try DevicePixels(scale: 3)
    #expect([-0.5, 0.49, 0.5, 1.5].map { one.aligned($0) } == [0, 0, 1, 2])
    #expect([0.24, 0.25, 0.7, 0.75].map { two.aligned($0) } == [0, 0.5, 0.5, 1])
    #expect(three.aligned(0.3) == 1.0 / 3)
    #expect(three.pixel(at: 10.5) == 32)
    #expect(
      two.aligned(Rect(x: 0.3, y: 0.2, width: 1, height: 0.1))
        == Rect(x: 0.5, y: 0, width: 1, height: 0.5))
    #expect(one.aligned(Size(width: 1.5, height: 1.4)) == Size(width: 2, height: 1))
    let frame = Frame(id: 4, x: 0.4, y: 1.6, width: 2, height: 2, column: 1)
    #expect(one.aligned(frame) == Frame(id: 4, x: 0, y: 2, width: 2, height: 2, column: 1))
  }

  @Test(
    "Huge coordinates stay finite and where they are",
    arguments: [0x1p51 + 0.5, 0x1p52, -1e300, .greatestFiniteMagnitude], scales)
  func huge(edge: Double, scale: Int) throws {
    let pixels = try DevicePixels(scale: scale)
    let frame = Frame(id: 1, x: edge, y: -edge, width: 1, height: edge.magnitude)
    let aligned = pixels.aligned(frame)
    #expect(aligned.x.isFinite && aligned.y.isFinite)
    #expect(aligned.width.isFinite && aligned.height.isFinite)
    #expect(abs(aligned.x - edge) <= 0.5)
    #expect(pixels.pixel(at: edge).isFinite)
    #expect(pixels.aligned(aligned) == aligned)
  }
}
