/// The six kinds of editorial content.
public enum ContentKind: String, CaseIterable, Codable, Hashable, Sendable {
  case featuredTopics = "featured_topics"
  case recentNews = "recent_news"
  case campaignBanners = "campaign_banners"
  case trendArticles = "trend_articles"
  case pickupPhotos = "pickup_photos"
  case favoriteScenes = "favorite_scenes"

  /// The type that holds one item of this kind.
  public var entityType: any ContentEntity.Type {
    switch self {
    case .featuredTopics: FeaturedTopic.self
    case .recentNews: RecentNews.self
    case .campaignBanners: CampaignBanner.self
    case .trendArticles: TrendArticle.self
    case .pickupPhotos: PickupPhoto.self
    case .favoriteScenes: FavoriteScene.self
    }
  }

  /// The layout of a section of this kind whose composition chooses none.
  public var defaultLayout: Composition.LayoutChoice {
    switch self {
    case .featuredTopics: Composition.LayoutChoice(type: "shelf")
    case .recentNews: Composition.LayoutChoice(type: "snap_carousel")
    case .campaignBanners: Composition.LayoutChoice(type: "circular_carousel")
    case .trendArticles: Composition.LayoutChoice(type: "uniform_grid")
    case .pickupPhotos: Composition.LayoutChoice(type: "staggered_grid")
    case .favoriteScenes: Composition.LayoutChoice(type: "card_stack")
    }
  }
}
