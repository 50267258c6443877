/// The system blur laid over a card, by the name iOS gives it.
public enum BlurStyle: String, CaseIterable, Hashable, Sendable {
  case extraLight = "extra_light"
  case light
  case dark
  case regular
  case prominent
}

/// An opaque colour of a shadow in sRGB.
public struct ShadowColor: Hashable, Sendable {
  /// 0 to 1.
  public var red: Double
  /// 0 to 1.
  public var green: Double
  /// 0 to 1.
  public var blue: Double

  /// A colour of three parts, each 0 to 1.
  public init(red: Double, green: Double, blue: Double) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// No light at all.
  public static let black = ShadowColor(red: 0, green: 0, blue: 0)

  func check(_ name: String) throws(LayoutError) {
    try OptionCheck.number(red, in: 0...1, "\(name).red")
    try OptionCheck.number(green, in: 0...1, "\(name).green")
    try OptionCheck.number(blue, in: 0...1, "\(name).blue")
  }
}
