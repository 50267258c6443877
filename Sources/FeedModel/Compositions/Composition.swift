/// Which sections a feed shows, from top to bottom.
public struct Composition: Hashable, Sendable {
  /// The feed's name in URLs.
  public let feed: String
  /// The sections from top to bottom.
  public let sections: [Section]

  /// A feed of `sections`, from top to bottom.
  public init(feed: String, sections: [Section]) {
    self.feed = feed
    self.sections = sections
  }

  /// The most items a section shows unless told otherwise: a screen stays a screen, however much
  /// content there is.
  public static let defaultLimit = 100
  /// The limits a section can have.
  public static let supportedLimits = 1...1_000
  /// The most sections a feed has.
  public static let maximumSectionCount = 100

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
    Section(id: kind.rawValue, kind: kind, title: title)
  }
}
