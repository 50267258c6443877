import FeedModel

/// The colours of one section, all of one hue.
struct Palette {
  /// Degrees on the colour wheel.
  let hue: Double
  /// 0…1.
  let saturation: Double

  init(_ kind: ContentKind) {
    switch kind {
    case .campaignBanners: (hue, saturation) = (22, 0.82)
    case .recentNews: (hue, saturation) = (222, 0.55)
    case .featuredTopics: (hue, saturation) = (345, 0.66)
    case .trendArticles: (hue, saturation) = (174, 0.42)
    case .pickupPhotos: (hue, saturation) = (88, 0.42)
    case .favoriteScenes: (hue, saturation) = (268, 0.48)
    }
  }

  /// How many gradients stand in for pictures, so that neighbours differ.
  static let shadeCount = 4

  /// The two ends of a gradient that stands in for a picture.
  func gradient(_ shade: Int) -> (light: String, deep: String) {
    let shift = Double(shade) * 9 - 14
    return (
      light: Self.color(hue + shift, saturation, 0.87),
      deep: Self.color(hue + shift + 12, saturation * 0.9, 0.69)
    )
  }

  /// Readable on paper and on the light end of a gradient.
  var ink: String { Self.color(hue, saturation * 0.85, 0.3) }
  /// For lines and marks.
  var accent: String { Self.color(hue, saturation * 0.8, 0.56) }
  /// For the ground of small labels.
  var tint: String { Self.color(hue, saturation * 0.7, 0.92) }

  /// `#rrggbb` of a colour given by hue (degrees), saturation and lightness (0…1).
  static func color(_ hue: Double, _ saturation: Double, _ lightness: Double) -> String {
    let reach = saturation * min(lightness, 1 - lightness)
    func channel(_ offset: Double) -> String {
      let turn = offset + hue / 30
      let place = turn - (turn / 12).rounded(.down) * 12
      let value = lightness - reach * max(-1, min(place - 3, 9 - place, 1))
      let digits = String(Int((value * 255).rounded()), radix: 16)
      return digits.count < 2 ? "0" + digits : digits
    }
    return "#" + channel(0) + channel(8) + channel(4)
  }
}

extension Palette {
  /// The colours every section shares.
  enum Common {
    static let paper = "#f5f2ec"
    static let rule = "#cfc8ba"
    static let screen = "#fbfafc"
    static let bezel = "#ffffff"
    static let bezelEdge = "#c9c4ba"
    static let ink = "#2b2833"
    static let quiet = "#7d7888"
    static let faint = "#a8a3b0"
    static let cell = "#ffffff"
    static let cellEdge = "#e4e1ea"
    static let star = "#f2a93b"
    static let emptyStar = "#e3dfe8"
  }
}
