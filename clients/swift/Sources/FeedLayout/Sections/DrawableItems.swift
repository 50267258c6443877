/// The items of a section that its layout can draw, and why it cannot draw the others.
///
/// An item that cannot be drawn has no place: those behind it are laid out as if it were not there.
public struct DrawableItems: Hashable, Sendable {
  /// The items that can be drawn, in their order.
  public let items: [LayoutItem]
  /// The errors of the others, in their order. The index of each is that among all items.
  public let errors: [LayoutError]
  /// How many items there are in all.
  private let totalCount: Int

  /// `items`, all of which can be drawn.
  init(all items: [LayoutItem]) {
    self.items = items
    errors = []
    totalCount = items.count
  }

  /// `all` without the items of `errors`.
  init(_ all: [LayoutItem], without errors: [LayoutError]) {
    let left = Set(errors.compactMap { $0.item?.index })
    items = left.isEmpty ? all : all.indices.filter { !left.contains($0) }.map { all[$0] }
    self.errors = errors
    totalCount = all.count
  }

  /// The indices of ``items`` among all items.
  public var indices: [Int] {
    let left = Set(errors.compactMap { $0.item?.index })
    return (0..<totalCount).filter { !left.contains($0) }
  }

  /// The indices among all items that the part `range` of ``items`` stands for: with those before
  /// each of them that cannot be drawn, and at the end those behind.
  public func whole(_ range: Range<Int>) -> Range<Int> {
    let indices = indices
    let lower = range.lowerBound == 0 ? 0 : indices[range.lowerBound - 1] + 1
    if range.upperBound == indices.count { return lower..<totalCount }
    return lower..<(range.isEmpty ? lower : indices[range.upperBound - 1] + 1)
  }
}

extension SectionDesign {
  /// Returns which of `items` the layout can draw.
  ///
  /// - Complexity: O(n).
  public func drawable(_ items: [LayoutItem]) -> DrawableItems {
    DrawableItems(items, without: options.errors(of: self.items(items), in: traits.viewport))
  }

  /// The section of those of `items` that the layout can draw.
  ///
  /// - Throws: ``LayoutError`` when an option cannot be met.
  public func layoutOfDrawable(
    _ items: [LayoutItem]
  ) throws(LayoutError) -> (layout: any SectionLayout, drawn: DrawableItems) {
    do throws(LayoutError) {
      // All can be drawn in nearly every section, and are not looked at twice.
      return (try layout(of: items), DrawableItems(all: items))
    } catch {
      guard error.item != nil else { throw error }
      let drawable = drawable(items)
      return (try layout(of: drawable.items), drawable)
    }
  }
}
