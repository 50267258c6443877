/// Space between the viewport's edges and a card (CollectionViewPagingLayout, amirdew, MIT). It
/// makes the card smaller and does not change how far apart pages are.
public struct PagePadding: Hashable, Sendable {
  /// A length, of its own or as a share of the viewport.
  public enum Length: Hashable, Sendable {
    /// In points.
    case absolute(Double)
    /// A share of the viewport's width.
    case fractionalWidth(Double)
    /// A share of the viewport's height.
    case fractionalHeight(Double)

    /// The length in `viewport`, in points.
    func points(in viewport: Size) -> Double {
      switch self {
      case .absolute(let points): points
      case .fractionalWidth(let share): share * viewport.width
      case .fractionalHeight(let share): share * viewport.height
      }
    }
  }

  /// At the upper edge.
  public var top = Length.absolute(0)
  /// At the left edge.
  public var left = Length.absolute(0)
  /// At the lower edge.
  public var bottom = Length.absolute(0)
  /// At the right edge.
  public var right = Length.absolute(0)

  /// None.
  public init() {}

  /// Creates a padding of `length` at all four edges.
  public init(_ length: Length) {
    self.init(vertical: length, horizontal: length)
  }

  /// Creates a padding of `vertical` at the upper and lower edge and `horizontal` at the left and
  /// right edge.
  public init(vertical: Length, horizontal: Length) {
    (top, bottom) = (vertical, vertical)
    (left, right) = (horizontal, horizontal)
  }

  /// Returns the part of `viewport` that the padding leaves for the card, in points.
  ///
  /// - Throws: ``LayoutError/optionOutOfRange(_:value:allowed:)`` for a padding that is negative, not
  ///   finite, or more than there is.
  public func card(in viewport: Size) throws(LayoutError) -> Rect {
    try LayoutError.check(viewport.width, in: PageScroll.supportedLengths, as: .viewportWidth)
    try LayoutError.check(viewport.height, in: PageScroll.supportedLengths, as: .viewportHeight)
    let left = try Self.edge(left, "padding_left", in: viewport, length: viewport.width)
    let right = try Self.edge(
      right, "padding_right", in: viewport, length: viewport.width - left)
    let top = try Self.edge(top, "padding_top", in: viewport, length: viewport.height)
    let bottom = try Self.edge(
      bottom, "padding_bottom", in: viewport, length: viewport.height - top)
    return Rect(
      x: left, y: top, width: viewport.width - left - right,
      height: viewport.height - top - bottom)
  }

  private static func edge(
    _ padding: Length, _ name: String, in viewport: Size, length: Double
  ) throws(LayoutError) -> Double {
    let points = padding.points(in: viewport)
    try OptionCheck.number(points, in: 0...length, name)
    return points
  }
}
