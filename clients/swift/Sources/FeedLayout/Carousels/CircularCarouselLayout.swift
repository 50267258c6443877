/// Cards on a ring: one in front, the others smaller, fainter and further back at both sides.
///
/// Cards sit in slots 1…n by position. An offset of k brings slot k to the front; offsets wrap.
public struct CircularCarouselLayout: SectionLayout {
  /// How much narrower the front card is than the viewport, in points.
  public static let cardMargin = 32.0
  /// The motion of the existing screens to a card.
  public static let settling = SettleAnimation(duration: 0.16, curve: .linear)
  /// How far a finger moves before the cards follow it, in points, as on the existing screens.
  public static let dragMinimum = 20.0
  /// The options of a ring.
  public struct Options: Hashable, Sendable {
    /// Half the width of the ring, in points.
    public var radius = 200.0
    /// How far a drag goes to turn the ring by one slot, in points.
    public var pointsPerStep = 250.0
    /// Scale lost per slot of distance from the front.
    public var scalePerStep = 0.2
    /// Opacity lost per slot of distance from the front.
    public var opacityPerStep = 0.3
    /// Depth lost per slot of distance from the front.
    public var depthPerStep = 0.1
    /// The velocity from which on a drag turns the ring, however short it was, in points per second; 0
    /// and up. `nil` if only the way counts.
    public var flickVelocity: Double?
    /// How far from the motion a client may draw that interpolates linearly between
    /// ``CircularCarouselLayout/keyframes``, in points; see ``Keyframes``. `nil` for no keyframes.
    public var keyframeTolerance: Double?

    /// The ring of the existing screens.
    public init() {}
  }

  /// The most cards on a ring.
  public static let maximumItemCount = 1000
  /// The most cards for which ``states`` has all rest offsets: they hold the square of that many
  /// placements. A larger ring has the state at offset 0, and ``state(atOffset:ids:options:)`` gives the
  /// others.
  public static let maximumStateCount = 100

  /// One card at one offset.
  public struct Placement: Hashable, Sendable {
    /// The card's item.
    public let id: Int
    /// 1-based position on the ring.
    public let slot: Int
    /// Signed distance from the front, in slots: −n/2…n/2.
    public let distance: Double
    /// Size relative to the front card; 0 and up.
    public let scale: Double
    /// 0 (invisible) to 1.
    public let opacity: Double
    /// Higher is nearer to the viewer.
    public let zIndex: Double
    /// Displacement of the centre from the middle of the viewport, in points.
    public internal(set) var x: Double
  }

  /// Every card at one offset.
  public struct State: Hashable, Sendable {
    /// The ring's rotation in slots, −n/2…n/2.
    public let offset: Double
    /// The cards in the order of the items.
    public internal(set) var items: [Placement]
  }

  public let viewport: Viewport
  public let contentSize: Size
  /// The options of the ring.
  public let options: Options
  /// The front card, in points.
  public let cardSize: Size
  /// One state per rest offset: 0, 1, … n − 1, each brought into −n/2…n/2; for more than
  /// ``maximumStateCount`` cards only that at offset 0.
  public internal(set) var states: [State]
  /// Whether ``states`` has every rest offset.
  public var hasAllStates: Bool { states.count == frames.count }
  /// The scaled cards at offset 0.
  public internal(set) var frames: [Frame]
  /// The motion of every card, by its signed distance from the front in slots, −n/2…n/2: all cards of
  /// a ring move alike. `nil` unless asked for, and for a ring of no cards.
  public internal(set) var keyframes: Keyframes?

  /// Places `items` on the ring in their order.
  ///
  /// - Throws: ``LayoutError/outOfRange(_:value:allowed:)`` for more than ``maximumItemCount``, and
  ///   ``LayoutError/optionOutOfRange(_:value:allowed:)``, and
  ///   ``LayoutError/unprovenMotion(_:tolerance:)`` for keyframes that cannot be proven.
  /// - Complexity: O(n²) up to ``maximumStateCount`` cards, O(n) beyond.
  public init(
    items: [LayoutItem], viewport: Viewport, options: Options = Options()
  ) throws(LayoutError) {
    try Options.declarations.check(options)
    try LayoutError.check(
      Double(items.count), in: 0...Double(Self.maximumItemCount), as: .itemCount)
    let ids = items.map(\.id)
    let card = Self.cardSize(in: viewport)

    // Each rest offset is brought into range first: in a ring of an even number of cards this decides
    // at which side the card opposite the front one is.
    let count = Double(ids.count)
    let steps = ids.count > Self.maximumStateCount ? ids.indices.prefix(1) : ids.indices
    states = steps.map { step in
      Self.state(atOffset: Double(step).remainder(dividingBy: count), ids: ids, options: options)
    }
    frames = (states.first?.items ?? []).map { placement in
      Frame(
        id: placement.id,
        centerX: viewport.width / 2 + placement.x, centerY: card.height / 2,
        size: Size(width: card.width * placement.scale, height: card.height * placement.scale))
    }
    keyframes = try Keyframes(ofRing: items.count, card: card, options: options)
    contentSize = Size(width: viewport.width, height: ids.isEmpty ? 0 : card.height)
    cardSize = card
    self.options = options
    self.viewport = viewport
  }

