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
    private var isActive = true
    private var observations: [Observation] = []
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
      // What is on the screen of an app in the background is not seen.
      observations = [
        Observation(of: UIApplication.didEnterBackgroundNotification) { [weak self] in
          self?.setActive(false)
        },
        Observation(of: UIApplication.willEnterForegroundNotification) { [weak self] in
          self?.setActive(true)
        },
      ]
    }

    @available(*, unavailable)
    public required init?(coder: NSCoder) { nil }

    /// The document that is drawn; nil for none. A new one keeps the place, and the offsets of its sections.
    public var document: FeedDocument? {
      get { layout.screen?.document }
      set {
        // The same document again, as after coming back to a screen, changes nothing.
        guard newValue != layout.screen?.document else { return }
        let former = layout.screen
        let screen = newValue.map { FeedScreen($0) }
        offsets = screen?.offsets(carrying: offsets, from: former) ?? [:]
        if newValue == nil { impressions.stop() }
        show(screen, instead: former)
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
      guard window != nil, isActive else { return impressions.stop() }
      // What lies below bars is not seen.
      let insets = view.adjustedContentInset
      let top = Double(view.contentOffset.y + insets.top)
      let bottom = Double(view.contentOffset.y + view.bounds.height - insets.bottom)
      impressions.update(screen.visibleShares(from: top, to: bottom, offsets: offsets))
      for section in screen.sectionsToContinue(from: top, to: bottom, offsets: offsets) {
        onEnd?(section)
      }
    }

    /// Looks again at what is in sight: a page may be asked for once more.
    func lookAgain() { look() }

    override public func didMoveToWindow() {
      super.didMoveToWindow()
      look()
    }

    /// The feed is seen again, or not any more: its app or its screen has come or gone.
    func setActive(_ isActive: Bool) {
      self.isActive = isActive
      look()
    }

    /// Draws only what has changed, so that pictures do not flash.
    private func show(_ screen: FeedScreen?, instead former: FeedScreen?) {
      guard let screen, window != nil,
        case .sections(let changes) = ScreenChange(from: former, to: screen)
      else {
        layout.screen = screen
        return view.reloadData()
      }
      UIView.performWithoutAnimation {
        view.performBatchUpdates(
          {
            self.layout.screen = screen
            for change in changes { self.apply(change, of: screen) }
          }, completion: nil)
      }
    }

    private func apply(_ change: ScreenChange.Section, of screen: FeedScreen) {
      func paths(_ cells: Range<Int>) -> [IndexPath] {
        cells.map { IndexPath(item: $0, section: change.section) }
      }
      switch change.kind {
      case .section: view.reloadSections(IndexSet(integer: change.section))
      case .cells:
        // The cells stay, and with them their pictures.
        view.reconfigureItems(at: paths(0..<screen.sections[change.section].cellCount))
      case .inserted(let cells): view.insertItems(at: paths(cells))
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
