import FeedModel

/// A colour of the terminal's own palette, as a Select Graphic Rendition parameter.
struct Paint: Hashable {
  let code: Int

  static func of(_ kind: ContentKind) -> Paint {
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

/// What a cell of the canvas is part of.
enum Ink {
  case none, line, shade, id, title, detail

  /// The parameters that set this ink on a terminal that shows its default.
  func parameters(_ paint: Paint) -> String {
    switch self {
    case .none: ""
    case .line: "\(paint.code)"
    case .shade: "2;\(paint.code)"
    case .id: "1;\(paint.code)"
    case .title: "1"
    case .detail: "2"
    }
  }
}

/// Text between two colour changes.
enum SGR {
  static func wrap(_ text: String, _ parameters: String) -> String {
    parameters.isEmpty || text.isEmpty ? text : "\u{1B}[\(parameters)m\(text)\u{1B}[0m"
  }
}
