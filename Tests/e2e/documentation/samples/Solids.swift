public import Shapes

/// A cube, each side of which is a box.
public struct Cube {
  /// The front.
  public let front: Box

  /// A cube with this front.
  public init(front: Box) { self.front = front }
}

extension Box {
  /// The cube with this front.
  public var cube: Cube { Cube(front: self) }
}
