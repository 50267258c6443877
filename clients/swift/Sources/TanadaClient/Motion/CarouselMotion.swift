public import FeedLayout

/// A row of items with sizes of their own. The offset is how far it is scrolled in the reading direction, in points.
public struct CarouselMotion: SectionMotion {
  public let initialOffset: Double
  public var offsetPerPoint: Double { -side }
  public var limits: ClosedRange<Double>? { snaps.scrollLimits }
  public var period: Double? { snaps.turn?.period }
  /// The places it can rest at.
  public let snaps: CarouselSnaps

  private let place: MotionPlace
  private let rests: [Double]

  /// `nil` for snaps of which nothing can be computed.
  init?(
    _ carousel: PublishedLayout.Carousel, _ layout: PublishedLayout, _ place: MotionPlace
  ) {
    // A row may read in another direction than its screen.
    var options = CarouselLayout.Options()
    options.direction = place.direction
    options.apply(layout.options)
    guard let snaps = CarouselSnaps(carousel, viewWidth: place.width, options: options) else {
      return nil
    }
    self.snaps = snaps
    self.place = place
    initialOffset = carousel.initialOffset
    rests = carousel.snaps.map(\.offset)
  }

  private var side: Double { snaps.options.direction == .rightToLeft ? -1 : 1 }

  public func poses(at offset: Double) -> [ItemPose?] {
    guard let turn = snaps.turn else { return place.moved(by: (initialOffset - offset) * side) }
    // In a loop an item is drawn at the first of its places that has not gone at the leading edge.
    let inTurn = turn.wrapped(offset)
    return place.boxes.map { box in
      let leading = side < 0 ? place.width - box.maxX : box.x
      let past = inTurn - initialOffset - leading - box.width
      let turns = (past / turn.period).rounded(.down) + 1
      let forward = initialOffset - inTurn + turns * turn.period
      return leading + forward > place.width * 2 ? nil : ItemPose(box: box.moved(x: forward * side))
    }
  }

  public func offset(ofIndex index: Int) -> Double? {
    rests.indices.contains(index) ? rests[index] : nil
  }

  public func box(ofItem index: Int) -> Rect { place.boxes[index] }

  public func settle(from offset: Double, translation: Double, velocity: Double) -> MotionRest {
    guard
      let end = try? snaps.settle(offset: offset, translation: translation, velocity: velocity)
    else { return MotionRest(target: initialOffset, offset: initialOffset, index: nil) }
    return MotionRest(target: end.unwrappedOffset, offset: end.offset, index: end.snap)
  }
}

extension CarouselSnaps {
  /// The snaps that a document publishes; `nil` if nothing can be computed of them.
  init?(
    _ carousel: PublishedLayout.Carousel, viewWidth: Double, options: CarouselLayout.Options
  ) {
    try? self.init(
      offsets: carousel.snaps.map(\.offset), turn: carousel.turn,
      scrollLimits: carousel.scrollLimits, viewWidth: viewWidth, options: options)
  }
}

extension DeclaredOptions {
  /// Sets the options that `members` have; those that are unknown or refused keep their values.
  mutating func apply(_ members: [String: JSONValue]) {
    let names = Set(Self.declarations.names)
    for (name, value) in members where names.contains(name) {
      var changed = self
      let one = OptionValue.object([name: OptionValue(value)])
      guard (try? Self.declarations.apply(one, to: &changed, at: OptionPlace(name))) != nil else {
        continue
      }
      self = changed
    }
  }
}

extension OptionValue {
  /// The option that `json` is.
  init(_ json: JSONValue) {
    self =
      switch json {
      case .null: .null
      case .bool(let flag): .flag(flag)
      case .number(let number): Int(exactly: number).map(OptionValue.integer) ?? .number(number)
      case .integer(let integer): .integer(integer)
      case .string(let text): .text(text)
      case .array(let values): .list(values.map { OptionValue($0) })
      case .object(let members): .object(members.mapValues { OptionValue($0) })
      }
  }
}
