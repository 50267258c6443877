/// Which sections a feed shows, from top to bottom.
public struct Composition: Hashable, Sendable {
  /// One section: which content it shows, and how much of it.
  public struct Section: Hashable, Identifiable, Sendable {
    /// Stable, and unique in its feed.
    public let id: String
    /// What it shows.
    public let kind: ContentKind
    /// What a person reads above it.
    public let title: String
    /// The most items it shows; at least 1.
    public let limit: Int
  }

  /// The feed's name in URLs.
  public let feed: String
  /// The sections from top to bottom.
  public let sections: [Section]

  /// The most items of one kind that any section shows.
  public var largestLimit: Int { sections.map(\.limit).max() ?? 0 }

  /// The most items a section of the default composition shows: a screen stays a screen, however much content there is.
  public static let defaultLimit = 100

  /// The home screen as it is without any editing.
  public static let home = Composition(
    feed: "home",
    sections: [
      section(.campaignBanners, "キャンペーン"),
      section(.recentNews, "最新のお知らせ"),
      section(.featuredTopics, "注目のトピックス"),
      section(.trendArticles, "トレンド記事"),
      section(.pickupPhotos, "ピックアップ写真"),
      section(.favoriteScenes, "お気に入りの一皿"),
    ])

  private static func section(_ kind: ContentKind, _ title: String) -> Section {
    Section(id: kind.rawValue, kind: kind, title: title, limit: defaultLimit)
  }
}
