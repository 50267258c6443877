// Not yet compiled with Apple's SDK: checked on Linux against stubs of the declarations that it uses.

#if canImport(UIKit) && !os(watchOS)
  import FeedLayout
  public import TanadaClient
  public import UIKit

  /// Places the headers and cells of a screen where its document says.
  public final class FeedCollectionLayout: UICollectionViewLayout {
    /// The screen that is drawn; nil for nothing.
    public var screen: FeedScreen? {
      didSet { invalidateLayout() }
    }

    override public var collectionViewContentSize: CGSize {
      guard let size = screen?.contentSize else { return .zero }
      return CGSize(width: size.width, height: size.height)
    }

    override public func layoutAttributesForElements(
      in rect: CGRect
    ) -> [UICollectionViewLayoutAttributes]? {
      guard let screen else { return [] }
      let sights = screen.cells(from: Double(rect.minY), to: Double(rect.maxY))
      return sights.flatMap { sight -> [UICollectionViewLayoutAttributes] in
        let header =
          sight.hasHeader
          ? layoutAttributesForSupplementaryView(
            ofKind: UICollectionView.elementKindSectionHeader,
            at: IndexPath(item: 0, section: sight.section)) : nil
        let cells = sight.cells.compactMap { cell in
          layoutAttributesForItem(at: IndexPath(item: cell, section: sight.section))
        }
        return cells + [header].compactMap { $0 }
      }
    }

    override public func layoutAttributesForItem(
      at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
      guard let section = section(at: indexPath), indexPath.item < section.cellCount else {
        return nil
      }
      let attributes = UICollectionViewLayoutAttributes(forCellWith: indexPath)
      attributes.frame = CGRect(section.box(ofCell: indexPath.item))
      return attributes
    }

    override public func layoutAttributesForSupplementaryView(
      ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
      guard elementKind == UICollectionView.elementKindSectionHeader,
        let box = section(at: indexPath)?.headerBox
      else { return nil }
      let attributes = UICollectionViewLayoutAttributes(
        forSupplementaryViewOfKind: elementKind, with: indexPath)
      attributes.frame = CGRect(box)
      return attributes
    }

    /// The document is laid out for one width: another one is another document.
    override public func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { false }

    private func section(at path: IndexPath) -> FeedScreen.Section? {
      guard let screen, screen.sections.indices.contains(path.section) else { return nil }
      return screen.sections[path.section]
    }
  }

  extension CGRect {
    /// The same box.
    init(_ rect: Rect) {
      self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
    }
  }
#endif
