import FeedLayout
import FeedModel

/// The colours of one section, all of one hue.
struct Palette {
  /// Degrees on the colour wheel.
  let hue: Double
  /// 0…1.
  let saturation: Double
  /// Whether the paper is dark.
  let isDark: Bool

  init(_ kind: ContentKind, isDark: Bool = false) {
    self.isDark = isDark
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

  /// Readable on the light end of a gradient.
  var deepInk: String { Self.color(hue, saturation * 0.85, 0.3) }
  /// Readable on paper.
  var ink: String { isDark ? Self.color(hue, saturation * 0.7, 0.76) : deepInk }
  /// For lines and marks.
  var accent: String { Self.color(hue, saturation * 0.8, 0.56) }

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

/// The colours of a drawing that belong to no section.
struct SheetColors {
  let isDark: Bool
  let paper: String
  /// Dotted lines, and the bar at the bottom of a device.
  let rule: String
  let screen: String
  let bezel: String
  let bezelEdge: String
  let camera: String
  let ink: String
  /// The colour of text that is read second.
  let quiet: String
  /// The colour of text that is read last.
  let faint: String

  static let light = SheetColors(
    isDark: false, paper: "#f5f2ec", rule: "#cfc8ba", screen: "#fbfafc", bezel: "#ffffff",
    bezelEdge: "#c9c4ba", camera: "#2b2833", ink: "#2b2833", quiet: "#7d7888", faint: "#a8a3b0")
  static let dark = SheetColors(
    isDark: true, paper: "#1c1b20", rule: "#4a4750", screen: "#000000", bezel: "#2c2b31",
    bezelEdge: "#55525c", camera: "#2c2b31", ink: "#f1eff5", quiet: "#aaa5b4", faint: "#77727f")
}

extension SVGAttributes {
  /// Fills (`fill`) or draws lines (`stroke`) with `color` as it is in light or dark surroundings:
  /// the colour and its opacity apart, which every renderer reads.
  static func paint(_ name: String, _ color: CellColor, isDark: Bool) -> SVGAttributes {
    let text = isDark ? color.dark ?? color.light : color.light
    let opacity = Double(UInt8(text.suffix(2), radix: 16) ?? 255) / 255
    var attributes: SVGAttributes = [:]
    attributes.pairs.append((name: name, value: String(text.prefix(7))))
    if opacity < 1 { attributes.pairs.append((name: "\(name)-opacity", value: opacity.brief)) }
    return attributes
  }
}
