/// Finished justified rows: those of all items, or those that further items have closed.
public struct JustifiedRowsPage: Hashable, Sendable {
  /// One row.
  public struct Row: Hashable, Sendable {
    /// The 0-based number of the row.
    public let index: Int
    /// The positions of its items, counted from the first item of all.
    public let items: Range<Int>
    /// Top edge, in points.
    public let y: Double
    /// Height of the row and of every frame in it, in points.
    public let height: Double
    /// Whether it is a last row that its items did not fill.
    public let isWidow: Bool
    /// Whether it is one picture across the whole width because it was that row's turn.
    public let isFullWidth: Bool
    /// Whether a bound limits the height of the row, so that its frames are wider or narrower than
    /// their pictures: those are cropped to fill them.
    public let isCropped: Bool
  }

  /// One frame per item, in their order; a hidden item has one without extent at the bottom.
  public internal(set) var frames: [Frame] = []
  /// The rows from top to bottom.
  public internal(set) var rows: [Row] = []
  /// The items that no row shows.
  public internal(set) var hiddenItemIDs: [Int] = []

  /// Puts `other` below: the open row below those that are closed.
  public mutating func add(_ other: Self) {
    frames += other.frames
    rows += other.rows
    hiddenItemIDs += other.hiddenItemIDs
  }
}
