import FeedLayout
import FeedPublisher
import StrictJSON

/// Where a carousel comes to rest, below what rests there.
struct SnapMarks {
  let layout: SectionLayout
  /// The bottom of the section, in points.
  let top: Double

  /// How much room the marks take, in points.
  static func height(of layout: SectionLayout) -> Double {
    marks(of: layout).isEmpty ? 0 : 34
  }

  func write(to writer: inout SVGWriter) {
    for mark in Self.marks(of: layout) {
      writer.element(
        "path",
        [
          "d": .text(
            "M\(NumberText.brief(mark.left)) \(NumberText.brief(top + 10))v6"
              + "H\(NumberText.brief(mark.right))v-6"),
          "fill": "none", "stroke": .text(Palette.Common.faint),
        ])
      writer.line(
        mark.caption, x: (mark.left + mark.right) / 2, y: top + 30,
        .init(size: 10, color: Palette.Common.quiet, isMonospaced: true, anchor: "middle"))
    }
  }

  private struct Mark {
    let left: Double
    let right: Double
    let caption: String
  }

  private static func marks(of layout: SectionLayout) -> [Mark] {
    switch layout {
    case .snapCarousel(let carousel):
      carousel.pages.map {
        Mark(
          left: $0.x, right: $0.x + $0.width,
          caption: "page \($0.index) · offset \(NumberText.brief($0.snapOffset))")
      }
    case .carousel(let carousel):
      carousel.snaps.compactMap { snap in
        let boxes = carousel.frames[snap.items]
        guard let first = boxes.first, let last = boxes.last else { return nil }
        return Mark(
          left: min(first.x, last.x), right: max(first.maxX, last.maxX),
          caption: "snap \(snap.index) · \(NumberText.brief(snap.offset))")
      }
    default: []
    }
  }
}
