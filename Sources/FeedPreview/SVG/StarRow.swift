import FeedPublisher

/// Stars that are filled from the left, each as far as its fill says.
struct StarRow {
  /// 0 (empty) to 1, one per star.
  let fills: [Double]
  let x: Double
  let y: Double

  private static let pitch = 14.0

  func write(to writer: inout SVGWriter) {
    for (index, fill) in fills.enumerated() {
      let left = x + Double(index) * Self.pitch
      if fill < 1 { star(x: left, color: Palette.Common.emptyStar, to: &writer) }
      if fill >= 1 {
        star(x: left, color: Palette.Common.star, to: &writer)
      } else if fill > 0 {
        // A nested drawing shows nothing outside itself.
        writer.element(
          "svg",
          [
            "x": .brief(left), "y": .brief(y), "data-fill": .exact(fill),
            "width": .exact(Definitions.starSide * fill),
            "height": .brief(Definitions.starSide),
          ]
        ) { clip in
          clip.element("use", ["href": "#star", "fill": .text(Palette.Common.star)])
        }
      }
    }
  }

  private func star(x: Double, color: String, to writer: inout SVGWriter) {
    writer.element(
      "use",
      ["href": "#star", "x": .brief(x), "y": .brief(y), "fill": .text(color)])
  }
}
