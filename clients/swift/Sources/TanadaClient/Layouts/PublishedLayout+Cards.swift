public import FeedLayout

/// The layouts of which one card is in front.
extension PublishedLayout {
  /// Cards on a ring.
  public struct Ring: Hashable, Sendable {
    /// The card in front, in points.
    public let cardSize: Size
    /// Half the width of the ring, in points.
    public let radius: Double
    /// How far a drag goes to turn the ring by one slot, in points.
    public let pointsPerStep: Double
    /// The velocity from which a drag turns the ring, in points per second; `nil` for none.
    public let flickVelocity: Double?
    /// How it turns to its place of rest; `nil` for a motion of the client's own.
    public let settling: SettleAnimation?
    /// How far a finger moves before the cards follow it, in points; `nil` for what the system does.
    public let dragMinimum: Double?
    /// The published rotations. A ring of many cards has only that of offset 0.
    public let states: [State]
    /// The motion between the states, by the distance from the front; `nil` for none.
    public let keyframes: PublishedKeyframes?

    /// Every card at one rotation.
    public struct State: Hashable, Sendable {
      /// The rotation, in slots.
      public let offset: Double
      /// The cards in the order of the items.
      public let items: [RingPlacement]

      init?(_ json: JSONValue) {
        guard let offset = json["offset"]?.double, let list = json["items"]?.array else {
          return nil
        }
        let items = list.compactMap { RingPlacement($0) }
        guard items.count == list.count else { return nil }
        self.offset = offset
        self.items = items
      }
    }

    init?(_ json: JSONValue) {
      guard let size = Size(json["card_size"]), let radius = json["radius"]?.double,
        let points = json["points_per_step"]?.double, points > 0
      else { return nil }
      cardSize = size
      self.radius = radius
      pointsPerStep = points
      flickVelocity = json["flick_velocity"]?.extent
      settling = SettleAnimation(json["settle"])
      dragMinimum = json["drag"]?["minimum"]?.extent
      states = (json["states"]?.array ?? []).compactMap { State($0) }
      keyframes = json["keyframes"].flatMap { PublishedKeyframes($0, position: "distance") }
    }
  }

  /// A pile of cards that are swiped away one by one.
  public struct CardStack: Hashable, Sendable {
    /// The card before it is transformed, in points.
    public let cardSize: Size
    /// The size that the effect is computed with, in points.
    public let pageSize: Size
    /// The name of the paging effect, such as `stack.default`.
    public let effect: String
    /// The shadow of the card in front; `nil` for none. Where the states say none, every card has it.
    public let shadow: CardShadow?
    /// The samples of the effect, ascending.
    public let states: [JSONValue]
    /// The motion of a card by its progress; `nil` for none.
    public let keyframes: PublishedKeyframes?

    init?(_ json: JSONValue) {
      guard let card = Size(json["card_size"]), let page = Size(json["page_size"]),
        let states = json["states"]?.array, states.allSatisfy({ $0["progress"]?.double != nil })
      else { return nil }
      cardSize = card
      pageSize = page
      effect = json["effect"]?.string ?? ""
      shadow = CardShadow(json["shadow"])
      self.states = states
      keyframes = json["keyframes"].flatMap { PublishedKeyframes($0, position: "progress") }
    }
  }
}

/// A card of a ring at one rotation.
public struct RingPlacement: Hashable, Sendable {
  /// The position on the ring, from 1.
  public let slot: Int
  /// The signed distance from the front, in slots.
  public let distance: Double
  /// The size relative to the front card; 0 and up.
  public let scale: Double
  /// 0 (invisible) to 1.
  public let opacity: Double
  /// Higher is nearer to the viewer.
  public let zIndex: Double
  /// The displacement of the centre from the middle of the viewport, in points.
  public let x: Double

  init?(_ json: JSONValue) {
    guard let slot = json["slot"]?.int, let distance = json["distance"]?.double,
      let scale = json["scale"]?.extent, let opacity = json["opacity"]?.double,
      let zIndex = json["z_index"]?.double, let x = json["x"]?.double
    else { return nil }
    self.slot = slot
    self.distance = distance
    self.scale = scale
    self.opacity = opacity
    self.zIndex = zIndex
    self.x = x
  }

  init(_ placement: CircularCarouselLayout.Placement, side: Double) {
    slot = placement.slot
    distance = placement.distance
    scale = placement.scale
    opacity = placement.opacity
    zIndex = placement.zIndex
    // No negative zero.
    x = placement.x * side + 0
  }
}

/// Keyframes of a motion: straight lines between them are nowhere further off than the published error.
public struct PublishedKeyframes: Hashable, Sendable {
  /// The error of a client that interpolates linearly, in points; of opacity, in levels of 255.
  public let maxError: Double
  /// The motion.
  public let track: MotionTrack

  /// The keyframes that `json` is; `position` is the name of a frame's place.
  public init?(_ json: JSONValue, position: String) {
    guard let channels = json["channels"]?.array?.compactMap(\.string),
      let frames = json["frames"]?.array, !frames.isEmpty
    else { return nil }
    let names = json["step_channels"]?.array?.compactMap(\.string) ?? []
    let read = frames.compactMap { MotionTrack.Place($0, at: position, channels: channels) }
    guard read.count == frames.count else { return nil }
    maxError = json["max_error"]?.extent ?? 0
    track = MotionTrack(
      frames: read,
      steps: (json["steps"]?.array ?? []).compactMap {
        MotionTrack.Place($0, at: position, channels: names)
      })
  }
}

extension MotionTrack.Place {
  /// The place that `json` has as its member `position`, with values in the order of `channels`.
  fileprivate init?(_ json: JSONValue, at position: String, channels: [String]) {
    guard let place = json[position]?.double, let values = json["values"]?.array,
      values.count == channels.count
    else { return nil }
    let numbers = values.compactMap(\.double)
    guard numbers.count == values.count else { return nil }
    self.init(at: place, values: Dictionary(zip(channels, numbers)) { $1 })
  }
}
