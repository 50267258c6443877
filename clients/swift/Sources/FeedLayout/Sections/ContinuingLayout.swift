/// A layout that places one item after the other, so that it can be laid out page by page from a state.
public protocol ContinuingLayout: SectionLayout {
  associatedtype State: LayoutState where State.Layout == Self

  /// What help says of its pages.
  static var pageText: String { get }
  /// Whether items can be placed above those before them.
  static var growsUpwards: Bool { get }

  /// The reason why a layout with `options` cannot begin with a state, or continue from one; `nil` if it can.
  static func obstacle(toPagesWith options: Options, continuing: Bool) -> PageObstacle?

  /// The layout of `items`, placed after those of `state`, or above all of them. Its content is all that has been
  /// placed so far.
  ///
  /// - Throws: ``LayoutError`` when an item lacks what the layout needs.
  init(
    _ items: [LayoutItem], after state: inout State, goesUp: Bool, in viewport: Viewport
  ) throws(LayoutError)

  /// Makes this a page of a list that takes `height` points in all, and begins at 0.
  mutating func becomePart(ofHeight height: Double)
}

extension ContinuingLayout {
  public static var growsUpwards: Bool { false }

  public static func obstacle(toPagesWith options: Options, continuing: Bool) -> PageObstacle? {
    nil
  }
}

/// An option with which a layout has no pages.
public struct PageObstacle: Hashable, Sendable {
  /// The option; `nil` for the one that asks for pages.
  public let option: String?
  /// The values that pages go together with.
  public let expected: String
  /// The value that it has.
  public let found: String
}

/// The state of a layout after some of its items: all that it takes to place the next ones.
public protocol LayoutState: Codable, Hashable, Sendable {
  associatedtype Layout: ContinuingLayout where Layout.State == Self

  /// A layout without items.
  ///
  /// - Throws: ``LayoutError`` for an option out of its range, and for options that need all items.
  init(viewport: Viewport, options: Layout.Options) throws(LayoutError)

  /// The width of the viewport that the items are placed in, in points.
  var viewportWidth: Double { get }
  /// The options of the layout.
  var options: Layout.Options { get }
  /// How many items have been placed.
  var itemCount: Int { get }
}

extension LayoutState {
  /// Whether this can be the state after `count` items of a layout that began as `beginning`.
  public func continues(from beginning: any LayoutState, count: Int) -> Bool {
    guard let beginning = beginning as? Self else { return false }
    return itemCount == count && viewportWidth == beginning.viewportWidth
      && options == beginning.options
  }
}
