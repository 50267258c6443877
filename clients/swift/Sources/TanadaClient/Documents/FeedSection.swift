public import FeedLayout

/// A section of a screen. `items[i]` belongs to `layout.frames[i]`; ``entries`` has them together.
public struct FeedSection: Hashable, Sendable, Identifiable {
  /// The section as the server sent it.
  public let raw: JSONValue
  /// The name of the section, unique in its feed.
  public let id: String
  /// The kind of its items; kinds that an app does not know are drawn by ``cell`` and ``roles``.
  public let kind: String
  /// The heading, for readers and screen readers.
  public let title: String
  /// The revision that changed the section last.
  public let revision: Int
  /// The newest version that its layout, cell or header needs.
  public let version: Int
  /// The oldest shape of documents whose clients can show the section, as its editors say.
  public let minSchemaVersion: Int
  /// A broader name for ``kind``.
  public let category: String?
  /// The name of the experiment that the section is a part of.
  public let variantOf: String?
  /// The box of header and layout on the screen, in points.
  public internal(set) var frame: Rect
  /// The header above the layout; `nil` for none.
  public let header: FeedHeader?
  /// The origin of the layout's coordinates in those of the section.
  public let layoutOrigin: Point
  /// The fields of items by their roles.
  public let roles: FeedRoles
  /// The cell that is drawn inside of each frame; `nil` for none.
  public let cell: FeedCell?
  /// The places of the items, and their motion.
  public internal(set) var layout: PublishedLayout
  /// The items; `nil` for one that has no id.
  public internal(set) var items: [FeedItem?]
  /// The address of the next page; `nil` at the end.
  public internal(set) var next: String?
}

extension FeedSection {
  /// The section that `json` is; `nil` without an id or a frame.
  init?(_ json: JSONValue, viewportWidth: Double) {
    guard let id = json["id"]?.string, let frame = Rect(json["frame"]) else { return nil }
    raw = json
    self.id = id
    self.frame = frame
    kind = json["kind"]?.string ?? ""
    title = json["title"]?.string ?? ""
    revision = json["revision"]?.int ?? 0
    version = json["version"]?.int ?? 1
    minSchemaVersion = json["min_schema_version"]?.int ?? 1
    category = json["category"]?.string
    variantOf = json["variant_of"]?.string
    header = json["header"].flatMap(FeedHeader.init)
    layoutOrigin = Point(json["layout_origin"]) ?? Point(x: 0, y: header?.height ?? 0)
    roles = FeedRoles(json["roles"])
    cell = json["cell"].flatMap(FeedCell.init)
    items = (json["items"]?.array ?? []).map { FeedItem($0) }
    layout = PublishedLayout(json["layout"] ?? [:], viewportWidth: viewportWidth)
    next = json["next"]?.string
  }

  /// The newest ``minSchemaVersion`` that this client shows.
  public static let supportedSchemaVersion = 1

  /// Whether this client can draw the section: it has a layout and a list of items, and needs no newer client.
  public var isDrawable: Bool {
    raw["layout"]?.object != nil && raw["items"]?.array != nil
      && minSchemaVersion <= Self.supportedSchemaVersion && version <= FeedClient.version
  }

  /// The origin of the layout on the screen, in points.
  public var layoutTop: Point {
    Point(x: frame.x + layoutOrigin.x, y: frame.y + layoutOrigin.y)
  }

  /// An item with its place.
  public struct Entry: Hashable, Sendable, Identifiable {
    /// The position among the items of the section.
    public let index: Int
    /// The item.
    public let item: FeedItem
    /// The box in the coordinates of the layout, at its initial position, in points.
    public let frame: Frame

    /// The id of the item.
    public var id: Int { item.id }

    /// Returns the entry in another box, in the coordinates of the layout, in points: where it is drawn in the box of a
    /// motion.
    public func placed(in box: Rect) -> Entry {
      Entry(
        index: index, item: item,
        frame: Frame(id: frame.id, x: box.x, y: box.y, width: box.width, height: box.height))
    }
  }

  /// The items that can be drawn, with their places.
  ///
  /// A layout without frames, as of a type that came later than this client, is a grid of two columns, which is as high
  /// as the section at most.
  public var entries: [Entry] {
    let frames = layout.hasFrames ? layout.frames : plainFrames
    let hidden = layout.hiddenItemIDs
    return zip(items, frames).enumerated().compactMap { index, pair in
      guard let item = pair.0, let frame = pair.1, !hidden.contains(item.id) else { return nil }
      return Entry(index: index, item: item, frame: frame)
    }
  }

  private var plainFrames: [Frame?] {
    let gap = GridSpacing.default
    let width = (frame.width - gap * 3) / 2
    let rows = Double((items.count + 1) / 2)
    let room = frame.height - layoutOrigin.y
    let height = max(0, min(width / 1.5, room / rows - gap))
    return items.enumerated().map { index, item in
      item.map {
        Frame(
          id: $0.id, x: gap + Double(index % 2) * (width + gap),
          y: Double(index / 2) * (height + gap), width: max(0, width), height: height)
      }
    }
  }
}
