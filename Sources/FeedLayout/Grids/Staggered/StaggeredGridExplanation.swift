extension StaggeredGridLayout {
  /// Why every item is where it is, and how good the whole is.
  public struct Explanation: Hashable, Sendable {
    /// One for each item, in their order.
    public let choices: [Choice]
    /// What the finished grid is like.
    public let quality: Quality
  }

  /// Why an item is where it is.
  public struct Choice: Hashable, Sendable {
    /// What decided.
    public enum Rule: Hashable, Sendable {
      /// The item kept its column.
      case keptColumn
      /// The rule of the options.
      case placement(Placement)

      /// The published name: `kept_column`, or that of the placement.
      public var name: String {
        switch self {
        case .keptColumn: "kept_column"
        case .placement(let placement): placement.rawValue
        }
      }
    }

    /// The item.
    public let id: Int
    /// The column it went to, the leftmost of those it takes.
    public let column: Int
    /// What decided.
    public let rule: Rule
    /// The heights of all possible places before the item, from the one that begins in the leftmost
    /// column on, in points: balance heights for ``Placement/sample``, the tops the item would have
    /// for ``Placement/forward``, else drawn heights.
    public let heights: [Double]
    /// Whether more than one place was the lowest, or within the tolerance of it for
    /// ``Placement/forward``; never so where heights did not decide.
    public let isTie: Bool
    /// Where the rule went on along the row, for ``Placement/sourceOrder`` and
    /// ``Placement/forward``.
    public let cursor: Int?
  }
}
