public import FeedLayout

/// The grids: their items stand still.
extension PublishedLayout {
  /// Equal cells in rows.
  public struct UniformGrid: Hashable, Sendable {
    /// How many columns there are.
    public let columnCount: Int
    /// The part of each cell for its picture, in points.
    public let mediaSize: Size

    init?(_ json: JSONValue) {
      guard let count = json["columns"]?.int, let size = Size(json["media_size"]) else {
        return nil
      }
      columnCount = count
      mediaSize = size
    }
  }

  /// Columns of cells that keep the aspect ratios of their pictures.
  public struct StaggeredGrid: Hashable, Sendable {
    /// The columns from left to right.
    public let columns: [Column]

    /// One column.
    public struct Column: Hashable, Sendable {
      /// The items of the column; on a page those of the page.
      public let itemIDs: [Int]
      /// The height that the next item's column is chosen by, in points.
      public let balanceHeight: Double
      /// The bottom of the lowest cell, in points.
      public let height: Double

      init?(_ json: JSONValue) {
        guard let balance = json["balance_height"]?.double, let height = json["height"]?.double
        else { return nil }
        itemIDs = json["item_ids"]?.integers ?? []
        balanceHeight = balance
        self.height = height
      }
    }

    init?(_ json: JSONValue) {
      guard let list = json["columns"]?.array else { return nil }
      columns = list.compactMap { Column($0) }
    }
  }

  /// Rows of pictures that fill the width.
  public struct JustifiedRows: Hashable, Sendable {
    /// The rows from top to bottom.
    public let rows: [Row]
    /// The items that have no place.
    public let hiddenItemIDs: [Int]

    /// One row.
    public struct Row: Hashable, Sendable {
      /// The ids of the items, in their order.
      public let itemIDs: [Int]
      /// The top edge, in points.
      public let y: Double
      /// The height, in points.
      public let height: Double

      init?(_ json: JSONValue) {
        guard let y = json["y"]?.double, let height = json["height"]?.extent else { return nil }
        itemIDs = json["item_ids"]?.integers ?? []
        self.y = y
        self.height = height
      }
    }

    init?(_ json: JSONValue) {
      guard let list = json["rows"]?.array else { return nil }
      rows = list.compactMap { Row($0) }
      hiddenItemIDs = json["hidden_item_ids"]?.integers ?? []
    }
  }

  /// Groups of a large tile beside two small ones.
  public struct Mosaic: Hashable, Sendable {
    /// How many columns there are.
    public let columnCount: Int
    /// The size of the large tiles, in points.
    public let largeSize: Size
    /// The size of the small tiles, in points.
    public let smallSize: Size

    init?(_ json: JSONValue) {
      guard let count = json["columns"]?.int, let large = Size(json["large_size"]),
        let small = Size(json["small_size"])
      else { return nil }
      columnCount = count
      largeSize = large
      smallSize = small
    }
  }

  /// Rows of one height, beside each other where they have room.
  public struct List: Hashable, Sendable {
    /// How many rows are beside each other.
    public let columnCount: Int
    /// The height of a row, in points.
    public let rowHeight: Double
    /// Lines between rows, in the coordinates of the layout, in points; empty for none.
    public let separators: [Rect]

    init?(_ json: JSONValue) {
      guard let height = json["row_height"]?.extent else { return nil }
      columnCount = json["columns"]?.int ?? 1
      rowHeight = height
      separators = (json["separators"]?.array ?? []).compactMap { Rect($0) }
    }
  }
}
