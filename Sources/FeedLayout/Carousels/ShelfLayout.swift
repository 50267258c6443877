/// A row of equal cells that scrolls freely: a picture above a text.
public struct ShelfLayout: SectionGeometry {
  /// Width of a cell and of its picture, in points.
  public static let cellWidth = 200.0
  /// Height of the text under the picture, in points.
  public static let captionHeight = 100.0
  /// Gap between two cells, in points.
  public static let spacing = 8.0
  /// Gap before the first and after the last cell, in points.
  public static let inset = 8.0

  public let viewport: Viewport
  public let contentSize: Size
  /// The picture at the top of each cell: 200 wide, in the portrait ratio 720:960.
  public let mediaSize: Size
  /// The furthest the row scrolls, in points; 0 when everything fits.
  public let maxScrollOffset: Double
  public let frames: [Frame]

  /// Places `items` from left to right.
  public init(items: [LayoutItem], viewport: Viewport) {
    let media = Size(width: Self.cellWidth, height: Self.cellWidth * 960 / 720)
    let cell = Size(width: Self.cellWidth, height: media.height + Self.captionHeight)

    frames = items.enumerated().map { index, item in
      Frame(
        id: item.id,
        x: Self.inset + Double(index) * (cell.width + Self.spacing), y: 0,
        width: cell.width, height: cell.height)
    }

    let count = Double(items.count)
    let contentWidth =
      Self.inset * 2 + count * cell.width + (count - 1) * Self.spacing
    contentSize =
      items.isEmpty
      ? Size(width: viewport.width, height: 0) : Size(width: contentWidth, height: cell.height)
    maxScrollOffset = max(0, contentSize.width - viewport.width)
    mediaSize = media
    self.viewport = viewport
  }
}
