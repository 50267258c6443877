/// The cells that a kind can choose, by their published names.
public enum CellName: String, CaseIterable, Hashable, Sendable {
  /// A picture with a text on its lower edge.
  case overlay
  /// A picture above a text.
  case captionBelow = "caption_below"
  /// A small picture beside a text.
  case row
  /// A picture alone, or with its headline on it.
  case banner
  /// A large picture that is covered by a text.
  case card

  // The cells of the six kinds of every new database.
  case featuredTopics = "featured_topics"
  case recentNews = "recent_news"
  case campaignBanners = "campaign_banners"
  case trendArticles = "trend_articles"
  case pickupPhotos = "pickup_photos"
  case favoriteScenes = "favorite_scenes"

  /// The cell of a section with the layout `layout` whose kind chooses `choice`: that one if it fits
  /// in the layout, else the one that does.
  public static func resolved(
    _ choice: CellName?, in layout: any SectionLayout.Type
  ) -> CellName {
    if let choice, layout.cells.contains(choice) { return choice }
    return layout.standardCell
  }

  /// Returns the anatomy of the cell at a text size, for items that have `roles`.
  func anatomy(_ textSize: TextSize, _ roles: Set<CellRole>) -> any CellAnatomy {
    switch self {
    case .overlay: OverlayCell(.overlay, textSize, roles)
    case .captionBelow: CaptionBelowCell(textSize: textSize, roles: roles)
    case .row: RowCell(textSize: textSize, roles: roles)
    case .banner: OverlayCell(.banner, textSize, roles)
    case .card: CardCell(.card, textSize, roles)
    case .featuredTopics: TopicCell(textSize: textSize, roles: roles)
    case .recentNews: NewsCell(textSize: textSize, roles: roles)
    case .campaignBanners: OverlayCell(.campaignBanners, textSize, roles)
    case .trendArticles: ArticleCell(textSize: textSize, roles: roles)
    case .pickupPhotos: OverlayCell(.pickupPhotos, textSize, roles)
    case .favoriteScenes: CardCell(.favoriteScenes, textSize, roles)
    }
  }
}

extension CellName {
  /// The cells of frames that have room for a picture.
  static let pictures: [Self] = [.overlay, .pickupPhotos, .banner, .campaignBanners]
  /// The cells of frames that are low and as wide as a screen.
  static let rows: [Self] = [.row, .recentNews]
  /// The cells of frames with room for a text below a picture.
  static let captions: [Self] = [.captionBelow, .trendArticles]
  /// The cells of frames that are as high as a card.
  static let cards: [Self] = [.card, .favoriteScenes]
}

/// The anatomy of a cell, its slots and the room that they need, at one text size and for items
/// with certain roles.
protocol CellAnatomy: Sendable {
  /// Returns the box that the cell needs at its text size, given `box` at the standard text size.
  func grown(_ box: CellBox) -> CellBox

  /// Returns the cell for `box`, which has grown from `designed`.
  func cell(in box: CellBox, designed: CellBox) -> Cell
}

/// The known dimensions of the frames that a cell is drawn in, in points.
public struct CellBox: Hashable, Sendable {
  /// The width of the frames; `nil` if they differ.
  public internal(set) var width: Double?
  /// The height of the frames; `nil` if they differ.
  public internal(set) var height: Double?
  /// The height of the picture's part, for layouts that have one.
  public internal(set) var mediaHeight: Double?
  /// The lowest frame, where frames differ and do not grow.
  public internal(set) var lowestHeight: Double?
  /// The lowest frame that has room for the cell, where frames differ and can grow.
  public internal(set) var minimumHeight = 0.0
}
