/// A banner that leads to a campaign.
public struct CampaignBanner: ContentEntity {
  public static let kind = ContentKind.campaignBanners

  /// Positive, and unique in its kind.
  public var id: Int
  /// The campaign it leads to.
  public var bannerContentsID: Int
  /// Where the banner's picture is.
  public var bannerURL: String

  public init(reading fields: inout some FieldReader) {
    id = fields.identifier("id")
    bannerContentsID = fields.integer("banner_contents_id")
    bannerURL = fields.url("banner_url")
  }

  public func write(to fields: inout some FieldWriter) {
    fields.integer("id", id)
    fields.integer("banner_contents_id", bannerContentsID)
    fields.text("banner_url", bannerURL)
  }

  public var headline: String { "Campaign \(bannerContentsID)" }
  public var pictureURL: String { bannerURL }
}
