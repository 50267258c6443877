/// The font of a text in a cell.
///
/// Unless a theme says otherwise, heights are those of Avenir Next: an ascent of 1 and a descent of 0.366 of the size,
/// without leading. Fonts that stand in for it keep to the same lines.
public struct CellFont: Hashable, Sendable {
  /// The families to try, the best first; the last is a generic one of CSS.
  public let families: [String]
  /// The size in points, at the text size of the screen.
  public let size: Double
  /// The weight from 100 to 900, as in CSS: 400 is regular and 700 bold.
  public let weight: Int

  /// The height of a line for each point of the size.
  var lineShare = CellFont.lineShare

  /// ``lineShare`` of Avenir Next.
  static let lineShare = 1.366
  /// The height of one line, in points: a third of a point is a pixel of most phones.
  public var lineHeight: Double { height(lines: 1) }

  /// The distance between two baselines with `spacing` points of extra line spacing.
  func linePitch(spacing: Double = 0) -> Double { size * lineShare + spacing }

  /// The height of `lines` lines, in points.
  public func height(lines: Int, spacing: Double = 0) -> Double {
    let height = Double(lines) * size * lineShare + Double(lines - 1) * spacing
    // Rounded up to thirds, though not for an error in the last bits.
    return (height * 3 - 1e-9).rounded(.up) / 3
  }
}
