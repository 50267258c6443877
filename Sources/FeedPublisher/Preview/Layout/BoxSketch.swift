import FeedLayout
import StrictJSON

/// The frames of a layout as numbered boxes, coloured in the order of the items.
struct BoxSketch {
  let layout: any SectionLayout
  let viewport: Rect

  /// A monospaced digit of size 10, in points.
  private static let digitWidth = 6.1

  func write(to writer: inout SVGWriter) {
    let frames = layout.frames
    for (index, frame) in frames.enumerated() where frame.width > 0 && frame.height > 0 {
      let box = Rect(frame)
      let isVisible = box.maxX > viewport.x && box.x < viewport.maxX
      writer.element(
        "g", isVisible ? ["data-id": .text("\(frame.id)")] : ["opacity": "0.4"]
      ) { group in
        group.element(
          "rect",
          .exact(box)
            + [
              "rx": .brief(min(8, box.width / 4, box.height / 4)),
              "fill": .text(Sketch.fill(index, of: frames.count)),
              "stroke": .text(Sketch.edge(index, of: frames.count)),
            ])
        label(index, box, to: &group)
      }
    }
  }

  /// The item's number, and its size where there is room for it.
  private func label(_ index: Int, _ box: Rect, to writer: inout SVGWriter) {
    let size = min(20, box.height * 0.6, box.width * 0.5)
    guard size >= 5 else { return }
    let extent = "\(NumberText.brief(box.width)) × \(NumberText.brief(box.height))"
    let hasSize = box.height >= 52 && box.width >= Double(extent.count) * Self.digitWidth + 8
    writer.line(
      "\(index + 1)", x: box.midX, y: box.midY + size * 0.36 - (hasSize ? 8 : 0),
      .init(size: size, color: SheetColors.light.ink, isBold: true, anchor: "middle"))
    guard hasSize else { return }
    writer.line(
      extent, x: box.midX, y: box.midY + 18,
      .init(size: 10, color: SheetColors.light.quiet, isMonospaced: true, anchor: "middle"))
  }
}

/// The colours of boxes: from blue to rose in the order of the items.
enum Sketch {
  static func fill(_ index: Int, of count: Int) -> String {
    Palette.color(hue(index, of: count), 0.62, 0.86)
  }

  static func edge(_ index: Int, of count: Int) -> String {
    Palette.color(hue(index, of: count), 0.45, 0.62)
  }

  private static func hue(_ index: Int, of count: Int) -> Double {
    200 + 150 * Double(index) / Double(max(count - 1, 1))
  }
}

/// The cards of a ring at rest, the front one on top.
struct RingSketch {
  let ring: CircularCarouselLayout

  func write(to writer: inout SVGWriter) {
    let cards = zip(ring.frames, ring.states.first?.items ?? []).enumerated()
      .filter { $0.element.1.opacity > 0 }
      .sorted { ($0.element.1.zIndex, $1.offset) < ($1.element.1.zIndex, $0.offset) }
    for (index, (frame, placement)) in cards {
      let box = Rect(frame)
      writer.element("g", ["opacity": .brief(placement.opacity)]) { group in
        group.element(
          "rect",
          .exact(box)
            + [
              "rx": "8", "fill": .text(Sketch.fill(index, of: ring.frames.count)),
              "stroke": .text(Sketch.edge(index, of: ring.frames.count)),
            ])
        group.line(
          "\(placement.slot)", x: box.midX, y: box.midY + 7,
          .init(size: 20, color: SheetColors.light.ink, isBold: true, anchor: "middle"))
      }
    }
  }
}
