/// The versions of published documents, which clients and servers agree on.
///
/// A client says the newest version that it draws, and gets nothing newer. Version 1 is everything up to mosaics;
/// version 2 has lists.
public enum DocumentVersion {
  /// The first version, which every client draws.
  public static let first = 1
  /// The newest version.
  public static let newest = 2

  /// Every version.
  public static let all = first...newest
}

extension LayoutType {
  /// The version of documents that the layout came with.
  public var version: Int {
    switch self {
    case .shelf, .snapCarousel, .circularCarousel, .uniformGrid, .staggeredGrid, .cardStack,
      .carousel, .justifiedRows, .mosaic:
      1
    case .list: 2
    }
  }
}

extension CellName {
  /// The version of documents that the cell came with.
  public var version: Int {
    switch self {
    case .overlay, .captionBelow, .row, .banner, .card, .featuredTopics, .recentNews,
      .campaignBanners, .trendArticles, .pickupPhotos, .favoriteScenes:
      1
    }
  }
}

extension SectionDesign {
  /// The version of documents that a client must draw to show the section.
  public var version: Int { max(options.type.version, cell?.name.version ?? DocumentVersion.first) }
}
