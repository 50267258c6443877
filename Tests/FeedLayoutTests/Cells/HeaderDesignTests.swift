import FeedLayout
import FeedModel
import TestSupport
import Testing

struct HeaderDesignTests {
  private func header(
    textSize: Double = 1, direction: LayoutDirection = .leftToRight, hasSubtitle: Bool = true,
    hasAction: Bool = true
  ) throws -> HeaderDesign {
    HeaderDesign(
      height: 56, hasSubtitle: hasSubtitle, hasAction: hasAction,
      theme: StandardCells.theme,
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
      height: 0, hasSubtitle: true, hasAction: false, theme: StandardCells.theme,
      for: ScreenTraits(try Viewport(width: 390)))
    #expect(header.slots.first?.offset == 0)
    #expect(header.height == header.slots.reduce(0) { $0 + $1.rect(in: .zero).height })
  }

  @Test("Texts are inside the header and not on each other", arguments: [0.8, 1, 1.5, 1.6, 2, 3.1])
  func inside(textSize: Double) throws {
    let header = try header(textSize: textSize)
    let rects = rects(of: header)
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

  /// Where the slots are if every text has all of its lines.
  private func rects(of header: HeaderDesign) -> [Rect] {
    var ends: [CellRole: Double] = [:]
    return header.slots.map { slot in
      let rect = slot.rect(
        in: Size(width: 390, height: header.height), after: slot.after.flatMap { ends[$0] } ?? 0)
      ends[slot.role] = rect.y + rect.height
      return rect
    }
  }

  @Test(
    "Texts of fewer lines than there is room for stay together", arguments: [1.1, 1.5, 1.6, 3.1])
  func together(textSize: Double) throws {
    let header = try header(textSize: textSize)
    let (slots, rects) = (header.slots, rects(of: header))
    // A text ends at its anchor at the bottom, and begins at one at the top.
    #expect(slots[0].anchor == .bottom && slots[1].anchor == .top)
    #expect(abs(rects[0].y + rects[0].height - rects[1].y) < 1e-9)
    #expect(slots[2].after == (textSize > 1.5 ? .subtitle : nil))
    let plain = try self.header(textSize: textSize, hasSubtitle: false).slots
    #expect(plain[0].anchor == .bottom && plain[1].after == nil)
    #expect(try self.header().slots.allSatisfy { $0.anchor == .top && $0.after == nil })
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

/// `Tests/Conformance/cells/slots.json`, which clients run too.
struct SlotPlaceTests {
  struct Table: Decodable {
    let cases: [Case]
  }

  struct Case: Decodable {
    let description: String
    let slot: Slot
    let size: PhotoVectors.Extent
    let end: Double?
    let rect: PhotoVectors.Box
  }

  struct Slot: Decodable {
    let anchor: String
    let offset: Double
    let left: Double?
    let right: Double?
    let width: Double?
    let height: Double?
    let bottom: Double?
    let after: String?
  }

  @Test("A slot is where its distances from the edges say")
  func places() throws {
    let cases = try ConformanceCase.decode(Table.self, from: "cells/slots.json").cases
    try #require(cases.count > 5)
    for known in cases {
      let slot = CellSlot(
        content: .line(CellColor("#000000ff")),
        anchor: try #require(CellSlot.Anchor(rawValue: known.slot.anchor)),
        offset: known.slot.offset, left: known.slot.left, right: known.slot.right,
        width: known.slot.width,
        extent: known.slot.height.map { .height($0) } ?? .bottom(known.slot.bottom ?? 0),
        after: known.slot.after.flatMap(CellRole.init))
      let rect = slot.rect(in: known.size.size, after: known.end ?? 0)
      #expect(rect == known.rect.rect, "\(known.description)")
    }
  }
}
