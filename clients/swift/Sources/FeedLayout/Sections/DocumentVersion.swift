/// The versions of published documents, which clients and servers agree on.
///
/// A client says the newest version that it draws, and gets nothing newer. Version 1 is everything up to mosaics;
/// version 2 has lists.
public enum DocumentVersion {
  /// The first version, which every client draws.
  public static let first = 1
  /// The newest version, in which a layout or a cell came last.
  public static let newest = max(
    SectionLayouts.all.map { $0.version }.max() ?? first,
    CellName.allCases.map(\.version).max() ?? first)

  /// Every version.
  public static let all = first...newest
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

extension SectionOptions {
  /// The version of documents that a client must draw to show the layout.
  public var version: Int { Layout.version }
}

extension SectionDesign {
  /// The version of documents that a client must draw to show the section.
  public var version: Int { max(options.version, cell?.name.version ?? DocumentVersion.first) }
}
