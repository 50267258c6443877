extension ContentKinds {
  /// The six kinds that every new database begins with. A database may have changed them since.
  public static let standard = ContentKinds([
    .featuredTopics, .recentNews, .campaignBanners, .trendArticles, .pickupPhotos,
    .favoriteScenes,
  ])
}

extension ContentKind {
  /// Dishes and places that editors feature, with a rating.
  public static let featuredTopics = ContentKind(
    name: "featured_topics", title: "Featured topics",
    fields: [
      ContentField("rating", NumberField(0...5)),
      ContentField("thumbnail_url", URLField(), isLocalized: true),
      ContentField("title", TextField(), isLocalized: true),
      ContentField("caption", TextField(), isLocalized: true),
      ContentField("published_at", DateField()),
    ],
    roles: ContentRoles([
      .headline: "title", .summary: "caption", .image: "thumbnail_url", .rating: "rating",
      .date: "published_at",
    ]),
    layout: Composition.LayoutChoice(type: "shelf"))

  /// Short pieces of news.
  public static let recentNews = ContentKind(
    name: "recent_news", title: "Recent news",
    fields: [
      ContentField("thumbnail_url", URLField(), isLocalized: true),
      ContentField("title", TextField(), isLocalized: true),
      ContentField("news_category", TextField(), isLocalized: true),
      ContentField("published_at", DateField()),
    ],
    roles: ContentRoles([
      .headline: "title", .image: "thumbnail_url", .date: "published_at", .label: "news_category",
    ]),
    layout: Composition.LayoutChoice(type: "snap_carousel"))

  /// Banners that lead to campaigns.
  public static let campaignBanners = ContentKind(
    name: "campaign_banners", title: "Campaign banners",
    fields: [
      ContentField("banner_contents_id", IntegerField()),
      ContentField("banner_url", URLField(), isLocalized: true),
    ],
    roles: ContentRoles([.image: "banner_url"]),
    layout: Composition.LayoutChoice(type: "circular_carousel"),
    headlineTemplate: "Campaign {banner_contents_id}")

  /// Articles about what is popular.
  public static let trendArticles = ContentKind(
    name: "trend_articles", title: "Trend articles",
    fields: [
      ContentField("thumbnail_url", URLField(), isLocalized: true),
      ContentField("title", TextField(), isLocalized: true),
      ContentField("introduction", TextField(), isLocalized: true),
      ContentField("published_at", DateField()),
    ],
    roles: ContentRoles([
      .headline: "title", .summary: "introduction", .image: "thumbnail_url",
      .date: "published_at",
    ]),
    layout: Composition.LayoutChoice(type: "uniform_grid"))

  /// Photos with their own sizes.
  public static let pickupPhotos = ContentKind(
    name: "pickup_photos", title: "Pickup photos",
    fields: [
      ContentField("photo_url", URLField(), isLocalized: true),
      ContentField("photo_width", IntegerField(1...Int.max)),
      ContentField("photo_height", IntegerField(1...Int.max)),
      ContentField("title", TextField(), isLocalized: true),
      ContentField("caption", TextField(), isLocalized: true),
      ContentField("published_at", DateField()),
    ],
    roles: ContentRoles([
      .headline: "title", .summary: "caption", .image: "photo_url", .imageWidth: "photo_width",
      .imageHeight: "photo_height", .date: "published_at",
    ]),
    layout: Composition.LayoutChoice(type: "staggered_grid"))

  /// Photos with the stories behind them.
  public static let favoriteScenes = ContentKind(
    name: "favorite_scenes", title: "Favorite scenes",
    fields: [
      ContentField("photo_url", URLField(), isLocalized: true),
      ContentField("author", TextField(), isLocalized: true),
      ContentField("title", TextField(), isLocalized: true),
      ContentField("category", TextField(), isLocalized: true),
      ContentField("shop_name", TextField(), isLocalized: true),
      ContentField("comment", TextField(), isLocalized: true),
      ContentField("published_at", DateField()),
    ],
    roles: ContentRoles([
      .headline: "title", .summary: "comment", .image: "photo_url", .date: "published_at",
      .label: "category", .author: "author", .place: "shop_name",
    ]),
    layout: Composition.LayoutChoice(type: "card_stack"))
}
