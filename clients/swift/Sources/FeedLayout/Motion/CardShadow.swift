/// The shadow of a card.
public struct CardShadow: Hashable, Sendable {
  /// The displacement, in points.
  public var offset: Size
  /// The radius, in points.
  public var radius: Double
  /// 0 to 1.
  public var opacity: Double
  /// The colour, without its opacity.
  public var color: ShadowColor

  /// A shadow of these numbers.
  public init(offset: Size, radius: Double, opacity: Double, color: ShadowColor = .black) {
    self.offset = offset
    self.radius = radius
    self.opacity = opacity
    self.color = color
  }
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

  static let declarations = OptionList(
    Self.black,
    [
      .number("red", \.red, in: 0...1), .number("green", \.green, in: 0...1),
      .number("blue", \.blue, in: 0...1),
    ])
}

extension CardShadow {
  private static let displacement = Published<Size>(
    "ShadowOffset", "The displacement of a shadow.",
    [
      Member("width", .number, "To the right, in points.") { $0.width },
      Member("height", .number, "Downwards, in points.") { $0.height },
    ])

  /// A shadow as documents and answers have it.
  public static let published = Published<Self>(
    "Shadow", "The shadow of a card.",
    [
      Member("offset", displacement, "The displacement in points.") { $0.offset },
      Member("radius", .number, "The blur radius in points.") { $0.radius },
      Member("opacity", .share, "The opacity, 0 to 1.") { $0.opacity },
      Member("color", .text, "The colour as #rrggbbaa, without the opacity.") { $0.color.hex },
    ])
}

extension ShadowColor {
  /// The colour as `#rrggbbaa`, each part rounded to a level of 255.
  var hex: String {
    let levels = [red, green, blue].map { Int(($0 * 255).rounded(.toNearestOrAwayFromZero)) }
    return levels.reduce("#") { $0 + ($1 < 16 ? "0" : "") + String($1, radix: 16) } + "ff"
  }
}
