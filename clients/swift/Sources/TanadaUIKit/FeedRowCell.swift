// Not yet compiled with Apple's SDK: checked on Linux against stubs of the declarations that it uses.

#if canImport(UIKit) && !os(watchOS)
  import FeedLayout
  import TanadaClient
  import UIKit

  /// A section that moves sideways: a scroll view that comes to rest where the document says.
  final class FeedRowCell: UICollectionViewCell, UICollectionViewDataSource,
    UICollectionViewDelegate
  {
    private let layout = FeedRowLayout()
    private lazy var view = UICollectionView(frame: bounds, collectionViewLayout: layout)
    private var row: FeedScreen.Section?
    private var cells = FeedCells()
    private var drawing: FeedDrawing?
    private var select: ((FeedSection, FeedItem) -> Void)?
    private var move: ((FeedSection, Double) -> Void)?
    /// How far the view was scrolled when the drag began, in points.
    private var start = 0.0

    override init(frame: CGRect) {
      super.init(frame: frame)
      view.dataSource = self
      view.delegate = self
      view.backgroundColor = .clear
      view.showsHorizontalScrollIndicator = false
      view.contentInsetAdjustmentBehavior = .never
      contentView.addSubview(view)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    /// Draws `row` at `offset` of its motion.
    ///
    /// - Parameters:
    ///   - select: an item was tapped.
    ///   - move: the row has moved to an offset.
    func show(
      _ row: FeedScreen.Section, at offset: Double, cells: FeedCells, drawing: FeedDrawing,
      select: @escaping (FeedSection, FeedItem) -> Void,
      move: @escaping (FeedSection, Double) -> Void
    ) {
      self.row = row
      self.cells = cells
      self.drawing = drawing
      self.select = select
      self.move = move
      cells.register(in: view)
      view.frame = contentView.bounds
      layout.row = row
      view.decelerationRate = row.motion is ShelfMotion ? .normal : .fast
      view.reloadData()
      if let mapping = layout.mapping {
        view.contentOffset = CGPoint(x: mapping.scroll(atOffset: offset), y: 0)
      }
    }

    func numberOfSections(in collectionView: UICollectionView) -> Int { row == nil ? 0 : 1 }

    func collectionView(
      _ collectionView: UICollectionView, numberOfItemsInSection section: Int
    ) -> Int {
      row?.entries.count ?? 0
    }

    func collectionView(
      _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
      guard let row, let drawing else { return UICollectionViewCell() }
      return cells.cell(
        for: row.entries[indexPath.item], of: row.section, at: indexPath, in: collectionView,
        with: drawing)
    }

    func collectionView(
      _ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath
    ) {
      guard let row else { return }
      select?(row.section, row.entries[indexPath.item].item)
    }

    func scrollViewDidScroll(_ scrollView: UIScrollView) {
      guard let row, let mapping = layout.mapping else { return }
      move?(row.section, mapping.offset(atScroll: Double(scrollView.contentOffset.x)))
    }

    func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {
      start = Double(scrollView.contentOffset.x)
    }

    func scrollViewWillEndDragging(
      _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
      targetContentOffset: UnsafeMutablePointer<CGPoint>
    ) {
      guard let mapping = layout.mapping, let motion = row?.motion else { return }
      // The system counts points per millisecond.
      let end = mapping.rest(
        of: motion, from: start, scroll: Double(scrollView.contentOffset.x),
        velocity: Double(velocity.x) * 1000)
      // A row that scrolls freely slows down as it does anywhere else.
      guard end.rest.index != nil else { return }
      targetContentOffset.pointee.x = end.scroll
    }
  }
#endif
