public import FeedLayout

/// A pile of cards that are swiped away one by one. The offset is the card in front, from 0.
public struct CardStackMotion: SectionMotion {
  public var initialOffset: Double { 0 }
  public var offsetPerPoint: Double { -place.side / place.width }
  public var limits: ClosedRange<Double>? { 0...Double(max(0, place.boxes.count - 1)) }
  public var period: Double? { nil }
  /// The motion of a card by its progress: 0 in front, 1 the one behind it, −1 the one that was swiped away.
  public let track: MotionTrack

  /// Cards with a progress outside of this are not drawn.
  public static let drawnProgress = -2.0...5.0

  private let shadow: CardShadow?
  private let place: MotionPlace
  private let row: CarouselSnaps

  /// `nil` for states of which nothing can be computed.
  init?(_ stack: PublishedLayout.CardStack, _ place: MotionPlace) {
    guard let track = stack.keyframes?.track ?? MotionTrack(states: stack.states) else {
      return nil
    }
    // A pile turns as a carousel with pages as wide as the screen does, one at a time.
    var options = CarouselLayout.Options()
    options.direction = place.direction
    options.oneStep = true
    options.deceleration = Deceleration.fast.rate
    let last = Double(place.boxes.count - 1) * place.width
    guard
      let row = try? CarouselSnaps(
        offsets: place.boxes.indices.map { Double($0) * place.width }, scrollLimits: 0...last,
        viewWidth: place.width, options: options)
    else { return nil }
    self.track = track
    shadow = stack.shadow
    self.row = row
    self.place = place
  }

  public func poses(at offset: Double) -> [ItemPose?] {
    place.boxes.enumerated().map { pose(of: $1, progress: Double($0) - offset) }
  }

  private func pose(of box: Rect, progress: Double) -> ItemPose? {
    guard Self.drawnProgress.contains(progress), track.step("is_hidden", at: progress) != 1 else {
      return nil
    }
    let values = track.extendedValues(at: progress)
    var pose = ItemPose(box: box)
    pose.translation = Point(x: values["tx"] ?? 0, y: values["ty"] ?? 0)
    pose.scale = max(0, values["scale"] ?? 1)
    pose.rotation = values["rotation"] ?? 0
    pose.opacity = min(max(values["alpha"] ?? 1, 0), 1)
    pose.zIndex = track.step("z_index", at: progress) ?? -progress.magnitude
    pose.blur = min(max(values["blur"] ?? 0, 0), 1)
    pose.shadow = shadow?.changed(by: values)
    pose.channels = values
    return pose
  }

  /// The card that the offset is nearest to.
  public func front(at offset: Double) -> Int? {
    let last = Double(max(0, place.boxes.count - 1))
    return Int(min(max(offset.rounded(), 0), last))
  }

  public func offset(ofIndex index: Int) -> Double? {
    place.boxes.indices.contains(index) ? Double(index) : nil
  }

  public func box(ofItem index: Int) -> Rect { place.boxes[index] }

  public func settle(from offset: Double, translation: Double, velocity: Double) -> MotionRest {
    let end = try? row.settle(
      offset: offset * place.width, translation: translation, velocity: velocity)
    let card = end?.snap ?? 0
    return MotionRest(target: Double(card), offset: Double(card), index: card)
  }
}
