package import FeedModel

/// A colour of the terminal's own palette, as a Select Graphic Rendition parameter.
package struct Paint: Hashable {
  let code: Int

  /// The colour of a section of `kind`.
  package static func of(_ kind: ContentKind) -> Paint {
    switch kind {
    case .campaignBanners: Paint(code: 33)
    case .recentNews: Paint(code: 34)
    case .featuredTopics: Paint(code: 31)
    case .trendArticles: Paint(code: 36)
    case .pickupPhotos: Paint(code: 32)
    case .favoriteScenes: Paint(code: 35)
    }
  }
}

/// Text between two colour changes.
enum SGR {
  static func wrap(_ text: String, _ parameters: String) -> String {
    parameters.isEmpty || text.isEmpty ? text : "\u{1B}[\(parameters)m\(text)\u{1B}[0m"
  }
}
