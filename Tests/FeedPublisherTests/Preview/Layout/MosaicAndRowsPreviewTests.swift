import FeedLayout
import FeedModel
import FeedPublisher
import Foundation
import StrictJSON
import TestSupport
import Testing

/// Layouts that the sample screen does not have.
@Suite struct MosaicAndRowsPreviewTests {
  private static let mosaic = Composition.LayoutChoice(
    type: "mosaic", options: ["starts": "trailing"])

  /// The first of the sample photos in `layout`.
  private func document(
    _ layout: Composition.LayoutChoice, limit: Int = Composition.defaultLimit
  ) throws -> Screen {
    let section = Composition.Section(
      id: "photos", kind: .pickupPhotos, title: "Photos", limit: limit, layout: layout)
    let feed = try SampleDocument.prepared(
      Composition(feed: "home", sections: [section]), timeZone: .gmt)
    #expect(feed.failures.isEmpty)
    return feed.document(for: try Viewport(width: 390)).document
  }

  @Test(arguments: [
    (
      Composition.LayoutChoice(
        type: "justified_rows", options: ["max_rows": "3", "row_height": "120"]),
      Composition.defaultLimit, "3 rows"
    ), (mosaic, 8, "3 groups"),
  ])
  func everyShownItemIsDrawnAtItsFrameAndNoHiddenOne(
    layout: Composition.LayoutChoice, limit: Int, note: String
  ) throws {
    let document = try document(layout, limit: limit)
    let section = try #require(document.sections.first)
    var hidden: [Int] = []
    if let rows = section.layout as? JustifiedRowsLayout {
      hidden = rows.hiddenItemIDs
      #expect(rows.rows.count == 3 && !hidden.isEmpty)
    } else {
      let mosaic = try #require(section.layout as? MosaicLayout)
      #expect(mosaic.groups.map(\.largeSide) == [.trailing, .leading, nil])
    }
    let svg = try ParsedSVG(SVGPreview(document).render())
    for frame in section.layout.frames {
      let group = svg.children(ofID: "photos-\(frame.id)")
      guard !hidden.contains(frame.id) else {
        #expect(group.isEmpty)
        continue
      }
      let rectangle = try #require(group.first { $0.name == "rect" }).attributes
      let found = ["x", "y", "width", "height"].map { rectangle[$0] }
      let expected = [frame.x, section.frame.y + frame.y, frame.width, frame.height]
      #expect(found == expected.map { NumberText.shortest($0) })
    }
    #expect(svg.elements.map(\.text).contains { $0.contains(note) })
  }

  @Test func theTerminalDrawsRowsToo() throws {
    let rows = Composition.LayoutChoice(type: "justified_rows", options: ["breaks": "optimal"])
    let text = TerminalPreview(try document(rows), columns: 80, style: .plain).render()
    #expect(text.contains("justified_rows"))
  }

  @Test func theExplanationNamesTheSidesAndTheRest() throws {
    var options = SVGPreview.Options()
    options.explains = true
    let svg = try ParsedSVG(SVGPreview(try document(Self.mosaic, limit: 8), options).render())
    let texts = svg.elements.map(\.text)
    for line in ["group 1 · large trailing", "group 2 · large leading", "group 3 · rest of 2"] {
      #expect(texts.contains { $0.contains(line) }, "\(line)")
    }
  }
}
