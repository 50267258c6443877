/// Groups of three tiles: a large one beside two small ones, at one side and then at the other.
///
/// With n columns in a viewport of width W, each c = (W − (2 · inset + (n − 1) · spacing)) / n wide:
///
/// - the large tile takes n − 1 columns: its width is l = c · (n − 1) + spacing · (n − 2);
/// - the large tile is h = max(min(l / aspect ratio, max height), 2 · min tile height + spacing)
///   high, and so is its group;
/// - a small tile is one column wide and (h − spacing) / 2 high.
///
/// The first item of a group is the large one. The other two are beside it, the second above the
/// third. A rest of one item is a tile across all columns, and a rest of two is two tiles beside each
/// other, each (W − (2 · inset + spacing)) / 2 wide; both are h high. Groups are `spacing` apart.
///
/// With one column, l is c, all tiles take it, and what would be beside a tile is below it: a group of
/// three is then 2 · h + spacing high, whatever the max height is.
public struct MosaicLayout: SectionLayout {
  /// Up to three items that are placed together.
  public struct Group: Hashable, Sendable {
    /// 0-based position among the groups.
    public let index: Int
    /// The items of the group, as positions among all items.
    public let items: Range<Int>
    /// The side of the large tile; `nil` for a rest, whose tiles are equal.
    public let largeSide: Side?
    /// Top edge of the group, in points.
    public let y: Double
    /// Height of the group, in points.
    public let height: Double
  }

  /// How many items a group has that is not the rest.
  public static let groupSize = 3

  public let viewport: Viewport
  public let contentSize: Size
  /// The options of the mosaic.
  public let options: Options
  /// A large tile, in points.
  public let largeSize: Size
  /// A small tile, in points.
  public let smallSize: Size
  /// From top to bottom.
  public let groups: [Group]
  /// The frames of the items, in their order, in points.
  public internal(set) var frames: [Frame]

  /// Places `items` in groups of three, from top to bottom.
  ///
  /// - Throws: ``LayoutError`` for an option out of its range, and for gaps that leave no width.
  /// - Complexity: O(n).
  public init(
    items: [LayoutItem], viewport: Viewport, options: Options = Options()
  ) throws(LayoutError) {
    let tiles = try MosaicTiles(options, viewportWidth: viewport.width)
    var frames: [Frame] = []
    frames.reserveCapacity(items.count)
    var groups: [Group] = []
    var (top, side) = (0.0, options.starts)
    for first in stride(from: 0, to: items.count, by: Self.groupSize) {
      let members = first..<min(first + Self.groupSize, items.count)
      let isWhole = members.count == Self.groupSize
      // 1. The tiles of the group, from its own top edge down.
      let boxes = isWhole ? tiles.group(largeAt: side) : tiles.rest(of: members.count)
      for (item, box) in zip(items[members], boxes) {
        frames.append(
          Frame(id: item.id, x: box.x, y: top + box.y, width: box.width, height: box.height))
      }
      // 2. Where it ends, and the next one begins.
      let bottom = frames[members].map(\.maxY).max() ?? top
      groups.append(
        Group(
          index: groups.count, items: members, largeSide: isWhole ? side : nil, y: top,
          height: bottom - top))
      top = bottom + options.spacing
      side = side.other
    }
    contentSize = Size(width: viewport.width, height: frames.map(\.maxY).max() ?? 0)
    largeSize = tiles.large
    smallSize = tiles.small
    self.frames = frames
    self.groups = groups
    self.options = options
    self.viewport = viewport
  }
}

extension MosaicLayout {
  public static let name = "mosaic"
  public static let abstract =
    "Groups of three: a large tile beside two small ones, at one side and then at the other."
  public static let discussion = """
    The first item of a group is the large one. With n columns, each c = (W - (2 * inset + (n - 1) * \
    spacing)) / n wide, a large tile is l = c * (n - 1) + spacing * (n - 2) wide and h = max(min(l / \
    aspect_ratio, max_height), 2 * min_tile_height + spacing) high, and a small one c wide and (h - \
    spacing) / 2 high. A rest of one item takes the whole width, a rest of two items halves of it, both \
    h high. In one column l is c, and all tiles are below each other, so that a group is higher than its \
    large tile.
    """
  public static let standardCell = "overlay"
  public static let members = [
    Member<Self>("columns", .count, "How many columns there are.") { $0.options.columnCount },
    Member("large_size", Size.published, "The size of a large tile.") { $0.largeSize },
    Member("small_size", Size.published, "The size of a small tile.") { $0.smallSize },
    Member("groups", .list(of: group), "The groups from top to bottom.") { layout in
      layout.groups.map { ($0, layout.frames[$0.items]) }
    },
  ]

  private static let group = Published<(Group, ArraySlice<Frame>)>(
    "MosaicGroup", "A group of tiles.",
    [
      Member("index", .position, "Its place among the groups, from 0.") { $0.0.index },
      Member("item_ids", .itemIDs, "Its items; the first one is large.") { $0.1 },
      Member("y", .number, "Its upper edge in points.") { $0.0.y },
      Member("height", .length, "Its height in points.") { $0.0.height },
      Member(
        "large_side", Published<String>.name(of: Side.allCases.map(\.rawValue)).orNull,
        "The side of the large tile, in the reading direction; null in a group that is not whole."
      ) { $0.0.largeSide?.rawValue },
    ])

  public mutating func mirror() { frames.mirror(in: viewport.width) }
}
