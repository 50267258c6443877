/// The font of a text in a cell.
///
/// Heights are those of Avenir Next: an ascent of 1 and a descent of 0.366 of the size, without
/// leading. Fonts that stand in for it keep to the same lines.
public struct CellFont: Hashable, Sendable {
  /// The families to try, the best first; the last is a generic one of CSS.
  public let families: [String]
  /// The size in points, at the text size of the screen.
  public let size: Double
  /// The weight from 100 to 900, as in CSS: 400 is regular and 700 bold.
  public let weight: Int

  /// The height of a line for each point of the size.
  static let lineShare = 1.366
  /// The part of ``gapAbove`` that grows with the font, in points for each point of the size.
  private static let gapAboveShare = 0.366
  /// The part of ``gapBelow`` that grows with the font, in points for each point of the size.
  private static let gapBelowShare = 0.658
  /// The constant part of both gaps, in points.
  private static let gap = 4.0

  /// A bold font of `size` points as designed.
  static func bold(_ size: Double, _ textSize: TextSize) -> CellFont {
    CellFont(
      families: ["AvenirNext-Bold", "Avenir Next"] + fallbacks, size: size * textSize.share,
      weight: 700)
  }

  /// A regular font of `size` points as designed.
  static func regular(_ size: Double, _ textSize: TextSize) -> CellFont {
    CellFont(
      families: ["AvenirNext-Regular", "Avenir Next"] + fallbacks, size: size * textSize.share,
      weight: 400)
  }

  /// For Japanese on the platforms of clients, and for the others.
  private static let fallbacks = [
    "Hiragino Sans", "Noto Sans JP", "Noto Sans CJK JP", "sans-serif",
  ]

  /// The height of one line, in points: a third of a point is a pixel of most phones.
  public var lineHeight: Double { height(lines: 1) }

  /// The distance between two baselines with `spacing` points of extra line spacing.
  func linePitch(spacing: Double = 0) -> Double { size * Self.lineShare + spacing }

  /// The height of `lines` lines, in points.
  public func height(lines: Int, spacing: Double = 0) -> Double {
    let height = Double(lines) * size * Self.lineShare + Double(lines - 1) * spacing
    // Rounded up to thirds, though not for an error in the last bits.
    return (height * 3 - 1e-9).rounded(.up) / 3
  }

  /// The gap between a view and a text below it that has no padding, in points.
  var gapAbove: Double { Self.gapAboveShare * size + Self.gap }

  /// The gap between a text that has no padding and a view below it, in points.
  var gapBelow: Double { Self.gapBelowShare * size + Self.gap }
}
