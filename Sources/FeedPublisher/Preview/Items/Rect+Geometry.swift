import FeedLayout

extension Rect {
  /// The box of `frame`.
  init(_ frame: Frame) {
    self.init(x: frame.x, y: frame.y, width: frame.width, height: frame.height)
  }

  /// The horizontal centre, in points.
  var midX: Double { x + width / 2 }
  /// The vertical centre, in points.
  var midY: Double { y + height / 2 }

  /// The box with every edge moved inwards by `margin`.
  func inset(by margin: Double) -> Rect {
    Rect(x: x + margin, y: y + margin, width: width - margin * 2, height: height - margin * 2)
  }

  /// The smallest box that contains both.
  func union(_ other: Rect) -> Rect {
    let left = min(x, other.x)
    let top = min(y, other.y)
    return Rect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// The box moved by (`dx`, `dy`).
  func offset(x dx: Double, y dy: Double) -> Rect {
    Rect(x: x + dx, y: y + dy, width: width, height: height)
  }
}