  /// Every card of `ids` with the ring turned to `offset`, which may be fractional.
  ///
  /// Total: an offset that is not finite counts as 0, an option out of its range as the nearest one
  /// in it, or as its default if it is not a number, and a ring without cards has no items.
  ///
  /// - Complexity: O(n).
  public static func state(
    atOffset offset: Double, ids: [Int], options: Options = Options()
  ) -> State {
    guard !ids.isEmpty else { return State(offset: 0, items: []) }
    let offset = offset.isFinite ? offset : 0
    let options = options.limited
    let count = Double(ids.count)
    let placements = ids.enumerated().map { index, id in
      let slot = index + 1
      let distance = (offset - Double(slot)).remainder(dividingBy: count)
      return Placement(
        id: id, slot: slot, distance: distance,
        scale: max(0, 1 - abs(distance) * options.scalePerStep),
        opacity: min(max(0, 1 - abs(distance) * options.opacityPerStep), 1),
        zIndex: 1 - abs(distance) * options.depthPerStep,
        x: Double.sin(2 * Double.pi / count * distance) * options.radius)
    }
    return State(offset: offset.remainder(dividingBy: count), items: placements)
  }
}

extension CircularCarouselLayout {
  /// Where the ring comes to rest.
  public struct Settled: Hashable, Sendable {
    /// The ring's rotation in slots, −n/2…n/2.
    public let offset: Double
    /// The 1-based slot in front.
    public let slot: Int
    /// The rotation without wrapping, in slots: the target of an animation from where the finger let go. It
    /// differs from ``offset`` by whole turns.
    public let unwrappedOffset: Double
  }

  /// Where a drag by `translation` points that began at the rest offset `offset` and let go at `velocity`
  /// comes to rest.
  ///
  /// - Parameters:
  ///   - itemCount: how many cards are on the ring; at least 1.
  ///   - offset: the rotation before the drag, in slots.
  ///   - translation: how far the finger moved to the right, in points.
  ///   - velocity: how fast the finger moved to the right when it let go, in points per second. Only a
  ///     flick is changed by it.
  ///   - options: how far a step is, and how fast a flick.
  /// - Throws: ``LayoutError/outOfRange(_:value:allowed:)`` and
  ///   ``LayoutError/optionOutOfRange(_:value:allowed:)``.
  public static func settle(
    itemCount: Int, offset: Double, translation: Double, velocity: Double = 0,
    options: Options = Options()
  ) throws(LayoutError) -> Settled {
    try Options.declarations.check(options)
    try LayoutError.check(Double(itemCount), in: 1...Double(Int32.max), as: .itemCount)
    try LayoutError.check(offset, in: SnapCarouselLayout.finite, as: .offset)
    try LayoutError.check(translation, in: SnapCarouselLayout.finite, as: .translation)
    try LayoutError.check(velocity, in: SnapCarouselLayout.finite, as: .velocity)

    let count = Double(itemCount)
    let release = offset + translation / options.pointsPerStep
    let turned = Flick.place(
      from: release.rounded(.toNearestOrAwayFromZero), release: release,
      direction: Flick.direction(of: velocity, from: options.flickVelocity),
      tolerance: SnapPlacement.edgeTolerance / options.pointsPerStep)
    let settled = turned.remainder(dividingBy: count)
    let slot = settled > 0 ? Int(settled) : Int(settled) + itemCount
    return Settled(offset: settled, slot: slot, unwrappedOffset: turned)
  }
}

extension CircularCarouselLayout.Options: SectionOptions {
  public typealias Layout = CircularCarouselLayout

  public static let declarations = OptionList(
    Self(),
    [
      .number(
        "radius", \.radius, in: OptionCheck.unsigned, "points",
        "Half the width of the ring, in points, {range} ({default})."),
      pointsPerStep,
      .number(
        "scale_per_step", \.scalePerStep, in: OptionCheck.unsigned, "share",
        "Scale lost per slot of distance from the front, 0 and up ({default})."),
      .number(
        "opacity_per_step", \.opacityPerStep, in: OptionCheck.unsigned, "share",
        "Opacity lost per slot of distance from the front, 0 and up ({default})."),
      .number(
        "depth_per_step", \.depthPerStep, in: OptionCheck.unsigned, "depth",
        "Depth lost per slot of distance from the front, 0 and up ({default})."),
      .flickVelocity(\.flickVelocity),
      .keyframes(\.keyframeTolerance),
    ])

