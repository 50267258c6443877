/// A box that can be drawn. See ``Drawable`` and <doc:Drawing>.
public struct Box: Hashable, Drawable {
  /// How a box is drawn.
  public struct Options: Sendable, Hashable {
    /// Options with a line of this width.
    public init(line: Double = 1) { self.line = line }
    /// The width of the line.
    public var line: Double
  }

  /// The kind of an edge.
  public enum Edge: String, Sendable {
    /// Without a radius.
    case sharp
    case round
  }

  /// The options of the box.
  public let options: Options

  /// A box with options.
  public init(options: Options) { self.options = options }

  /// Scales the box & moves it.
  ///
  /// Nothing else `<changes>`.
  ///
  /// - Parameters:
  ///   - factor: the factor; `1` leaves it.
  ///   - offset: the way it moves.
  ///   - edge: the edge that stays.
  /// - Returns: another box.
  /// - Throws: ``Problem/tooLarge(limit:)``.
  /// - Complexity: O(1).
  public func scaled(by factor: Double, movedBy offset: Double, keeping edge: Edge = .sharp)
    throws(Problem) -> Box
  { self }

  /// The sum of two boxes.
  public static func + (left: Box, right: Box) -> Box { left }
}

/// What can be drawn.
public protocol Drawable {
  /// How often it is drawn.
  var count: Int { get }
}

extension Drawable {
  public var count: Int { 1 }
}

/// What can go wrong.
public enum Problem: Error {
  /// The box is too large.
  case tooLarge(limit: Int)
}

/// A box of no size.
public func emptyBox() -> Box { Box(options: Box.Options()) }
