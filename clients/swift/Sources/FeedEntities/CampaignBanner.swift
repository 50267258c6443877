/// A banner that leads to a campaign: an item of `campaign_banners`.
public struct CampaignBanner: Codable, Hashable, Identifiable, Sendable {
  /// Positive, and unique in its kind.
  public var id: Int
  /// The campaign that it leads to.
  public var bannerContentsID: Int
  /// The address of the picture.
  public var bannerURL: String

  private enum CodingKeys: String, CodingKey {
    case id
    case bannerContentsID = "banner_contents_id"
    case bannerURL = "banner_url"
  }
}

/// The answer of `GET /v1/content/campaign_banners`, and the file `campaign_banners.json`.
public typealias CampaignBannersResponse = ContentResponse<CampaignBanner>
