import FeedLayout
import StrictJSON

/// Stars that are filled from the reading side, each as far as its fill says.
struct StarsDrawing {
  let stars: CellStars
  /// In the coordinates of the cell.
  let box: Rect
  /// 0 (empty) to 1, one per star.
  let fills: [Double]
  let isRightToLeft: Bool
  let isDark: Bool

  func write(to writer: inout SVGWriter) {
    writer.slot(.stars, at: box) { group in
      for (index, fill) in fills.enumerated() {
        let place = isRightToLeft ? fills.count - 1 - index : index
        let x = box.x + Double(place) * (stars.starSize + stars.spacing)
        if fill < 1 { star(isFull: false, x: x, y: box.y, to: &group) }
        if fill >= 1 {
          star(isFull: true, x: x, y: box.y, to: &group)
        } else if fill > 0 {
          partial(fill, x: x, to: &group)
        }
      }
    }
  }

  /// The full star, of which the rest is cut off: a nested drawing shows nothing outside itself.
  private func partial(_ fill: Double, x: Double, to writer: inout SVGWriter) {
    let width = stars.starSize * fill
    let lead = isRightToLeft ? stars.starSize - width : 0
    writer.element(
      "svg",
      [
        "x": .brief(x + lead), "y": .brief(box.y), "width": .exact(width),
        "height": .brief(stars.starSize), "data-fill": .exact(fill),
      ]
    ) { star(isFull: true, x: -lead, y: 0, to: &$0) }
  }

  private func star(isFull: Bool, x: Double, y: Double, to writer: inout SVGWriter) {
    writer.element(
      "use",
      [
        "href": .text("#\(StarOutline.name(stars.starSize))"), "x": .brief(x), "y": .brief(y),
        "stroke-width": .brief(StarOutline.lineWidth), "stroke-linejoin": "round",
      ] + .stroke(stars.outline, isDark: isDark)
        + (isFull ? .fill(stars.color, isDark: isDark) : ["fill": "none"]))
  }
}
