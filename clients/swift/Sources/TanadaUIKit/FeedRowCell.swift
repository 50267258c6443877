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
    /// The motion to a place of rest, while there is one.
    private var settling: Task<Void, Never>?

    /// How far a finger moves before a scroll view follows it, in points.
    private static let systemMinimum = 10.0
    /// Further than anything is drawn outside of its box, in points.
    private static let clipMargin = 1000.0

    override init(frame: CGRect) {
      super.init(frame: frame)
      view.dataSource = self
      view.delegate = self
      view.backgroundColor = .clear
      view.showsHorizontalScrollIndicator = false
      view.contentInsetAdjustmentBehavior = .never
      // The row is cut off at its sides alone: below its items there are shadows and dividers.
      view.clipsToBounds = false
      let sides = CALayer()
      sides.backgroundColor = UIColor(red: 0, green: 0, blue: 0, alpha: 1).cgColor
      contentView.layer.mask = sides
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
      settling?.cancel()
      view.frame = contentView.bounds
      contentView.layer.mask?.frame = contentView.bounds.insetBy(dx: 0, dy: -Self.clipMargin)
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
      let now = layout.mapping?.offset(atScroll: Double(view.contentOffset.x))
      // A card behind the front one comes forward.
      if let mapping = layout.mapping, let now,
        let target = row.motion?.target(bringingForward: indexPath.item, from: now)
      {
        return settle(at: mapping.scroll(atOffset: target))
      }
      select?(row.section, row.entries[indexPath.item].item)
    }

    func collectionView(
      _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell,
      forItemAt indexPath: IndexPath
    ) {
      let poses = layout.poses()
      guard poses.indices.contains(indexPath.item) else { return }
      cell.cast(
        poses[indexPath.item]?.shadow, cornerRadius: row?.section.cell?.cornerRadius ?? 0)
    }

    /// Draws the shadows of all cards in sight.
    private func castShadows() {
      let poses = layout.poses()
      for path in view.indexPathsForVisibleItems where poses.indices.contains(path.item) {
        view.cellForItem(at: path)?.cast(
          poses[path.item]?.shadow, cornerRadius: row?.section.cell?.cornerRadius ?? 0)
      }
    }

    /// Moves to a place of rest as the document says, step by step: every item is drawn on its way.
    private func settle(at scroll: Double) {
      settling?.cancel()
      guard let animation = row?.motion?.settling else {
        return view.setContentOffset(CGPoint(x: scroll, y: 0), animated: true)
      }
      let from = Double(view.contentOffset.x)
      let begin = ContinuousClock.now
      settling = Task { [weak self] in
        var share = 0.0
        while share < 1, !Task.isCancelled {
          share = animation.share(at: (ContinuousClock.now - begin) / .seconds(1))
          self?.view.contentOffset.x = from + (scroll - from) * share
          try? await Task.sleep(for: .milliseconds(8))
        }
      }
    }

    func scrollViewDidScroll(_ scrollView: UIScrollView) {
      guard let row, let mapping = layout.mapping else { return }
      if let held = layout.heldScroll {
        let most = (row.motion?.dragMinimum ?? 0) - Self.systemMinimum
        guard abs(Double(scrollView.contentOffset.x) - held) >= most else { return }
        layout.heldScroll = nil
      }
      castShadows()
      move?(row.section, mapping.offset(atScroll: Double(scrollView.contentOffset.x)))
    }

    func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {
      settling?.cancel()
      start = Double(scrollView.contentOffset.x)
      // A scroll view follows a finger by a rule of its own: items that are to follow later wait.
      let minimum = row?.motion?.dragMinimum ?? 0
      layout.heldScroll = minimum > Self.systemMinimum ? start : nil
    }

    func scrollViewWillEndDragging(
      _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
      targetContentOffset: UnsafeMutablePointer<CGPoint>
    ) {
      guard let mapping = layout.mapping, let motion = row?.motion else { return }
      // A finger that has not moved the items leaves them where they are.
      let isHeld = layout.heldScroll != nil
      layout.heldScroll = nil
      // The system counts points per millisecond.
      let end = mapping.rest(
        of: motion, from: start, scroll: isHeld ? start : Double(scrollView.contentOffset.x),
        velocity: isHeld ? 0 : Double(velocity.x) * 1000)
      // A row that scrolls freely slows down as it does anywhere else.
      guard end.rest.index != nil else { return }
      guard motion.settling != nil, !isHeld else {
        targetContentOffset.pointee.x = end.scroll
        return
      }
      targetContentOffset.pointee = scrollView.contentOffset
      settle(at: end.scroll)
    }
  }
#endif
