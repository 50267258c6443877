/// The fields that a layout reads of an item.
public enum LayoutItemFields: Hashable, Sendable {
  /// Only its id.
  case plain
  /// Its id, and how many columns it takes.
  case spanning
  /// Its id, and the size of its picture.
  case pictured
  /// Its id, the size of its picture, and how many columns it takes.
  case sized
  /// Its id and its size in points.
  case boxed
  /// The fields of ``sized``, and whether the item keeps the column it was last drawn in.
  case keeping

  /// The fields in words, for help.
  public var words: String {
    switch self {
    case .plain: "Only the id of an item is read."
    case .spanning:
      "The id of each item is read, and column_span, if it takes more than one column."
    case .pictured:
      "The id of each item is read, and the size of its picture (photo_width and photo_height, or "
        + "width and height)."
    case .sized:
      "The id of each item is read, the size of its picture (photo_width and photo_height, or "
        + "width and height), and column_span, if it takes more than one column."
    case .boxed:
      "The id of each item is read, and its size in points (width and height, or photo_width and "
        + "photo_height)."
    case .keeping:
      Self.sized.words
        + " An item with seen, true, stays in the column of its frame: the frame it was last drawn "
        + "at, as in the answer."
    }
  }

  /// Whether the size of an item is read.
  public var hasSize: Bool { self != .plain && self != .spanning }
  /// Whether the columns that an item takes are read.
  public var hasSpan: Bool { self == .spanning || self == .sized || self == .keeping }
}
