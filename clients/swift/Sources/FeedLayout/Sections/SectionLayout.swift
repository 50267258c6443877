/// A layout of a section: the frames of items, and all that is particular to it.
///
/// A layout is one type, and a line in ``SectionLayouts/all``. Its help, the reading of its options, the JSON that it
/// publishes, its schema and the types of clients follow from its declarations.
public protocol SectionLayout: Hashable, Sendable {
  associatedtype Options: SectionOptions where Options.Layout == Self

  /// The published name, such as `staggered_grid`.
  static var name: String { get }
  /// The layout in a sentence.
  static var abstract: String { get }
  /// What else help says of it; may be empty.
  static var discussion: String { get }
  /// The version of documents that it came with.
  static var version: Int { get }
  /// The fields that it reads of an item.
  static var itemFields: LayoutItemFields { get }
  /// Whether it cannot draw some items although they have these fields.
  static var refusesItems: Bool { get }
  /// The options of a section of a feed whose composition names none.
  static var feedOptions: Options { get }
  /// The name of the cell of a kind that chooses none, or one that its frames have no room for.
  static var standardCell: String { get }
  /// The members that it publishes beside those of every layout.
  static var members: [Member<Self>] { get }

  /// Lays `items` out in `viewport`.
  ///
  /// - Throws: ``LayoutError`` when an item lacks what the layout needs, or an option cannot be met.
  init(items: [LayoutItem], viewport: Viewport, options: Options) throws(LayoutError)

  /// The viewport that the section was laid out for.
  var viewport: Viewport { get }
  /// The width of the scrolling content and the height that the section takes on the screen, in points.
  var contentSize: Size { get }
  /// One box per item, in the order of the items, at the initial position.
  var frames: [Frame] { get }
  /// How many items have no place. They are the last ones, with frames without extent.
  var hiddenItemCount: Int { get }

  /// Exchanges left and right, for a screen that reads from right to left. Offsets stay as they are: they count in the
  /// reading direction.
  mutating func mirror()
}

extension SectionLayout {
  public static var discussion: String { "" }
  public static var version: Int { DocumentVersion.first }
  public static var itemFields: LayoutItemFields { .plain }
  public static var refusesItems: Bool { false }
  public static var feedOptions: Options { Options() }

  public var hiddenItemCount: Int { 0 }

  /// The options with their defaults.
  public static var standardOptions: Options { Options() }

  /// The published name.
  public var name: String { Self.name }

  /// Whether `other` is the same layout with the same geometry.
  public func isEqual(to other: any SectionLayout) -> Bool { self == other as? Self }

  /// The mirror image in the viewport.
  public var mirrored: Self {
    var layout = self
    layout.mirror()
    return layout
  }
}

/// The options of a layout: the section follows from them, its items and a viewport.
public protocol SectionOptions: DeclaredOptions {
  associatedtype Layout: SectionLayout where Layout.Options == Self

  /// Returns these options for a screen that reads in `direction`, of a layout that is not mirrored.
  func reading(_ direction: LayoutDirection) -> Self
  /// The errors of those of `items` that cannot be drawn; none if the options cannot be met.
  func errors(of items: [LayoutItem], in viewport: Viewport) -> [LayoutError]
  /// Whether a layout with these options places one item after the other, and has pages in a feed.
  var hasPages: Bool { get }

  /// Whether frames differ in height, and may be lower than the text of their cells.
  var hasLowFrames: Bool { get }
  /// The card before it is transformed, for a layout that transforms cards.
  func cardSize(in viewport: Viewport) -> Size?
  /// The known dimensions of the frames.
  func cellBox(in viewport: Viewport) -> CellBox
  /// Returns the options with frames of the dimensions of `box`.
  func making(room box: CellBox) -> Self
  /// Returns `items` for frames that are at least `height` points high, and `caption` points higher than their pictures.
  func items(
    _ items: [LayoutItem], atLeast height: Double, above caption: Double, in viewport: Viewport
  ) -> [LayoutItem]
  /// How many columns its editors chose; `nil` for a layout without columns, and for a list, which has as many as there
  /// is room for.
  var chosenColumnCount: Int? { get }
  /// The columns of a grid; `nil` where its gaps leave no width, and for a layout without columns.
  func columnGrid(in viewport: Viewport) -> ColumnGrid?
  /// These options with one column less; `nil` for one column, and for a layout without columns.
  func withOneColumnLess(in viewport: Viewport) -> Self?
}

extension SectionOptions {
  public func reading(_ direction: LayoutDirection) -> Self { self }
  public func errors(of items: [LayoutItem], in viewport: Viewport) -> [LayoutError] { [] }
  public var hasPages: Bool { false }
  public var hasLowFrames: Bool { false }
  public func cardSize(in viewport: Viewport) -> Size? { nil }
  public func cellBox(in viewport: Viewport) -> CellBox {
    let card = cardSize(in: viewport)
    return CellBox(width: card?.width, height: card?.height)
  }
  public func making(room box: CellBox) -> Self { self }
  public func items(
    _ items: [LayoutItem], atLeast height: Double, above caption: Double, in viewport: Viewport
  ) -> [LayoutItem] { items }
  public var chosenColumnCount: Int? { nil }
  public func columnGrid(in viewport: Viewport) -> ColumnGrid? { nil }
  public func withOneColumnLess(in viewport: Viewport) -> Self? { nil }

  /// Lays `items` out in `viewport`.
  ///
  /// - Throws: ``LayoutError`` when an item lacks what the layout needs, or an option cannot be met.
  public func layout(of items: [LayoutItem], in viewport: Viewport) throws(LayoutError) -> Layout {
    try Layout(items: items, viewport: viewport, options: self)
  }

  /// The layout of no items at all, which always exists: no height and no frames.
  public func emptyLayout(in viewport: Viewport) -> Layout {
    do {
      return try Layout(items: [], viewport: viewport, options: Self())
    } catch {
      preconditionFailure("no layout refuses its defaults: \(error)")
    }
  }

  /// The layout of the options.
  public var layoutType: any SectionLayout.Type { Layout.self }

  /// The options whose values differ from their defaults, by their published names.
  public var changed: [(name: String, value: OptionValue)] { Self.declarations.changed(self) }

  /// Whether `other` is the same layout with the same options.
  public func isEqual(to other: any SectionOptions) -> Bool { self == other as? Self }
}

extension [LayoutItem] {
  /// The errors that `check` throws.
  func errors(
    _ check: (_ item: LayoutItem, _ index: Int) throws(LayoutError) -> Void
  ) -> [LayoutError] {
    var errors: [LayoutError] = []
    for (index, item) in enumerated() {
      do throws(LayoutError) { try check(item, index) } catch { errors.append(error) }
    }
    return errors
  }
}
