import FeedLayout
import FeedModel
import FeedPublisher
import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite struct MosaicPreviewTests {
  /// The first eight sample photos in a mosaic that begins at the trailing side.
  private func document() throws -> Screen {
    let section = Composition.Section(
      id: "photos", kind: .pickupPhotos, title: "Photos", limit: 8,
      layout: Composition.LayoutChoice(type: "mosaic", options: ["starts": "trailing"]))
    let feed = try SampleDocument.prepared(
      Composition(feed: "home", sections: [section]), timeZone: .gmt)
    #expect(feed.failures.isEmpty)
    return feed.document(for: try Viewport(width: 390)).document
  }

  @Test func everyTileIsDrawnAtItsFrame() throws {
    let document = try document()
    let section = try #require(document.sections.first)
    guard let layout = section.layout as? MosaicLayout else {
      Issue.record("\(section.layout.name)")
      return
    }
    #expect(layout.groups.map(\.largeSide) == [.trailing, .leading, nil])
    let svg = try ParsedSVG(SVGPreview(document).render())
    for frame in layout.frames {
      let group = svg.children(ofID: "photos-\(frame.id)")
      let rectangle = try #require(group.first { $0.name == "rect" }).attributes
      let found = ["x", "y", "width", "height"].map { rectangle[$0] }
      let expected = [frame.x, section.frame.y + frame.y, frame.width, frame.height]
      #expect(found == expected.map { NumberText.shortest($0) })
    }
    #expect(svg.elements.map(\.text).contains { $0.contains("3 groups") })
  }

  @Test func theExplanationNamesTheSidesAndTheRest() throws {
    var options = SVGPreview.Options()
    options.explains = true
    let svg = try ParsedSVG(SVGPreview(try document(), options).render())
    let texts = svg.elements.map(\.text)
    for line in ["group 1 · large trailing", "group 2 · large leading", "group 3 · rest of 2"] {
      #expect(texts.contains { $0.contains(line) }, "\(line)")
    }
  }
}
