// Not yet compiled with Apple's SDK: checked on Linux against stubs of the declarations that it uses.

#if canImport(UIKit) && !os(watchOS)
  import FeedLayout
  import TanadaClient
  import UIKit

  /// Places the items of a section that moves sideways, at every offset of its scroll view.
  final class FeedRowLayout: UICollectionViewLayout {
    /// The section that is drawn; nil for nothing.
    var row: FeedScreen.Section? {
      didSet { invalidateLayout() }
    }

    /// How far the view is scrolled for its items while a finger has not gone far enough to move them, in points; nil when
    /// they follow the view.
    var heldScroll: Double? {
      didSet { if heldScroll != oldValue { invalidateLayout() } }
    }

    /// The motion as a scroll view of the width of the view.
    var mapping: ScrollMapping? {
      guard let motion = row?.motion, let collectionView else { return nil }
      return ScrollMapping(motion, viewWidth: Double(collectionView.bounds.width))
    }

    override var collectionViewContentSize: CGSize {
      guard let mapping, let row else { return .zero }
      return CGSize(width: mapping.contentWidth, height: row.contentBox.height)
    }

    override func layoutAttributesForElements(
      in rect: CGRect
    ) -> [UICollectionViewLayoutAttributes]? {
      poses().enumerated().compactMap { index, pose in
        pose.map { attributes($0, at: IndexPath(item: index, section: 0)) }
      }
    }

    override func layoutAttributesForItem(
      at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
      let poses = poses()
      guard poses.indices.contains(indexPath.item), let pose = poses[indexPath.item] else {
        return nil
      }
      return attributes(pose, at: indexPath)
    }

    /// Items move with every point that the view scrolls.
    override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { true }

    /// How items are drawn in the view; what is outside of it is left out.
    func poses() -> [ItemPose?] {
      guard let mapping, let motion = row?.motion, let collectionView else { return [] }
      let scroll = Double(collectionView.contentOffset.x)
      let sight = Rect(
        x: 0, y: -.greatestFiniteMagnitude / 4, width: mapping.viewWidth,
        height: .greatestFiniteMagnitude / 2)
      return motion.poses(at: mapping.offset(atScroll: heldScroll ?? scroll)).map { pose in
        guard let pose, pose.coveredBox.intersection(sight) != nil else { return nil }
        var moved = pose
        moved.box = pose.box.moved(x: scroll)
        return moved
      }
    }

    private func attributes(
      _ pose: ItemPose, at path: IndexPath
    ) -> UICollectionViewLayoutAttributes {
      let attributes = UICollectionViewLayoutAttributes(forCellWith: path)
      attributes.frame = CGRect(pose.box)
      attributes.transform = CGAffineTransform(
        translationX: pose.translation.x, y: pose.translation.y
      ).rotated(by: pose.rotation).scaledBy(x: pose.scale, y: pose.scale)
      attributes.alpha = pose.opacity
      attributes.zIndex = Int((pose.zIndex * 1000).rounded())
      return attributes
    }
  }
#endif
