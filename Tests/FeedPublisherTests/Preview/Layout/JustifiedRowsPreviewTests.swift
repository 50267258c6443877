import FeedLayout
import FeedModel
import FeedPublisher
import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite struct JustifiedRowsPreviewTests {
  /// The sample photos in justified rows, told what `options` say.
  private func document(_ options: [String: String]) throws -> Screen {
    let section = Composition.Section(
      id: "photos", kind: .pickupPhotos, title: "Photos",
      layout: Composition.LayoutChoice(type: "justified_rows", options: options))
    let feed = try SampleDocument.prepared(
      Composition(feed: "home", sections: [section]), timeZone: .gmt)
    #expect(feed.failures.isEmpty)
    return feed.document(for: try Viewport(width: 390)).document
  }

  @Test func everyShownItemIsDrawnAtItsFrameAndNoHiddenOne() throws {
    let document = try document(["max_rows": "3", "row_height": "120"])
    let section = try #require(document.sections.first)
    guard let layout = section.layout as? JustifiedRowsLayout else {
      Issue.record("\(section.layout.name)")
      return
    }
    #expect(layout.rows.count == 3 && !layout.hiddenItemIDs.isEmpty)
    let svg = try ParsedSVG(SVGPreview(document).render())
    for frame in layout.frames {
      let group = svg.children(ofID: "photos-\(frame.id)")
      guard !layout.hiddenItemIDs.contains(frame.id) else {
        #expect(group.isEmpty)
        continue
      }
      let rectangle = try #require(group.first { $0.name == "rect" }).attributes
      let found = ["x", "y", "width", "height"].map { rectangle[$0] }
      let expected = [frame.x, section.frame.y + frame.y, frame.width, frame.height]
      #expect(found == expected.map { NumberText.shortest($0) })
    }
    let texts = svg.elements.map(\.text)
    #expect(texts.contains { $0.contains("3 rows") })
  }

  @Test func theTerminalDrawsThemToo() throws {
    let text = TerminalPreview(try document(["breaks": "optimal"]), columns: 80, style: .plain)
      .render()
    #expect(text.contains("justified_rows"))
  }
}
