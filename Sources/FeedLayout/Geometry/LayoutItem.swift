/// What a layout needs to know of an item: which one it is, and how large its picture is.
public struct LayoutItem: Hashable, Sendable {
  /// Identifies the item in the resulting frames.
  public let id: Int
  /// The picture's own size, of which only the aspect ratio matters; `nil` when it has none.
  public let mediaSize: Size?

  /// An item without a picture size, enough for every layout but the staggered grid.
  public init(id: Int, mediaSize: Size? = nil) {
    self.id = id
    self.mediaSize = mediaSize
  }
}
