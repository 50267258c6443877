import FeedLayout
import FeedPreview
import Foundation
import Testing

@Suite struct SVGPreviewTests {
  @Test(arguments: [320.0, 390, 834])
  func dump(_ width: Double) throws {
    let document = try SampleDocument.home(width: width)
    try Data(SVGPreview(document).render().utf8).write(
      to: URL(fileURLWithPath: "/tmp/preview-\(Int(width)).svg"))
  }
}
