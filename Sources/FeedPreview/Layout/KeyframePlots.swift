import FeedLayout
import FeedPublisher
import StrictJSON

/// The channels of a motion over its progress, one below the other: what a client draws from the
/// keyframes, which are the dots.
struct KeyframePlots {
  let keyframes: Keyframes
  /// Where the plots go, in points.
  let area: Rectangle

  private static let pitch = 62.0
  private static let plotHeight = 40.0
  private static let topGap = 40.0
  /// More channels than this are told, not drawn.
  private static let largestCount = 6

  /// How much room the plots of `layout` take below it, in points.
  static func height(of layout: SectionLayout) -> Double {
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
      .init(size: 11, color: Palette.Common.quiet, isMonospaced: true))
    for (index, channel) in keyframes.channels.prefix(Self.largestCount).enumerated() {
      let plot = Rectangle(
        x: area.x, y: area.y + Self.topGap + Double(index) * Self.pitch, width: area.width,
        height: Self.plotHeight)
      write(channel, index, in: plot, to: &writer)
    }
  }

  private func write(
    _ channel: Keyframes.Channel, _ index: Int, in plot: Rectangle, to writer: inout SVGWriter
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
      "rect", .brief(plot.inset(by: -4)) + ["rx": "4", "fill": .text(Palette.Common.screen)])
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
      y: plot.maxY + 15, .init(size: 9, color: Palette.Common.faint, isMonospaced: true))
  }
}

extension SectionLayout {
  /// The keyframes of its cards, if it was asked for them.
  var drawnKeyframes: Keyframes? {
    switch self {
    case .circularCarousel(let ring): ring.keyframes
    case .cardStack(let pile): pile.keyframes
    default: nil
    }
  }
}
