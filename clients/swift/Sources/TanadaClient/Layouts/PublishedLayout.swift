public import FeedLayout

/// The layout of a section as a document publishes it: where each item is, and what its motion needs.
public struct PublishedLayout: Hashable, Sendable {
  /// The layout as the server sent it.
  public let raw: JSONValue
  /// Which layout it is. One that came later than this client is drawn by its frames.
  public let type: LayoutName
  /// The width that it is laid out for, in points.
  public let viewportWidth: Double
  /// The size of all items, in points; the width is what scrolls.
  public let contentSize: Size
  /// The boxes in the order of the items, in the coordinates of the layout at its initial position; `nil` for one that
  /// cannot be read.
  public internal(set) var frames: [Frame?]
  /// What the layout has beside its frames.
  public let details: Details
  /// The options that differ from their defaults, by their published names.
  public let options: [String: JSONValue]

  /// What each layout has beside its frames.
  public enum Details: Hashable, Sendable {
    case shelf(Shelf)
    case snapCarousel(SnapCarousel)
    case circularCarousel(Ring)
    case uniformGrid(UniformGrid)
    case staggeredGrid(StaggeredGrid)
    case cardStack(CardStack)
    case carousel(Carousel)
    case justifiedRows(JustifiedRows)
    case mosaic(Mosaic)
    case list(List)
    /// A layout that came later than this client, or lacks what its motion needs. Its items stand still at their
    /// frames.
    case other
  }
}

/// The name of a layout.
public struct LayoutName: OpenName {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// A row of equal cells that scrolls freely.
  public static let shelf: Self = "shelf"
  /// Pages of up to three rows that snap into the middle.
  public static let snapCarousel: Self = "snap_carousel"
  /// Cards on a ring: one in front, the others smaller and fainter.
  public static let circularCarousel: Self = "circular_carousel"
  /// Equal cells in rows.
  public static let uniformGrid: Self = "uniform_grid"
  /// Columns of cells that keep the aspect ratio of their pictures.
  public static let staggeredGrid: Self = "staggered_grid"
  /// A pile of cards that are swiped away one by one.
  public static let cardStack: Self = "card_stack"
  /// A row of items with sizes of their own that rests at snaps.
  public static let carousel: Self = "carousel"
  /// Rows of pictures that keep their aspect ratios and fill the width.
  public static let justifiedRows: Self = "justified_rows"
  /// Groups of three: a large tile beside two small ones.
  public static let mosaic: Self = "mosaic"
  /// Rows of one height, in as many columns as there is room for.
  public static let list: Self = "list"
}

extension PublishedLayout {
  /// The layout that `json` is, of a screen of `viewportWidth` points unless it says another width.
  public init(_ json: JSONValue, viewportWidth: Double) {
    let name = LayoutName(rawValue: json["type"]?.string ?? "")
    let width = json["viewport"]?["width"]?.extent ?? viewportWidth
    let frames = (json["frames"]?.array ?? []).map { Frame($0) }
    let bottom = frames.compactMap { $0?.maxY }.max() ?? 0
    raw = json
    type = name
    self.viewportWidth = width
    self.frames = frames
    contentSize = Size(json["content_size"]) ?? Size(width: width, height: bottom)
    options = json["options"]?.object ?? [:]
    details = Self.details(of: name, json) ?? .other
  }

  /// Whether the document says where items are.
  public var hasFrames: Bool { raw["frames"] != nil }

  /// The items that have no place: those of rows that are not full, if these are hidden.
  public var hiddenItemIDs: Set<Int> {
    if case .justifiedRows(let rows) = details { Set(rows.hiddenItemIDs) } else { [] }
  }

  private static func details(of name: LayoutName, _ json: JSONValue) -> Details? {
    switch name {
    case .shelf: Shelf(json).map(Details.shelf)
    case .snapCarousel: SnapCarousel(json).map(Details.snapCarousel)
    case .circularCarousel: Ring(json).map(Details.circularCarousel)
    case .uniformGrid: UniformGrid(json).map(Details.uniformGrid)
    case .staggeredGrid: StaggeredGrid(json).map(Details.staggeredGrid)
    case .cardStack: CardStack(json).map(Details.cardStack)
    case .carousel: Carousel(json).map(Details.carousel)
    case .justifiedRows: JustifiedRows(json).map(Details.justifiedRows)
    case .mosaic: Mosaic(json).map(Details.mosaic)
    case .list: List(json).map(Details.list)
    default: nil
    }
  }
}

extension JSONValue {
  /// The whole numbers of a list; others are left out.
  var integers: [Int] { (array ?? []).compactMap(\.int) }
}
