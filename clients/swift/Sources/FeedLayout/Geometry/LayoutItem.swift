/// The input of a layout for one item: its id and the size of its picture.
///
/// It takes 32 bytes, so that a million of them are read quickly.
public struct LayoutItem: Hashable, Sendable {
  /// Identifies the item in the resulting frames.
  public let id: Int
  /// Both 0 for an item without a picture.
  let mediaWidth: Double
  let mediaHeight: Double
  private let storedSpan: Int32
  /// ``noColumn`` for an item that may go anywhere.
  private let storedColumn: Int16
  private let hasMedia: Bool
  /// Has a usable picture and takes one column, whichever the grid chooses. Known beforehand, so
  /// that a loop over many items has one thing to look at.
  let isPlain: Bool

  private static let noColumn: Int16 = -1

  /// An item; without a picture size it is enough for shelves, pages, rings, piles and uniform
  /// grids.
  public init(id: Int, mediaSize: Size? = nil, columnSpan: Int = 1, keptColumn: Int? = nil) {
    self.id = id
    mediaWidth = mediaSize?.width ?? 0
    mediaHeight = mediaSize?.height ?? 0
    hasMedia = mediaSize != nil
    storedSpan = Int32(clamping: columnSpan)
    storedColumn = keptColumn.map { $0 < 0 ? Self.noColumn : Int16(clamping: $0) } ?? Self.noColumn
    isPlain =
      columnSpan == 1 && storedColumn == Self.noColumn && mediaWidth > 0 && mediaHeight > 0
      && mediaWidth.isFinite && mediaHeight.isFinite
  }

  /// How many columns of a grid the item takes, at least 1; one beyond 32 bits is taken as the last
  /// one within, which no grid has either.
  public var columnSpan: Int { Int(storedSpan) }

  /// The picture's own size, of which the grids need the aspect ratio only and ``CarouselLayout``
  /// the size in points; `nil` when it has none.
  public var mediaSize: Size? {
    hasMedia ? Size(width: mediaWidth, height: mediaHeight) : nil
  }

  /// The 0-based column of a staggered grid the item keeps, because a person has seen it there;
  /// `nil` for one that may go anywhere. A negative column is none, and one beyond 16 bits is kept
  /// as the last one within, which no grid has either.
  public var keptColumn: Int? {
    storedColumn == Self.noColumn ? nil : Int(storedColumn)
  }

  /// ``columnSpan``, if a grid of `columns` has room for it.
  func columnSpan(in columns: Int, index: Int) throws(LayoutError) -> Int {
    guard (1...columns).contains(columnSpan) else {
      throw .spanOverColumns(index: index, id: id, span: columnSpan, columns: columns)
    }
    return columnSpan
  }

  /// Returns this item, kept in `column`; `nil` for an item that may go anywhere.
  public func keeping(column: Int?) -> LayoutItem {
    LayoutItem(id: id, mediaSize: mediaSize, columnSpan: columnSpan, keptColumn: column)
  }
}
