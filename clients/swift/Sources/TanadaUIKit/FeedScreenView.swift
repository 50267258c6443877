// Not yet compiled with Apple's SDK: checked on Linux against stubs of the declarations that it uses.

#if canImport(UIKit) && !os(watchOS)
  import FeedLayout
  public import TanadaClient
  public import UIKit

  /// Draws a screen. It is as wide as its document, and asks nobody for anything but pictures.
  public final class FeedScreenView: UIView, UICollectionViewDataSource, UICollectionViewDelegate {
    /// Takes the item that was tapped, and its section.
    public var onSelect: ((FeedSection, FeedItem) -> Void)?
    /// Takes the action of a header that was tapped.
    public var onAction: ((FeedSection, FeedAction) -> Void)?
    /// Takes the id of a section whose last items are in sight, and that has a further page.
    public var onEnd: ((FeedSection) -> Void)?
    /// Takes the `impression_id` of an item that was seen, once.
    public var onImpression: ((String) -> Void)?

    private let layout = FeedCollectionLayout()
    private let cells: FeedCells
    private let drawing: FeedDrawing
    private var offsets: [String: Double] = [:]
    private lazy var view = UICollectionView(frame: bounds, collectionViewLayout: layout)
    private lazy var impressions = ImpressionCounter(
      seen: { [weak self] id in self?.onImpression?(id) })

    private static let row = "tanada.row"
    private static let header = "tanada.header"

    /// A view that draws nothing yet.
    ///
    /// - Parameters:
    ///   - cells: the classes of cells by kind.
    ///   - drawing: what cells need beside their items.
    public init(cells: FeedCells = FeedCells(), drawing: FeedDrawing) {
      self.cells = cells
      self.drawing = drawing
      super.init(frame: .zero)
      cells.register(in: view)
      view.register(FeedRowCell.self, forCellWithReuseIdentifier: Self.row)
      view.register(
        FeedHeaderView.self,
        forSupplementaryViewOfKind: UICollectionView.elementKindSectionHeader,
        withReuseIdentifier: Self.header)
      view.dataSource = self
      view.delegate = self
      view.backgroundColor = .clear
      view.alwaysBounceVertical = true
      addSubview(view)
    }

    @available(*, unavailable)
    public required init?(coder: NSCoder) { nil }

    /// The document that is drawn; nil for none. A new one keeps the place, and the offsets of its sections.
    public var document: FeedDocument? {
      get { layout.screen?.document }
      set {
        layout.screen = newValue.map { FeedScreen($0) }
        view.reloadData()
        setNeedsLayout()
      }
    }

    /// The scroll view, for its insets and its refresh control.
    public var scrollView: UIScrollView { view }

    override public func layoutSubviews() {
      super.layoutSubviews()
      view.frame = bounds
      look()
    }

    /// Says what is in sight, and which sections end there.
    private func look() {
      guard let screen = layout.screen else { return }
      let top = Double(view.contentOffset.y)
      let bottom = top + Double(view.bounds.height)
      impressions.update(screen.visibleShares(from: top, to: bottom, offsets: offsets))
      for section in screen.sections where section.section.next != nil {
        // A screen ahead, so that the page is there in time.
        let end = section.section.frame.maxY
        if end > top, end < bottom + Double(view.bounds.height) { onEnd?(section.section) }
      }
    }

    public func scrollViewDidScroll(_ scrollView: UIScrollView) { look() }

    public func numberOfSections(in collectionView: UICollectionView) -> Int {
      layout.screen?.sections.count ?? 0
    }

    public func collectionView(
      _ collectionView: UICollectionView, numberOfItemsInSection section: Int
    ) -> Int {
      layout.screen?.sections[section].cellCount ?? 0
    }

    public func collectionView(
      _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
      guard let section = layout.screen?.sections[indexPath.section] else {
        return UICollectionViewCell()
      }
      guard let motion = section.motion else {
        return cells.cell(
          for: section.entries[indexPath.item], of: section.section, at: indexPath,
          in: collectionView, with: drawing)
      }
      let cell = collectionView.dequeueReusableCell(
        withReuseIdentifier: Self.row, for: indexPath)
      (cell as? FeedRowCell)?.show(
        section, at: offsets[section.section.id] ?? motion.initialOffset, cells: cells,
        drawing: drawing,
        select: { [weak self] section, item in self?.onSelect?(section, item) },
        move: { [weak self] section, offset in
          self?.offsets[section.id] = offset
          self?.look()
        })
      return cell
    }

    public func collectionView(
      _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String,
      at indexPath: IndexPath
    ) -> UICollectionReusableView {
      let view = collectionView.dequeueReusableSupplementaryView(
        ofKind: kind, withReuseIdentifier: Self.header, for: indexPath)
      if let section = layout.screen?.sections[indexPath.section].section {
        (view as? FeedHeaderView)?.show(section, drawing: drawing) { [weak self] action in
          self?.onAction?(section, action)
        }
      }
      return view
    }

    public func collectionView(
      _ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath
    ) {
      guard let section = layout.screen?.sections[indexPath.section], section.motion == nil else {
        return
      }
      onSelect?(section.section, section.entries[indexPath.item].item)
    }
  }
#endif