  public func cardSize(in viewport: Viewport) -> Size? {
    CircularCarouselLayout.cardSize(in: viewport)
  }

  /// The option that a drag of the ring has as well.
  public static let pointsPerStep = LayoutOption<Self>.number(
    "points_per_step", \.pointsPerStep, in: OptionCheck.divisor, "points",
    "How far a drag goes to turn the ring by one slot, in points, above 0 ({default}).")

  /// These options with every number that places a card limited to its range; the default for a
  /// number that is not one.
  var limited: Self {
    func usable(_ value: Double, _ standard: Double) -> Double {
      value.isNaN ? standard : value.limited(to: OptionCheck.unsigned)
    }
    let standard = Self()
    var limited = self
    limited.radius = usable(radius, standard.radius)
    limited.scalePerStep = usable(scalePerStep, standard.scalePerStep)
    limited.opacityPerStep = usable(opacityPerStep, standard.opacityPerStep)
    limited.depthPerStep = usable(depthPerStep, standard.depthPerStep)
    return limited
  }
}

extension CircularCarouselLayout {
  public static let name = "circular_carousel"
  public static let abstract = "Cards on a ring: one in front, the others smaller and fainter."
  public static let discussion = """
    Up to \(maximumStateCount) cards, \"states\" has every rest offset. With more, it has only \
    offset 0, and \"scale_per_step\", \"opacity_per_step\" and \"depth_per_step\" say how the others are computed.
    """
  public static let standardCell = "banner"
  public static var feedOptions: Options {
    var options = Options()
    options.flickVelocity = Flick.standardVelocity
    return options
  }
  public static let members = [
    Member<Self>("card_size", Size.published, "The size of the card in front.") { $0.cardSize },
    Member("radius", .number, "Half the width of the ring, in points.") { $0.options.radius },
    Member(
      "points_per_step", .number, "How far a drag goes to turn the ring by one slot, in points."
    ) { $0.options.pointsPerStep },
    .flickVelocity { $0.options.flickVelocity }, .settle(settling), .drag(minimum: dragMinimum),
    .perStep("scale_per_step", "scale") { $0.scalePerStep },
    .perStep("opacity_per_step", "opacity") { $0.opacityPerStep },
    .perStep("depth_per_step", "z_index") { $0.depthPerStep },
    Member(
      "states", .list(of: State.published),
      "The ring at every rest offset 0, 1, …; with many cards at offset 0 only."
    ) { $0.states },
    .optional(
      "keyframes", Keyframes.ofRings,
      "The motion of a card by its distance from the front, if it was asked for."
    ) { $0.keyframes },
  ]

  /// The front card in `viewport`, in points.
  fileprivate static func cardSize(in viewport: Viewport) -> Size {
    let width = viewport.width - cardMargin
    return Size(width: width, height: width * 156 / 375)
  }

  public mutating func mirror() {
    frames.mirror(in: viewport.width)
    for state in states.indices {
      for item in states[state].items.indices { states[state].items[item].x.negate() }
    }
    keyframes?.mirror()
  }
}

extension Member<CircularCarouselLayout> {
  /// With these a client computes the states that are not published.
  fileprivate static func perStep(
    _ name: String, _ quantity: String,
    _ get: @escaping @Sendable (CircularCarouselLayout.Options) -> Double
  ) -> Self {
    .optional(
      name, .number,
      "The \(quantity) lost per slot of distance, where not all states are published."
    ) { $0.hasAllStates ? nil : get($0.options) }
  }
}

extension CircularCarouselLayout.State {
  public static let published = Published<Self>(
    "RingState", "A ring of cards at one rest offset.",
    [
      Member("offset", .number, "How far the ring is turned, in slots.") { $0.offset },
      Member(
        "items", .list(of: CircularCarouselLayout.Placement.published),
        "The cards, in the order of the items."
      ) { $0.items },
    ])
}

extension CircularCarouselLayout.Placement {
  fileprivate static let published = Published<Self>(
    "RingPlacement", "A card on a ring.",
    [
      Member("id", .itemID, "The item's id.") { $0.id },
      Member("slot", .count, "The place on the ring, from 1.") { $0.slot },
      Member("distance", .number, "The signed distance from the front, in slots.") { $0.distance },
      Member("scale", .number, "The size, relative to the whole card.") { $0.scale },
      Member("opacity", .share, "The opacity, 0 to 1.") { $0.opacity },
      Member("z_index", .number, "The order from back to front.") { $0.zIndex },
      Member(
        "x", .number,
        "The displacement of the card's middle from that of the viewport, in points."
      ) { $0.x },
    ])
}
