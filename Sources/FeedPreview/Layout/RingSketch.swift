import FeedLayout
import FeedPublisher

/// The cards of a ring at rest, the front one on top.
struct RingSketch {
  let ring: CircularCarouselLayout

  func write(to writer: inout SVGWriter) {
    let cards = zip(ring.frames, ring.states.first?.items ?? []).enumerated()
      .filter { $0.element.1.opacity > 0 }
      .sorted { ($0.element.1.zIndex, $1.offset) < ($1.element.1.zIndex, $0.offset) }
    for (index, (frame, placement)) in cards {
      let box = Rectangle(frame)
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
          .init(size: 20, color: Palette.Common.ink, isBold: true, anchor: "middle"))
      }
    }
  }
}
