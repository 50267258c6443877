// Not yet compiled with Apple's SDK: checked on Linux against stubs of the declarations that it uses.

#if canImport(UIKit) && !os(watchOS)
  import FeedLayout
  import UIKit

  extension UICollectionViewCell {
    /// Draws the shadow of a card with round corners; nil for none.
    func cast(_ shadow: CardShadow?, cornerRadius: Double) {
      layer.shadowOpacity = Float(shadow?.opacity ?? 0)
      guard let shadow else { return }
      let color = shadow.color
      layer.shadowColor =
        UIColor(red: color.red, green: color.green, blue: color.blue, alpha: 1).cgColor
      layer.shadowRadius = shadow.radius
      layer.shadowOffset = CGSize(width: shadow.offset.width, height: shadow.offset.height)
      // With its path the system draws a shadow without looking at what the cell shows.
      layer.shadowPath = UIBezierPath(roundedRect: bounds, cornerRadius: cornerRadius).cgPath
    }
  }
#endif
