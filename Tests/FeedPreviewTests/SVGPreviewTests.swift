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
    for c in [40, 80, 120] {
      try Data(TerminalPreview(document, columns: c, style: .plain).render().utf8).write(
        to: URL(fileURLWithPath: "/tmp/preview-\(Int(width))-\(c).txt"))
      try Data(TerminalPreview(document, columns: c, style: .color).render().utf8).write(
        to: URL(fileURLWithPath: "/tmp/preview-\(Int(width))-\(c).ansi"))
    }
  }
}
