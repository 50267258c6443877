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
    /// How it is laid out; `nil` as its kind is.
    public let layout: LayoutChoice?

    /// A section of `kind`, laid out as its kind is unless `layout` says otherwise.
    public init(
      id: String, kind: ContentKind, title: String, limit: Int = Composition.defaultLimit,
      layout: LayoutChoice? = nil
    ) {
      self.id = id
      self.kind = kind
      self.title = title
      self.limit = limit
      self.layout = layout
    }
  }

  /// A layout and what it is told, by the names that `tanada layout` and `POST /v1/layouts/{type}`
  /// have as well.
  public struct LayoutChoice: Hashable, Sendable {
    /// The layout, such as `circular_carousel`.
    public let type: String
    /// The options and their texts, such as `keyframes` and `0.5`.
    public let options: [String: String]

    /// The layout called `type`, told what `options` say.
    public init(type: String, options: [String: String] = [:]) {
      self.type = type
      self.options = options
    }
  }

  /// The feed's name in URLs.
  public let feed: String
  /// The sections from top to bottom.
  public let sections: [Section]

  /// A feed of `sections`, from top to bottom.
  public init(feed: String, sections: [Section]) {
    self.feed = feed
    self.sections = sections
  }

  /// The most items of one kind that any section shows.
  public var largestLimit: Int { sections.map(\.limit).max() ?? 0 }

  /// The most items a section of the default composition shows: a screen stays a screen, however
  /// much content there is.
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
    Section(id: kind.rawValue, kind: kind, title: title)
  }
}
