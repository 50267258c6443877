public import FeedLayout

extension Size {
  /// The size that `json` has; `nil` unless both extents are numbers from 0.
  public init?(_ json: JSONValue?) {
    guard let width = json?["width"]?.extent, let height = json?["height"]?.extent else {
      return nil
    }
    self.init(width: width, height: height)
  }
}

extension Point {
  /// The place that `json` has; `nil` unless both coordinates are numbers.
  public init?(_ json: JSONValue?) {
    guard let x = json?["x"]?.double, let y = json?["y"]?.double else { return nil }
    self.init(x: x, y: y)
  }
}

extension Rect {
  /// The box that `json` has; `nil` unless it has a place and a size.
  public init?(_ json: JSONValue?) {
    guard let origin = Point(json), let size = Size(json) else { return nil }
    self.init(x: origin.x, y: origin.y, width: size.width, height: size.height)
  }

  /// Right edge, in points.
  public var maxX: Double { x + width }
  /// Bottom edge, in points.
  public var maxY: Double { y + height }
  /// The extents, in points.
  public var size: Size { Size(width: width, height: height) }

  /// The part of this box inside of `other`; `nil` if they have no place in common.
  public func intersection(_ other: Rect) -> Rect? {
    let left = max(x, other.x)
    let top = max(y, other.y)
    let right = min(maxX, other.maxX)
    let bottom = min(maxY, other.maxY)
    guard right > left, bottom > top else { return nil }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Returns this box moved by `x` and `y` points.
  public func moved(x: Double = 0, y: Double = 0) -> Rect {
    Rect(x: self.x + x, y: self.y + y, width: width, height: height)
  }
}

extension Frame {
  /// The frame that `json` has; `nil` unless it has a place and a size.
  init?(_ json: JSONValue?) {
    guard let box = Rect(json) else { return nil }
    self.init(
      id: json?["id"]?.int ?? 0, x: box.x, y: box.y, width: box.width, height: box.height,
      column: json?["column"]?.int, columnSpan: json?["column_span"]?.int ?? 1)
  }

  /// The place and the size, without the item.
  public var rect: Rect { Rect(x: x, y: y, width: width, height: height) }
}

extension JSONValue {
  /// A length: a number from 0.
  var extent: Double? {
    guard let double, double >= 0 else { return nil }
    return double
  }
}
