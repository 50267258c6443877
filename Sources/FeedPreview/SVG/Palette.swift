import FeedModel
import FeedPublisher

/// The colours of one section, all of one hue.
struct Palette {
  /// Degrees on the colour wheel.
  let hue: Double
  /// 0…1.
  let saturation: Double

  init(_ kind: ContentKind) {
    switch kind.name {
    case "campaign_banners": (hue, saturation) = (22, 0.82)
    case "recent_news": (hue, saturation) = (222, 0.55)
    case "featured_topics": (hue, saturation) = (345, 0.66)
    case "trend_articles": (hue, saturation) = (174, 0.42)
    case "pickup_photos": (hue, saturation) = (88, 0.42)
    case "favorite_scenes": (hue, saturation) = (268, 0.48)
    default: (hue, saturation) = (Double(kind.colorNumber % 360), 0.5)
    }
  }

  /// How many gradients stand in for pictures, so that neighbours differ.
  static let shadeCount = 4

  /// The two ends of a gradient that stands in for a picture.
  func gradient(_ shade: Int) -> (light: String, deep: String) {
    let shift = Double(shade) * 9 - 14
    return (
      light: Self.color(hue + shift, saturation, 0.87),
      deep: Self.color(hue + shift + 12, saturation * 0.9, 0.69)
    )
  }

  /// Readable on paper and on the light end of a gradient.
  var ink: String { Self.color(hue, saturation * 0.85, 0.3) }
  /// For lines and marks.
  var accent: String { Self.color(hue, saturation * 0.8, 0.56) }
  /// For the ground of small labels.
  var tint: String { Self.color(hue, saturation * 0.7, 0.92) }

  /// `#rrggbb` of a colour given by hue (degrees), saturation and lightness (0…1).
  static func color(_ hue: Double, _ saturation: Double, _ lightness: Double) -> String {
    let reach = saturation * min(lightness, 1 - lightness)
    func channel(_ offset: Double) -> String {
      let turn = offset + hue / 30
      let place = turn - (turn / 12).rounded(.down) * 12
      let value = lightness - reach * max(-1, min(place - 3, 9 - place, 1))
      let digits = String(Int((value * 255).rounded()), radix: 16)
      return digits.count < 2 ? "0" + digits : digits
    }
    return "#" + channel(0) + channel(8) + channel(4)
  }
}

extension ContentKind {
  /// A number that depends on the name only, for the colour of a kind without one of its own.
  var colorNumber: Int {
    // FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv), 32 bits.
    Int(name.utf8.reduce(2_166_136_261 as UInt32) { ($0 ^ UInt32($1)) &* 16_777_619 })
  }
}

extension Palette {
  /// The colours every section shares.
  enum Common {
    static let paper = "#f5f2ec"
    static let rule = "#cfc8ba"
    static let screen = "#fbfafc"
    static let bezel = "#ffffff"
    static let bezelEdge = "#c9c4ba"
    static let ink = "#2b2833"
    static let quiet = "#7d7888"
    static let faint = "#a8a3b0"
    static let cell = "#ffffff"
    static let cellEdge = "#e4e1ea"
    static let star = "#f2a93b"
    static let emptyStar = "#e3dfe8"
  }
}

/// What is drawn more than once: gradients, the picture mark, a star.
struct Definitions {
  let sections: [FeedSection]

  func write(to writer: inout SVGWriter) {
    writer.element("defs", [:]) { defs in
      for kind in kinds { Self.gradients(of: kind, to: &defs) }
      Self.pictureMark(to: &defs)
      defs.element("path", ["id": "star", "d": .text(Self.star)])
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
          "id": .text("\(kind.name)-shade-\(shade)"),
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
