// Not yet compiled with Apple's SDK: checked on Linux against stubs of the declarations that it uses.

#if canImport(UIKit) && !os(watchOS)
  import FeedLayout
  import TanadaClient
  import UIKit

  /// A row of stars, each filled by a share.
  final class StarsView: UIView {
    private var stars: SlotStars?
    private var fills: [Double] = []

    convenience init(_ stars: SlotStars, fills: [Double]) {
      self.init(frame: .zero)
      self.stars = stars
      self.fills = fills
      backgroundColor = .clear
      isOpaque = false
    }

    override func draw(_ rect: CGRect) {
      guard let stars else { return }
      let color = UIColor(stars.color)
      let outline = stars.outline.map { UIColor($0) } ?? color
      for (index, fill) in fills.enumerated() {
        let x = Double(index) * (stars.starSize + stars.spacing)
        let path = Self.star(x: x, stars)
        if fill > 0 {
          // The filled part of the star is cut off at its share.
          let context = UIGraphicsGetCurrentContext()
          context?.saveGState()
          UIBezierPath(
            rect: CGRect(x: x, y: 0, width: stars.starSize * fill, height: stars.starSize)
          ).addClip()
          color.setFill()
          path.fill()
          context?.restoreGState()
        }
        outline.setStroke()
        path.lineWidth = stars.outlineWidth
        path.stroke()
      }
    }

    /// A star of five points, whose line lies inside of its square.
    private static func star(x: Double, _ stars: SlotStars) -> UIBezierPath {
      let path = UIBezierPath()
      let corners = StarOutline.corners(size: stars.starSize, lineWidth: stars.outlineWidth)
      for corner in corners {
        let point = CGPoint(x: x + corner.x, y: corner.y)
        if corner == corners.first {
          path.move(to: point)
        } else {
          path.addLine(to: point)
        }
      }
      path.close()
      return path
    }
  }
#endif
