// Not yet compiled with Apple's SDK: checked on Linux against stubs of the declarations that it uses.

#if canImport(UIKit) && !os(watchOS)
  public import TanadaClient
  public import UIKit

  /// A cell that draws an item.
  @MainActor
  public protocol FeedItemCell: UICollectionViewCell {
    /// Draws the item of `entry` in the cell's bounds, which are its frame in the document.
    func show(_ entry: FeedSection.Entry, of section: FeedSection, with drawing: FeedDrawing)
  }

  /// What cells need beside their item.
  @MainActor
  public struct FeedDrawing {
    /// The address of the server, which the addresses of documents are relative to.
    public let base: URL
    /// Loads pictures; nil where one cannot be had.
    public let loadPicture: @MainActor (FeedPicture) async -> UIImage?

    /// What cells of the server at `base` need.
    public init(base: URL, loadPicture: @escaping @MainActor (FeedPicture) async -> UIImage?) {
      self.base = base
      self.loadPicture = loadPicture
    }
  }

  /// The classes of cells by the kinds of items. Kinds without one are drawn by ``FeedSlotCell``, as the slots of their
  /// section say.
  @MainActor
  public struct FeedCells {
    private var classes: [String: UICollectionViewCell.Type] = [:]

    /// All kinds drawn by ``FeedSlotCell``.
    public init() {}

    /// Draws the items of `kind` with cells of a class of the app.
    public mutating func register<Cell: FeedItemCell>(_ cell: Cell.Type, forKind kind: String) {
      classes[kind] = cell
    }

    private static let plain = "tanada.slots"

    /// Tells `view` the classes of all cells.
    func register(in view: UICollectionView) {
      view.register(FeedSlotCell.self, forCellWithReuseIdentifier: Self.plain)
      for (kind, cell) in classes {
        view.register(cell, forCellWithReuseIdentifier: "tanada.kind.\(kind)")
      }
    }

    /// The cell of `entry`, drawn.
    func cell(
      for entry: FeedSection.Entry, of section: FeedSection, at path: IndexPath,
      in view: UICollectionView, with drawing: FeedDrawing
    ) -> UICollectionViewCell {
      let identifier =
        classes[section.kind] == nil ? Self.plain : "tanada.kind.\(section.kind)"
      let cell = view.dequeueReusableCell(withReuseIdentifier: identifier, for: path)
      (cell as? any FeedItemCell)?.show(entry, of: section, with: drawing)
      return cell
    }
  }
#endif
