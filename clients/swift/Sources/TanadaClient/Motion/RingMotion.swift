public import FeedLayout

/// Cards on a ring. The offset is its rotation, in slots: at an offset of k the card in slot k, from 1, is in front.
public struct RingMotion: SectionMotion {
  public var initialOffset: Double { 0 }
  public var offsetPerPoint: Double { place.side / options.pointsPerStep }
  public var limits: ClosedRange<Double>? { nil }
  public var period: Double? { Double(place.boxes.count) }
  public let settling: SettleAnimation?
  public let dragMinimum: Double?
  /// The options of the ring.
  public let options: CircularCarouselLayout.Options

  private let place: MotionPlace
  private let box: Rect
  private let states: [Double: [RingPlacement]]
  private let track: MotionTrack?

  init(_ ring: PublishedLayout.Ring, _ layout: PublishedLayout, _ place: MotionPlace) {
    self.place = place
    var options = CircularCarouselLayout.Options()
    // A ring of many cards says its losses beside its states.
    options.apply(layout.raw.object ?? [:])
    options.apply(layout.options)
    options.radius = ring.radius
    options.pointsPerStep = ring.pointsPerStep
    options.flickVelocity = ring.flickVelocity
    self.options = options
    settling = ring.settling
    dragMinimum = ring.dragMinimum
    box = Rect(
      x: (place.width - ring.cardSize.width) / 2, y: 0, width: ring.cardSize.width,
      height: ring.cardSize.height)
    let count = place.boxes.count
    states = Dictionary(
      ring.states.filter { $0.items.count == count }.map { ($0.offset, $0.items) }
    ) { first, _ in first }
    track = ring.keyframes?.track
  }

  /// Every card at `offset`, by the formula of the ring.
  public static func placements(
    at offset: Double, count: Int, direction: LayoutDirection = .leftToRight,
    options: CircularCarouselLayout.Options = CircularCarouselLayout.Options()
  ) -> [RingPlacement] {
    let side = direction == .rightToLeft ? -1.0 : 1
    return CircularCarouselLayout.state(
      atOffset: offset, ids: Array(0..<max(0, count)), options: options
    ).items.map { RingPlacement($0, side: side) }
  }

  /// Every card at `offset`: at rest as the document says, between by its keyframes or the formula.
  public func placements(at offset: Double) -> [RingPlacement] {
    let count = place.boxes.count
    let rest = offset.remainder(dividingBy: Double(count))
    // 0 and −0 are one key.
    if let published = states[rest] { return published }
    let placements = Self.placements(
      at: offset, count: count, direction: place.direction, options: options)
    guard let track else { return placements }
    return placements.map { RingPlacement($0, track.values(at: $0.distance)) }
  }

  public func poses(at offset: Double) -> [ItemPose?] {
    placements(at: offset).map { placement in
      guard placement.opacity > 0, placement.scale > 0 else { return nil }
      var pose = ItemPose(box: box)
      pose.translation = Point(x: placement.x, y: 0)
      pose.scale = placement.scale
      pose.opacity = placement.opacity
      pose.zIndex = placement.zIndex
      return pose
    }
  }

  /// The card of the ring: its pose scales it.
  public func box(ofItem index: Int) -> Rect { box }

  public func offset(ofIndex index: Int) -> Double? {
    let count = place.boxes.count
    guard (0..<count).contains(index) else { return nil }
    return Double(index + 1).remainder(dividingBy: Double(count))
  }

  /// The card that is nearest to the front.
  public func front(at offset: Double) -> Int? {
    let distances = placements(at: offset).map(\.distance.magnitude)
    return distances.indices.min { distances[$0] < distances[$1] }
  }

  public func settle(from offset: Double, translation: Double, velocity: Double) -> MotionRest {
    let side = place.side
    guard
      let end = try? CircularCarouselLayout.settle(
        itemCount: place.boxes.count, offset: offset, translation: translation * side,
        velocity: velocity * side, options: options)
    else { return MotionRest(target: 0, offset: 0, index: place.boxes.count - 1) }
    return MotionRest(target: end.unwrappedOffset, offset: end.offset, index: end.slot - 1)
  }
}

extension RingPlacement {
  /// `placement` with the values of keyframes.
  init(_ placement: RingPlacement, _ values: [String: Double]) {
    slot = placement.slot
    distance = placement.distance
    scale = max(0, values["scale"] ?? placement.scale)
    opacity = min(max(values["opacity"] ?? placement.opacity, 0), 1)
    zIndex = values["z_index"] ?? placement.zIndex
    x = values["x"] ?? placement.x
  }
}
