import FeedModel
import FeedPublisher

/// What is drawn more than once: gradients, the picture mark, a star.
struct Definitions {
  let sections: [FeedSection]

  func write(to writer: inout SVGWriter) {
    writer.element("defs", [:]) { defs in
      for kind in ContentKind.allCases where sections.contains(where: { $0.kind == kind }) {
        Self.gradients(of: kind, to: &defs)
      }
      Self.pictureMark(to: &defs)
      defs.element("path", ["id": "star", "d": .text(Self.star)])
    }
  }

  /// The name of the gradient that stands in for the picture at `index`.
  static func gradientName(of kind: ContentKind, index: Int) -> String {
    // Steps of 3 through 4 shades, offset by row, keep neighbours apart in one and two columns.
    "\(kind.rawValue)-shade-\((index * 3 + index / 4) % Palette.shadeCount)"
  }

  private static func gradients(of kind: ContentKind, to defs: inout SVGWriter) {
    for shade in 0..<Palette.shadeCount {
      let colors = Palette(kind).gradient(shade)
      defs.element(
        "linearGradient",
        [
          "id": .text("\(kind.rawValue)-shade-\(shade)"),
          "x1": "0", "y1": "0", "x2": shade.isMultiple(of: 2) ? "0.7" : "0.2", "y2": "1",
        ]
      ) { gradient in
        gradient.element("stop", ["offset": "0", "stop-color": .text(colors.light)])
        gradient.element("stop", ["offset": "1", "stop-color": .text(colors.deep)])
      }
    }
  }

  /// The side of the square the picture mark is drawn in.
  static let pictureMarkSide = 24.0

  /// A framed landscape: two hills and a sun.
  private static func pictureMark(to defs: inout SVGWriter) {
    // Not the opacity of a group, for which renderers make a picture as large as the sheet.
    defs.element(
      "g",
      [
        "id": "picture", "fill": "#ffffff", "fill-opacity": "0.75", "stroke": "#ffffff",
        "stroke-opacity": "0.75", "stroke-width": "0",
      ]
    ) { mark in
      mark.element(
        "path",
        [
          "d":
            "M5 3h14a3 3 0 0 1 3 3v12a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V6a3 3 0 0 1 3-3z",
          "fill": "none", "stroke-width": "1.8",
        ])
      mark.element("circle", ["cx": "8", "cy": "8.6", "r": "2"])
      mark.element(
        "path", ["d": "M4.6 18l4.2-5.2c.5-.6 1.3-.6 1.8 0l1.8 2.2 3-4c.5-.7 1.4-.7 1.9 0L20 15v3z"])
    }
  }

  /// The side of the square a star is drawn in; its points touch the square's sides.
  static let starSide = 12.0

  private static let star =
    "M6 .6l1.72 3.6 3.93.54-2.86 2.74.7 3.92L6 9.52 2.51 11.4l.7-3.92L.35 4.74l3.93-.54z"
}
