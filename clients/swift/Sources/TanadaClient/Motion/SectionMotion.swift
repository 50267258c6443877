public import FeedLayout

/// How the items of a section move sideways: where each is drawn at an offset, and where a drag comes to rest.
///
/// Offsets count in the reading direction, in the unit of `tanada settle` for the layout. All of it is arithmetic on what
/// a document says, with the formulas of the server, to the last bit.
public protocol SectionMotion: Hashable, Sendable {
  /// The offset at which the frames are published.
  var initialOffset: Double { get }
  /// How much the offset grows when a finger moves a point to the right; not 0.
  var offsetPerPoint: Double { get }
  /// How far it can be moved; `nil` for one that has no ends.
  var limits: ClosedRange<Double>? { get }
  /// The offset after which all is as before; `nil` for one that has ends.
  var period: Double? { get }

  /// How what was let go moves to its place of rest; `nil` for a motion of the view's own.
  var settling: SettleAnimation? { get }
  /// How far a finger moves before the items follow it, in points; `nil` for what the system does.
  var dragMinimum: Double? { get }

  /// How each of the section's entries is drawn at `offset`, in their order; `nil` for one that is not seen.
  func poses(at offset: Double) -> [ItemPose?]

  /// The box that the item at a position is laid out in, before its pose moves and scales it, in points.
  func box(ofItem index: Int) -> Rect

  /// The position of the one item that is seen at `offset` where items lie on top of one another; `nil` where they lie
  /// side by side.
  func front(at offset: Double) -> Int?

  /// The offset at which the page, snap or card `index` of ``MotionRest`` is shown; `nil` where there is none.
  func offset(ofIndex index: Int) -> Double?

  /// Where a drag comes to rest.
  ///
  /// - Parameters:
  ///   - offset: the offset before the drag.
  ///   - translation: how far the finger moved to the right, in points.
  ///   - velocity: how fast it moved to the right when it let go, in points per second.
  func settle(from offset: Double, translation: Double, velocity: Double) -> MotionRest
}

extension SectionMotion {
  public var settling: SettleAnimation? { nil }

  public var dragMinimum: Double? { nil }

  public func front(at offset: Double) -> Int? { nil }

  public func offset(ofIndex index: Int) -> Double? { nil }

  /// Where the page, snap or card `index` is shown, by the shortest way from `offset`; `nil` where there is none.
  public func target(ofIndex index: Int, from offset: Double) -> Double? {
    guard let place = self.offset(ofIndex: index) else { return nil }
    return period.map { offset + (place - offset).remainder(dividingBy: $0) } ?? place
  }

  /// Where the page, snap or card is shown that is `count` after the one at `offset`, or before it below 0; `nil` beyond an
  /// end, and in a row that scrolls freely. A loop has no ends.
  public func target(stepping count: Int, from offset: Double) -> Double? {
    guard let index = settle(from: offset, translation: 0, velocity: 0).index else { return nil }
    if let target = target(ofIndex: index + count, from: offset) { return target }
    guard period != nil else { return nil }
    let last = sequence(first: 0) { $0 + 1 }.prefix { self.offset(ofIndex: $0) != nil }.max() ?? 0
    return target(ofIndex: count > 0 ? 0 : last, from: offset)
  }

  /// Where a tap on the item at a position leads, with `offset` shown: the item comes forward. `nil` for an item that is
  /// in front already, or lies beside the others: the tap is meant for the item itself.
  public func target(bringingForward item: Int, from offset: Double) -> Double? {
    guard let front = front(at: offset), front != item else { return nil }
    return target(ofIndex: item, from: offset)
  }
}

/// How an item is drawn: a box in the coordinates of the layout, and how the box is moved about its centre.
public struct ItemPose: Hashable, Sendable {
  /// The box before it is transformed, in points.
  public var box: Rect
  /// The displacement to the right and down, in points.
  public var translation = Point.zero
  /// The size relative to the box.
  public var scale = 1.0
  /// A clockwise angle, in radians.
  public var rotation = 0.0
  /// 0 (invisible) to 1.
  public var opacity = 1.0
  /// Higher is nearer to the viewer.
  public var zIndex = 0.0
  /// How much of a blur lies over it, 0…1.
  public var blur = 0.0
  /// The shadow; `nil` for none.
  public var shadow: CardShadow?
  /// All channels of an effect by their names: what the members above leave out, such as the corners of a projected card
  /// (`quad.top_left.x`), and the pieces of a snapshot. Empty for other motions.
  public var channels: [String: Double] = [:]

  /// An item in `box`, as it is.
  public init(box: Rect) { self.box = box }

  /// The box that the item covers, in points, without its rotation and projection.
  public var coveredBox: Rect {
    let width = box.width * scale
    let height = box.height * scale
    return Rect(
      x: box.x + (box.width - width) / 2 + translation.x,
      y: box.y + (box.height - height) / 2 + translation.y, width: width, height: height)
  }
}

/// Where a motion ends.
public struct MotionRest: Hashable, Sendable {
  /// The offset to animate to: in a loop of any turn.
  public let target: Double
  /// The same place as documents have it: in a loop in the first turn.
  public let offset: Double
  /// The page, snap or card that is shown, from 0; `nil` for a row that scrolls freely.
  public let index: Int?
}

extension FeedDocument {
  /// How the items of `section` move; `nil` for one whose items stand still, or that has none.
  public func motion(of section: FeedSection) -> (any SectionMotion)? {
    let entries = section.entries
    guard !entries.isEmpty else { return nil }
    let place = MotionPlace(
      boxes: entries.map(\.frame.rect), width: viewportWidth, direction: direction)
    let layout = section.layout
    return switch layout.details {
    case .shelf(let shelf): ShelfMotion(shelf, place)
    case .snapCarousel(let carousel): SnapCarouselMotion(carousel, place)
    case .circularCarousel(let ring): RingMotion(ring, layout, place)
    case .carousel(let carousel): CarouselMotion(carousel, layout, place)
    case .cardStack(let stack): CardStackMotion(stack, place)
    case .uniformGrid, .staggeredGrid, .justifiedRows, .mosaic, .list, .other: nil
    }
  }
}

/// The items that a motion moves, and the screen that it moves them on.
struct MotionPlace: Hashable, Sendable {
  /// The published boxes, in points.
  let boxes: [Rect]
  /// The width of the screen, in points.
  let width: Double
  let direction: LayoutDirection

  /// 1 for a screen that reads to the right, −1 for its mirror image.
  var side: Double { direction == .rightToLeft ? -1 : 1 }

  /// Every item `x` points to the right of its published box.
  func moved(by x: Double) -> [ItemPose?] { boxes.map { ItemPose(box: $0.moved(x: x)) } }
}
