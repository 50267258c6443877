/// What is drawn inside of the frames of a section, one for all of its items.
public struct FeedCell: Hashable, Sendable {
  /// The cell as the server sent it.
  public let raw: JSONValue
  /// Which cell it is. A cell is drawn by its slots, known by its name or not.
  public let name: CellDesignName
  /// The radius of the corners, in points. Above 0 they cut off what is inside.
  public let cornerRadius: Double
  /// The line around the cell, half of which lies outside.
  public let border: FeedBorder?
  /// The colour behind all slots; `nil` for none.
  public let background: FeedColor?
  /// The slots from back to front.
  public let slots: [FeedSlot]

  init?(_ json: JSONValue) {
    guard json.object != nil else { return nil }
    raw = json
    name = CellDesignName(rawValue: json["name"]?.string ?? "")
    cornerRadius = json["corner_radius"]?.extent ?? 0
    border = json["border"].flatMap(FeedBorder.init)
    background = FeedColor(json["background"], dark: json["background_dark"])
    slots = (json["slots"]?.array ?? []).map(FeedSlot.init)
  }
}

/// The name of a cell.
public struct CellDesignName: OpenName {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// A picture; below it headline, summary, rating and date.
  public static let captionBelow: Self = "caption_below"
  /// A picture with headline and summary on its lower edge.
  public static let overlay: Self = "overlay"
  /// A small picture beside headline and date.
  public static let row: Self = "row"
  /// A picture with its headline on it.
  public static let banner: Self = "banner"
  /// A picture that is covered by all texts of the item.
  public static let card: Self = "card"
  /// A picture with stars and the number; below it title, caption and date.
  public static let featuredTopics: Self = "featured_topics"
  /// A title; below it a small picture beside a badge and the date.
  public static let recentNews: Self = "recent_news"
  /// The whole picture with round corners.
  public static let campaignBanners: Self = "campaign_banners"
  /// A picture with the title on it; below it the introduction.
  public static let trendArticles: Self = "trend_articles"
  /// The whole picture with title and caption on its lower edge.
  public static let pickupPhotos: Self = "pickup_photos"
  /// A picture that is covered by title, date, category, shop, comment and author.
  public static let favoriteScenes: Self = "favorite_scenes"
}

/// A line around a box, half of which lies outside.
public struct FeedBorder: Hashable, Sendable {
  /// The width of the line, in points.
  public let width: Double
  /// The colour of the line.
  public let color: FeedColor
  /// The radius of its corners where they are not those of the cell, in points.
  public let cornerRadius: Double?

  init?(_ json: JSONValue) {
    guard let width = json["width"]?.extent,
      let color = FeedColor(json["color"], dark: json["dark"])
    else { return nil }
    self.width = width
    self.color = color
    cornerRadius = json["corner_radius"]?.extent
  }
}

/// A colour in light and dark surroundings.
public struct FeedColor: Hashable, Sendable {
  /// Red, green, blue and opacity, each 0…1, in sRGB.
  public struct Components: Hashable, Sendable {
    /// Red, 0…1.
    public let red: Double
    /// Green, 0…1.
    public let green: Double
    /// Blue, 0…1.
    public let blue: Double
    /// Opacity, 0…1.
    public let alpha: Double

    /// The colour that `text` says as `#rrggbbaa` or `#rrggbb`.
    public init?(_ text: String) {
      let digits = text.dropFirst()
      guard text.first == "#", [6, 8].contains(digits.utf8.count),
        digits.allSatisfy(\.isHexDigit), let number = UInt32(digits, radix: 16)
      else { return nil }
      let rgba = digits.utf8.count == 8 ? number : number << 8 | 0xFF
      func part(_ shift: UInt32) -> Double { Double(rgba >> shift & 0xFF) / 255 }
      red = part(24)
      green = part(16)
      blue = part(8)
      alpha = part(0)
    }
  }

  /// The colour in light surroundings.
  public let light: Components
  /// The colour in dark surroundings; the same where it does not differ.
  public let dark: Components

  /// The colours of two members; `nil` if there is none for light surroundings.
  init?(_ light: JSONValue?, dark: JSONValue?) {
    guard let components = light?.string.flatMap(Components.init) else { return nil }
    self.light = components
    self.dark = dark?.string.flatMap(Components.init) ?? components
  }
}
