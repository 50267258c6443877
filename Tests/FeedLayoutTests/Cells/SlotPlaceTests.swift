import FeedLayout
import TestSupport
import Testing

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
