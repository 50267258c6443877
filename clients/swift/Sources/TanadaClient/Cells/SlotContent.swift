public import FeedLayout

/// What a slot draws.
public enum SlotContent: Hashable, Sendable {
  /// The picture of the item.
  case image(SlotImage)
  /// A box of a colour.
  case shade(FeedColor, cornerRadius: Double)
  /// A thin box of a colour.
  case line(FeedColor)
  /// The rating of the item as stars.
  case stars(SlotStars)
  /// A text.
  case text(SlotText)
  /// A text on a box of a colour that is as wide as the text.
  case badge(SlotText, SlotBadge)
  /// A type that came later than this client; the slot's `raw` has all of it.
  case other(type: String)

  init(_ json: JSONValue, type: String) {
    let color = FeedColor(json["color"], dark: json["dark"])
    switch (type, color) {
    case ("image", _): self = .image(SlotImage(json))
    case ("shade", let color?):
      self = .shade(color, cornerRadius: json["corner_radius"]?.extent ?? 0)
    case ("line", let color?): self = .line(color)
    case ("stars", let color?): self = .stars(SlotStars(json, color: color))
    case ("text", let color?): self = .text(SlotText(json, color: color))
    case ("badge", let color?):
      self = .badge(SlotText(json, color: color), SlotBadge(json))
    default: self = .other(type: type)
    }
  }
}

/// How a picture is drawn in its slot.
public struct SlotImage: Hashable, Sendable {
  /// Whether it covers the slot (`fill`), or the whole picture is in the middle of the slot (`fit`).
  public let mode: ImageFit.Mode
  /// The radius of the corners of the slot, or of the picture that fits in it, in points.
  public let cornerRadius: Double
  /// The line around the slot.
  public let border: FeedBorder?

  init(_ json: JSONValue) {
    mode = json["content_mode"]?.string == "fit" ? .fit : .fill
    cornerRadius = json["corner_radius"]?.extent ?? 0
    border = json["border"].flatMap(FeedBorder.init)
  }
}

/// A row of stars.
public struct SlotStars: Hashable, Sendable {
  /// The width and the height of a star, in points.
  public let starSize: Double
  /// The space between two stars, in points.
  public let spacing: Double
  /// The colour of the filled part.
  public let color: FeedColor
  /// The line around each star.
  public let outline: FeedColor?
  /// The width of that line, in points.
  public let outlineWidth: Double

  init(_ json: JSONValue, color: FeedColor) {
    starSize = json["star_size"]?.extent ?? 0
    spacing = json["spacing"]?.extent ?? 0
    self.color = color
    outline = FeedColor(json["outline"], dark: json["outline_dark"])
    outlineWidth = json["outline_width"]?.extent ?? StarOutline.lineWidth
  }
}

/// How a text is set.
public struct SlotText: Hashable, Sendable {
  /// Which side lines begin or end at.
  public enum Alignment: String, Hashable, Sendable {
    case left, center, right
  }

  /// The names of fonts, the best first.
  public let families: [String]
  /// The size of the font, in points, at the text size of the document.
  public let fontSize: Double
  /// 100…900.
  public let fontWeight: Int
  /// The height of a line, in points.
  public let lineHeight: Double
  /// The distance between two baselines, in points.
  public let linePitch: Double
  /// The most lines.
  public let lines: Int
  /// The colour of the text.
  public let color: FeedColor
  /// The side that the lines begin at.
  public let alignment: Alignment
  /// The text put before the item's text; empty for none.
  public let prefix: String
  /// The text of the role ``SlotRole/fixed``.
  public let text: String?

  init(_ json: JSONValue, color: FeedColor) {
    let font = json["font"]
    families = (font?["families"]?.array ?? []).compactMap(\.string)
    fontSize = font?["size"]?.extent ?? 12
    fontWeight = font?["weight"]?.int ?? 400
    lineHeight = json["line_height"]?.extent ?? fontSize * 1.366
    linePitch = json["line_pitch"]?.extent ?? lineHeight
    lines = max(1, json["lines"]?.int ?? 1)
    self.color = color
    alignment = json["align"]?.string.flatMap(Alignment.init) ?? .left
    prefix = json["prefix"]?.string ?? ""
    text = json["text"]?.string
  }
}

/// The box behind a text.
public struct SlotBadge: Hashable, Sendable {
  /// The space between the edges of the box and the text, in points.
  public let top, left, bottom, right: Double
  /// The colour of the box; `nil` for none.
  public let background: FeedColor?
  /// The corner radius, in points.
  public let cornerRadius: Double

  init(_ json: JSONValue) {
    let padding = json["padding"]
    top = padding?["top"]?.extent ?? 0
    left = padding?["left"]?.extent ?? 0
    bottom = padding?["bottom"]?.extent ?? 0
    right = padding?["right"]?.extent ?? 0
    background = FeedColor(json["background"], dark: json["background_dark"])
    cornerRadius = json["corner_radius"]?.extent ?? 0
  }
}
