/// A pile of cards that are swiped away one by one.
public struct CardStackLayout: SectionLayout {
  /// The options of a pile.
  public struct Options: Hashable, Sendable {
    /// How its cards move.
    public var effect = PagingEffect.stack(.default)
    /// The effect with options of its own; `nil` for ``effect`` as it is published.
    public var transform: PagingTransform?
    /// How far from the motion a client may draw that interpolates linearly between
    /// ``CardStackLayout/keyframes``, in points; see ``Keyframes``. `nil` for no keyframes.
    public var keyframeTolerance: Double?

    /// The pile of the existing screens.
    public init() {}

    /// The transform of the cards: ``transform``, or the one of ``effect`` as it is published.
    public var motion: PagingTransform { transform ?? PagingTransform(effect) }
  }

  /// Space between the viewport's edges and a page, in points, on every side.
  public static let pagePadding = 60.0
  /// How much narrower a card's face is than the viewport, in points.
  public static let cardMargin = 72.0
  /// The progress values the published states are sampled at: from swiped away to deep in the pile.
  public static let sampledProgress = stride(from: -1.0, through: 4.0, by: 0.25)
  /// The range of progress of ``keyframes``: that of ``sampledProgress``.
  public static let keyframedProgress = -1.0...4.0

  /// The transform at one progress.
  public struct State: Hashable, Sendable {
    /// 0 is the front card, 1 the one behind it; −1 has been swiped away.
    public let progress: Double
    /// The transform of a page at that progress.
    public internal(set) var transform: PagingEffect.Sample
  }

  public let viewport: Viewport
  public let contentSize: Size
  /// A card's face, in points.
  public let cardSize: Size
  /// The page the transform refers to: the viewport without its padding, in points.
  public let pageSize: Size
  /// The options of the pile.
  public let options: Options
  /// The transform sampled over ``sampledProgress``.
  public internal(set) var states: [State]
  /// The shadow of the front card; `nil` where cards cast none. See ``PagingTransform/shadow``.
  public internal(set) var shadow: CardShadow?
  /// The motion of every card by its progress over ``keyframedProgress``, measured at the corners of
  /// ``cardSize``; `nil` unless asked for.
  public internal(set) var keyframes: Keyframes?
  /// The untransformed cards, all of them in the middle.
  public let frames: [Frame]

  /// Piles `items` up, the first one in front. Without a viewport height the page has the ratio 3:4.
  ///
  /// - Throws: ``LayoutError/optionOutOfRange(_:value:allowed:)`` for an option out of its range, and
  ///   ``LayoutError/unprovenMotion(_:tolerance:)`` for keyframes that cannot be proven.
  public init(
    items: [LayoutItem], viewport: Viewport, options: Options = Options()
  ) throws(LayoutError) {
    let padding = Self.pagePadding * 2
    let width = viewport.width
    let height = viewport.height ?? ((width - padding) * 4 / 3 + padding)
    let page = Size(width: width - padding, height: height - padding)
    let card = Self.cardSize(in: viewport)

    try Options.declarations.check(options)
    frames = items.map { item in
      Frame(id: item.id, centerX: width / 2, centerY: height / 2, size: card)
    }
    let motion = options.motion
    states = Self.sampledProgress.map { progress in
      State(progress: progress, transform: motion.sample(at: progress, page: page))
    }
    shadow = motion.shadow
    if let tolerance = options.keyframeTolerance {
      keyframes = try Keyframes(
        of: motion, over: Self.keyframedProgress, page: page, card: card, tolerance: tolerance)
    } else {
      keyframes = nil
    }
    self.options = options
    contentSize = Size(width: width, height: items.isEmpty ? 0 : height)
    cardSize = card
    pageSize = page
    self.viewport = viewport
  }
}

extension CardStackLayout.Options: SectionOptions {
  public typealias Layout = CardStackLayout

  public static let declarations = OptionList(
    Self(),
    [
      .effect(\.effect), .effectOptions(\.transform, of: \.effect),
      .keyframes(\.keyframeTolerance),
    ])

  public func cardSize(in viewport: Viewport) -> Size? { CardStackLayout.cardSize(in: viewport) }
}

extension CardStackLayout {
  public static let name = "card_stack"
  public static let abstract = "A pile of cards that are swiped away one by one."
  public static let standardCell = "card"
  public static let members = [
    Member<Self>("card_size", Size.published, "The size of the untransformed card.") {
      $0.cardSize
    },
    Member(
      "page_size", Size.published, "The size of a page, by which progress is counted."
    ) { $0.pageSize },
    Member("effect", PagingEffect.publishedName, "The paging effect.") { $0.options.effect.name },
    .optional(
      "shadow", CardShadow.published,
      "The shadow of the front card, if cards cast one: where the states say none, that of every card."
    ) { $0.shadow },
    Member("states", .list(of: State.published), "A card at progress -1, -0.75 … 4.") {
      $0.states
    },
    .optional(
      "keyframes", Keyframes.ofCards, "The motion of a card by its progress, if it was asked for."
    ) { $0.keyframes },
  ]

  /// A card's face in `viewport`, in points.
  fileprivate static func cardSize(in viewport: Viewport) -> Size {
    let width = viewport.width - cardMargin
    return Size(width: width, height: width * 1120 / 840)
  }

  public mutating func mirror() {
    for index in states.indices { states[index].transform.mirror() }
    shadow?.offset.width.negate()
    keyframes?.mirror(pieceColumns: options.motion.pieceColumns)
  }
}
