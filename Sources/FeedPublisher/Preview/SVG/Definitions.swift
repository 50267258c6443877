import FeedLayout
import FeedModel

/// The shapes that are drawn more than once: gradients, the picture mark, stars.
struct Definitions {
  let sections: [Screen.Section]

  func write(to writer: inout SVGWriter) {
    writer.element("defs", [:]) { defs in
      for kind in kinds { Self.gradients(of: kind, to: &defs) }
      Self.pictureMark(to: &defs)
      for size in starSizes {
        defs.element("polygon", ["id": Self.starName(size), "points": Self.starPoints(size)])
      }
    }
  }

  /// The kinds of the sections, each once: the standard ones first, the others by name.
  private var kinds: [ContentKind] {
    let standard = ContentKinds.standard.names
    var places: [String: Int] = [:]
    for (place, name) in standard.enumerated() { places[name] = place }
    var seen: Set<String> = []
    return sections.map(\.kind).filter { seen.insert($0.name).inserted }
      .sorted {
        (places[$0.name] ?? standard.count, $0.name) < (places[$1.name] ?? standard.count, $1.name)
      }
  }

  /// The sizes of stars, each once.
  private var starSizes: [Double] {
    let sizes = sections.flatMap { $0.cell?.slots ?? [] }.compactMap { slot in
      if case .stars(let stars) = slot.content { stars.starSize } else { nil as Double? }
    }
    return Set(sizes).sorted()
  }

  /// The name of the gradient that stands in for the picture at `index`.
  static func gradientName(of kind: ContentKind, index: Int) -> String {
    // Steps of 3 through 4 shades, offset by row, keep neighbours apart in one and two columns.
    "\(kind.name)-shade-\((index * 3 + index / 4) % Palette.shadeCount)"
  }

  private static func gradients(of kind: ContentKind, to defs: inout SVGWriter) {
    for shade in 0..<Palette.shadeCount {
      let colors = Palette(kind).gradient(shade)
      defs.element(
        "linearGradient",
        [
          "id": "\(kind.name)-shade-\(shade)", "x1": "0", "y1": "0",
          "x2": shade.isMultiple(of: 2) ? "0.7" : "0.2", "y2": "1",
        ]
      ) { gradient in
        gradient.element("stop", ["offset": "0", "stop-color": colors.light])
        gradient.element("stop", ["offset": "1", "stop-color": colors.deep])
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
          "d": "M5 3h14a3 3 0 0 1 3 3v12a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V6a3 3 0 0 1 3-3z",
          "fill": "none", "stroke-width": "1.8",
        ])
      mark.element("circle", ["cx": "8", "cy": "8.6", "r": "2"])
      mark.element(
        "path", ["d": "M4.6 18l4.2-5.2c.5-.6 1.3-.6 1.8 0l1.8 2.2 3-4c.5-.7 1.4-.7 1.9 0L20 15v3z"])
    }
  }
}

// MARK: - Stars

extension Definitions {
  /// The name of the star whose square has the side `size`.
  static func starName(_ size: Double) -> String { "star-\(size.brief)" }

  /// The corners of the star whose square has the side `size`, in points.
  private static func starPoints(_ size: Double) -> String {
    StarOutline.corners(size: size).map { "\($0.x.brief),\($0.y.brief)" }.joined(separator: " ")
  }
}
