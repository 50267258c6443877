// Not yet compiled with Apple's SDK: checked on Linux against stubs of the declarations that it uses.

#if canImport(UIKit) && !os(watchOS)
  import FeedLayout
  public import TanadaClient
  public import UIKit

  /// Draws an item as the slots of its section say.
  public final class FeedSlotCell: UICollectionViewCell, FeedItemCell {
    private let slots = SlotsView()

    override public init(frame: CGRect) {
      super.init(frame: frame)
      contentView.addSubview(slots)
      isAccessibilityElement = true
    }

    @available(*, unavailable)
    public required init?(coder: NSCoder) { nil }

    public func show(
      _ entry: FeedSection.Entry, of section: FeedSection, with drawing: FeedDrawing
    ) {
      let content = SlotContentSource(
        text: { entry.item.text($0, section.roles) }, stars: entry.item.stars,
        image: entry.item.image)
      // A section without a cell shows its pictures.
      slots.show(section.cell, size: entry.frame.rect.size, content: content, drawing: drawing)
      slots.frame = CGRect(x: 0, y: 0, width: entry.frame.width, height: entry.frame.height)
      accessibilityLabel =
        entry.item.accessibilityLabel ?? entry.item.text(.headline, section.roles)
      accessibilityTraits = entry.item.action == nil ? .image : .link
    }

    override public func prepareForReuse() {
      super.prepareForReuse()
      slots.clear()
    }
  }

  /// The header above the layout of a section.
  final class FeedHeaderView: UICollectionReusableView {
    private let slots = SlotsView()
    private let control = UIControl()
    private var action: FeedAction?
    private var select: ((FeedAction) -> Void)?

    override init(frame: CGRect) {
      super.init(frame: frame)
      addSubview(slots)
      addSubview(control)
      let tap = UIAction { [weak self] _ in
        if let action = self?.action { self?.select?(action) }
      }
      control.addAction(tap, for: .touchUpInside)
      isAccessibilityElement = true
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    /// Draws the header of `section`; `select` takes its action when it is tapped.
    func show(
      _ section: FeedSection, drawing: FeedDrawing, select: @escaping (FeedAction) -> Void
    ) {
      guard let header = section.header else { return }
      let size = Size(width: section.frame.width, height: header.height)
      let content = SlotContentSource(
        text: { role in
          switch role {
          case .title: section.title
          case .subtitle: header.subtitle ?? ""
          case .action: header.action?.title ?? ""
          default: ""
          }
        }, stars: [], image: nil)
      slots.show(header.slots, size: size, content: content, drawing: drawing)
      slots.frame = CGRect(x: 0, y: 0, width: size.width, height: size.height)
      control.frame = slots.frame
      action = header.action
      self.select = select
      accessibilityLabel = [section.title, header.subtitle, header.action?.title]
        .compactMap { $0 }.joined(separator: ", ")
      accessibilityTraits = action == nil ? .header : [.header, .link]
    }
  }
#endif
