import FeedLayout
import Testing

struct StarOutlineTests {
  @Test("A star and its line lie inside of the star's square", arguments: [(1.0, 2.0), (2, 3)])
  func corners(lineWidth: Double, inset: Double) {
    let corners = StarOutline.corners(size: 26, lineWidth: lineWidth)
    #expect(corners.count == 10)
    #expect(corners.map(\.x).min() == inset && corners.map(\.y).min() == inset)
    #expect(corners.allSatisfy { max($0.x, $0.y) <= 26 - inset })
    #expect(corners[0].x == 49.5 * (26 - 2 * inset) / 100 + inset)
  }
}
