/// A pile of cards that are swiped away one by one.
public struct CardStackLayout: SectionGeometry {
  /// Space between the viewport's edges and a page, in points, on every side.
  public static let pagePadding = 60.0
  /// How much narrower a card's face is than the viewport, in points.
  public static let cardMargin = 72.0
  /// The progress values the published states are sampled at: from swiped away to deep in the pile.
  public static let sampledProgress = stride(from: -1.0, through: 4.0, by: 0.25)

  /// The transform at one progress.
  public struct State: Hashable, Sendable {
    /// 0 is the front card, 1 the one behind it; −1 has been swiped away.
    public let progress: Double
    /// What to apply to a page at that progress.
    public let transform: StackTransform.Sample
  }

  public let viewport: Viewport
  public let contentSize: Size
  /// A card's face, in points.
  public let cardSize: Size
  /// The page the transform refers to: the viewport without its padding, in points.
  public let pageSize: Size
  /// The name of the transform.
  public let effect: String
  /// The transform sampled over ``sampledProgress``.
  public let states: [State]
  /// The untransformed cards, all of them in the middle.
  public let frames: [Frame]

  /// Piles `items` up, the first one in front, to move as `preset` says. Without a viewport height
  /// the page has the ratio 3:4.
  public init(
    items: [LayoutItem], viewport: Viewport, preset: StackTransform.Preset = .default
  ) {
    let padding = Self.pagePadding * 2
    let width = viewport.width
    let height = viewport.height ?? ((width - padding) * 4 / 3 + padding)
    let page = Size(width: width - padding, height: height - padding)
    let face = width - Self.cardMargin
    let card = Size(width: face, height: face * 1120 / 840)

    frames = items.map { item in
      Frame(id: item.id, centerX: width / 2, centerY: height / 2, size: card)
    }
    let transform = StackTransform(preset)
    states = Self.sampledProgress.map { progress in
      State(progress: progress, transform: transform.sample(at: progress, page: page))
    }
    effect = PagingEffect.stack(preset).name
    contentSize = Size(width: width, height: items.isEmpty ? 0 : height)
    cardSize = card
    pageSize = page
    self.viewport = viewport
  }
}
