public import FeedLayout
import Foundation

/// A star of five points in a square whose sides are 1.
public enum StarShape {
  /// The share of the outer radius that the inner corners have: that of a regular pentagram.
  private static let innerShare = (3 - 5.0.squareRoot()) / 2

  /// The ten corners, clockwise from the top.
  public static let corners: [Point] = (0..<10).map { corner in
    let angle = Double(corner) * .pi / 5
    let radius = corner % 2 == 0 ? 0.5 : 0.5 * innerShare
    return Point(x: 0.5 + radius * sin(angle), y: 0.5 - radius * cos(angle))
  }
}
