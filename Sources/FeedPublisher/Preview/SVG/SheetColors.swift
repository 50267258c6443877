import FeedLayout
import StrictJSON

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
  /// Fills with `color` as it is in light or dark surroundings.
  static func fill(_ color: CellColor, isDark: Bool) -> SVGAttributes {
    paint("fill", color, isDark: isDark)
  }

  /// Draws lines with `color` as it is in light or dark surroundings.
  static func stroke(_ color: CellColor, isDark: Bool) -> SVGAttributes {
    paint("stroke", color, isDark: isDark)
  }

  /// The colour and its opacity apart, which every renderer reads.
  private static func paint(_ name: String, _ color: CellColor, isDark: Bool) -> SVGAttributes {
    let text = isDark ? color.dark ?? color.light : color.light
    let opacity = Double(UInt8(text.suffix(2), radix: 16) ?? 255) / 255
    var attributes: SVGAttributes = [:]
    attributes.pairs.append((name: name, value: .text(String(text.prefix(7)))))
    if opacity < 1 { attributes.pairs.append((name: "\(name)-opacity", value: .brief(opacity))) }
    return attributes
  }
}
