import FeedPublisher
import StrictJSON

/// The `d` of a path.
enum SVGPath {
  /// `box` with round corners, clockwise; corners that are not named are square.
  static func rounded(
    _ box: Rectangle, topRadius: Double, bottomRadius: Double
  ) -> String {
    let limit = max(0, min(box.width, box.height) / 2)
    let top = min(topRadius, limit)
    let bottom = min(bottomRadius, limit)
    func corner(_ radius: Double, _ dx: Double, _ dy: Double) -> String {
      radius > 0
        ? "a\(text(radius)) \(text(radius)) 0 0 1 \(text(dx * radius)) \(text(dy * radius))" : ""
    }
    return "M\(text(box.x + top)) \(text(box.y))h\(text(box.width - top * 2))"
      + corner(top, 1, 1) + "v\(text(box.height - top - bottom))" + corner(bottom, -1, 1)
      + "h\(text(bottom * 2 - box.width))" + corner(bottom, -1, -1)
      + "v\(text(bottom + top - box.height))" + corner(top, 1, -1) + "z"
  }

  static func rounded(_ box: Rectangle, radius: Double) -> String {
    rounded(box, topRadius: radius, bottomRadius: radius)
  }

  private static func text(_ number: Double) -> String { NumberText.brief(number) }
}
