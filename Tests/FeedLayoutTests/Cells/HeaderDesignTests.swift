import FeedLayout
import Testing

struct HeaderDesignTests {
  private func header(
    textSize: Double = 1, direction: LayoutDirection = .leftToRight, hasSubtitle: Bool = true,
    hasAction: Bool = true
  ) throws -> HeaderDesign {
    HeaderDesign(
      height: 56, hasSubtitle: hasSubtitle, hasAction: hasAction,
      for: ScreenTraits(
        try Viewport(width: 390), textSize: try TextSize(textSize), direction: direction))
  }

  @Test("At the standard text size a header is as high as its editors say")
  func standard() throws {
    #expect(try header().height == 56)
    #expect(try header(hasSubtitle: false, hasAction: false).height == 56)
    #expect(try header(hasSubtitle: false).slots.map(\.role) == [.title, .action])
  }

  @Test("A header is at least as high as its texts")
  func lowest() throws {
    let header = HeaderDesign(
      height: 0, hasSubtitle: true, hasAction: false, for: ScreenTraits(try Viewport(width: 390)))
    #expect(header.slots.first?.offset == 0)
    #expect(header.height == header.slots.reduce(0) { $0 + $1.rect(in: .zero).height })
  }

  @Test("Texts are inside the header and not on each other", arguments: [0.8, 1, 1.5, 1.6, 2, 3.1])
  func inside(textSize: Double) throws {
    let header = try header(textSize: textSize)
    let rects = header.slots.map { $0.rect(in: Size(width: 390, height: header.height)) }
    for (index, rect) in rects.enumerated() {
      #expect(rect.x >= 8 && rect.x + rect.width <= 382 + 1e-9)
      #expect(rect.y >= 0 && rect.y + rect.height <= header.height + 1e-9)
      let other = rects[(index + 1)...].first {
        $0.x < rect.x + rect.width && rect.x < $0.x + $0.width
          && $0.y + 1e-9 < rect.y + rect.height && rect.y + 1e-9 < $0.y + $0.height
      }
      #expect(other == nil)
    }
  }

  @Test("From right to left the action is at the left")
  func mirrored() throws {
    let size = Size(width: 390, height: 56)
    for (slot, mirrored) in zip(try header().slots, try header(direction: .rightToLeft).slots) {
      let (rect, twin) = (slot.rect(in: size), mirrored.rect(in: size))
      #expect(abs(390 - rect.x - rect.width - twin.x) < 1e-9)
      #expect(rect.y == twin.y)
    }
  }
}
