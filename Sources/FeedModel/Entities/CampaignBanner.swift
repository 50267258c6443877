/// A banner that leads to a campaign.
public struct CampaignBanner: ContentEntity {
  public static let kind = ContentKind.campaignBanners

  /// Positive, and unique in its kind.
  public var id = 0
  /// The campaign it leads to.
  public var bannerContentsID = 0
  /// Where the banner's picture is.
  public var bannerURL = ""

  public init() {}

  public mutating func visitFields(with fields: inout some EntityFieldVisitor) {
    fields.visit("banner_contents_id", &bannerContentsID)
    fields.visit("banner_url", &bannerURL)
  }
}
