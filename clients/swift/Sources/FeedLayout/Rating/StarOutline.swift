/// The outline of a star, whose line lies inside of the star's square.
///
/// The corners are those of Cosmos 25 (evgenyneu, MIT).
public enum StarOutline {
  /// The width of the line, in points: that of the existing screens, of full and of empty stars.
  public static let lineWidth = 1.0

  /// The corners in a square of 100.
  private static let corners: [Point] = [
    (49.5, 0.0), (60.5, 35.0), (99.0, 35.0), (67.5, 58.0), (78.5, 92.0), (49.5, 71.0),
    (20.5, 92.0), (31.5, 58.0), (0.0, 35.0), (38.5, 35.0),
  ].map { Point(x: $0, y: $1) }

  /// The ten corners of a star, clockwise from the top, in points.
  ///
  /// - Parameters:
  ///   - size: the side of the star's square, in points.
  ///   - lineWidth: the width of the line, in points.
  public static func corners(size: Double, lineWidth: Double = lineWidth) -> [Point] {
    let inset = lineWidth + (0.3 * lineWidth).rounded(.up)
    let scale = (size - 2 * inset) / 100
    return corners.map { Point(x: $0.x * scale + inset, y: $0.y * scale + inset) }
  }
}
