import Foundation

/// The entities as an app that reads the sample files has them. They know nothing of tanada, and
/// must decode what it serves.
enum SampleEntities {
  struct Response<Entity: Decodable>: Decodable {
    let result: [Entity]
  }

  struct FeaturedTopic: Decodable, Equatable {
    let id: Int
    let rating: Double
    let thumbnailUrl: URL
    let title: String
    let caption: String
    let publishedAt: Date
  }

  struct RecentNews: Decodable, Equatable {
    let id: Int
    let thumbnailUrl: URL
    let title: String
    let newsCategory: String
    let publishedAt: Date
  }

  struct CampaignBanner: Decodable, Equatable {
    let id: Int
    let bannerContentsId: Int
    let bannerUrl: URL
  }

  struct TrendArticle: Decodable, Equatable {
    let id: Int
    let thumbnailUrl: URL
    let title: String
    let introduction: String
    let publishedAt: Date
  }

  struct PickupPhoto: Decodable, Equatable {
    let id: Int
    let photoUrl: URL
    let photoWidth: Int
    let photoHeight: Int
    let title: String
    let caption: String
    let publishedAt: Date
  }

  struct FavoriteScene: Decodable, Equatable {
    let id: Int
    let photoUrl: URL
    let author: String
    let title: String
    let category: String
    let shopName: String
    let comment: String
    let publishedAt: Date
  }

  /// Decodes as the app does: snake case, and dates in the samples' one format.
  static func decode<Value: Decodable>(_: Value.Type, from data: Data) throws -> Value {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = "yyyy-MM-dd'T'HH:mm:ss.SSSZ"
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .formatted(formatter)
    return try decoder.decode(Value.self, from: data)
  }
}
