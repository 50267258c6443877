import FeedLayout
import StrictJSON

/// The channels of a motion over its progress, one below the other: what a client draws from the
/// keyframes, which are the dots.
struct KeyframePlots {
  let keyframes: Keyframes
  /// Where the plots go, in points.
  let area: Rect

  private static let pitch = 62.0
  private static let plotHeight = 40.0
  private static let topGap = 40.0
  /// The most channels that are drawn; the others are only counted.
  private static let largestCount = 6

  /// How much room the plots of `layout` take below it, in points.
  static func height(of layout: any SectionLayout) -> Double {
    guard let keyframes = layout.drawnKeyframes else { return 0 }
    return topGap + Double(min(keyframes.channels.count, largestCount)) * pitch
  }

  func write(to writer: inout SVGWriter) {
    let more = max(0, keyframes.channels.count - Self.largestCount)
    writer.line(
      "\(keyframes.frames.count) keyframes · error \(NumberText.brief(keyframes.maxError)), "
        + "\(NumberText.brief(keyframes.tolerance)) allowed"
        + (more > 0 ? " · \(more) more channels" : ""),
      x: area.x, y: area.y + 24,
      .init(size: 11, color: SheetColors.light.quiet, isMonospaced: true))
    for (index, channel) in keyframes.channels.prefix(Self.largestCount).enumerated() {
      let plot = Rect(
        x: area.x, y: area.y + Self.topGap + Double(index) * Self.pitch, width: area.width,
        height: Self.plotHeight)
      write(channel, index, in: plot, to: &writer)
    }
  }

  private func write(
    _ channel: Keyframes.Channel, _ index: Int, in plot: Rect, to writer: inout SVGWriter
  ) {
    let values = keyframes.frames.map { $0.values[index] }
    let (low, high) = (values.min() ?? 0, values.max() ?? 0)
    let length = keyframes.range.upperBound - keyframes.range.lowerBound
    let points = zip(keyframes.frames, values).map { frame, value in
      Point(
        x: plot.x + (frame.progress - keyframes.range.lowerBound) / max(length, 1e-9) * plot.width,
        y: high > low ? plot.maxY - (value - low) / (high - low) * plot.height : plot.midY)
    }
    writer.element(
      "rect", .brief(plot.inset(by: -4)) + ["rx": "4", "fill": .text(SheetColors.light.screen)])
    let path = points.map { "\(NumberText.brief($0.x)),\(NumberText.brief($0.y))" }
    writer.element(
      "polyline",
      [
        "points": .text(path.joined(separator: " ")), "fill": "none",
        "stroke": .text(Sketch.edge(index, of: Self.largestCount)), "stroke-width": "1.5",
      ])
    for point in points {
      writer.element(
        "circle",
        [
          "cx": .brief(point.x), "cy": .brief(point.y), "r": "2.5",
          "fill": .text(Sketch.edge(index, of: Self.largestCount)),
        ])
    }
    writer.line(
      "\(channel.name)  \(NumberText.brief(low)) … \(NumberText.brief(high))", x: plot.x,
      y: plot.maxY + 15, .init(size: 9, color: SheetColors.light.faint, isMonospaced: true))
  }
}

extension SectionLayout {
  /// The keyframes of its cards, if its options ask for them.
  var drawnKeyframes: Keyframes? {
    switch self {
    case let ring as CircularCarouselLayout: ring.keyframes
    case let pile as CardStackLayout: pile.keyframes
    default: nil
    }
  }
}

/// Where a carousel comes to rest, below what rests there.
struct SnapMarks {
  let layout: any SectionLayout
  /// The bottom of the section, in points.
  let top: Double

  /// How much room the marks take, in points.
  static func height(of layout: any SectionLayout) -> Double {
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
          "fill": "none", "stroke": .text(SheetColors.light.faint),
        ])
      writer.line(
        mark.caption, x: (mark.left + mark.right) / 2, y: top + 30,
        .init(size: 10, color: SheetColors.light.quiet, isMonospaced: true, anchor: "middle"))
    }
  }

  private struct Mark {
    let left: Double
    let right: Double
    let caption: String
  }

  private static func marks(of layout: any SectionLayout) -> [Mark] {
    switch layout {
    case let carousel as SnapCarouselLayout:
      carousel.pages.map {
        Mark(
          left: $0.x, right: $0.x + $0.width,
          caption: "page \($0.index) · offset \(NumberText.brief($0.snapOffset))")
      }
    case let carousel as CarouselLayout:
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
