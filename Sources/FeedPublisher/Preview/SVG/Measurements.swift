import FeedLayout

extension Screen.Section {
  /// The measurements of a section for designers, one per line, lengths in points.
  var measurements: [String] {
    let place = "y \(frame.y.brief) · h \(frame.height.brief)"
    let count = items.count == 1 ? "1 item" : "\(items.count) items"
    guard !items.isEmpty else { return [place, "no items"] }
    return [place, count] + details
  }

  private var details: [String] {
    switch layout {
    case let shelf as ShelfLayout:
      cellSize + ["media \(Self.text(shelf.mediaSize))"]
        + ["scrolls \(shelf.maxScrollOffset.brief)"]
    case let carousel as SnapCarouselLayout:
      cellSize
        + ["\(carousel.pages.count) × page \(carousel.pageWidth.brief)"]
        + ["starts at \(carousel.initialOffset.brief)"]
    case let ring as CircularCarouselLayout: ["card \(Self.text(ring.cardSize))"]
    case let grid as UniformGridLayout: cellSize + ["media \(Self.text(grid.mediaSize))"]
    case let list as ListLayout:
      cellSize + [list.columnCount == 1 ? "1 column" : "\(list.columnCount) columns"]
    case let grid as StaggeredGridLayout:
      grid.columns.enumerated().map { index, column in
        "column \(index + 1): \(column.itemIDs.count) · \(column.height.brief)"
      }
    case let carousel as CarouselLayout:
      [
        carousel.snaps.count == 1 ? "1 snap" : "\(carousel.snaps.count) snaps",
        carousel.loop == nil
          ? "scrolls \(carousel.maxScrollOffset.brief)"
          : "loops after \(carousel.contentSize.width.brief)",
      ]
    case let layout as JustifiedRowsLayout:
      [
        layout.rows.count == 1 ? "1 row" : "\(layout.rows.count) rows",
        "heights \(Self.range(layout.rows.map(\.height)))",
      ]
    case let mosaic as MosaicLayout:
      [
        mosaic.groups.count == 1 ? "1 group" : "\(mosaic.groups.count) groups",
        "large \(Self.text(mosaic.largeSize))", "small \(Self.text(mosaic.smallSize))",
      ]
    case let pile as CardStackLayout:
      [
        "card \(Self.text(pile.cardSize))", "page \(Self.text(pile.pageSize))",
        pile.options.effect.name,
      ]
    default: cellSize
    }
  }

  private var cellSize: [String] {
    layout.frames.prefix(1).map { "cell \(Self.text(Size(width: $0.width, height: $0.height)))" }
  }

  private static func range(_ values: [Double]) -> String {
    guard let least = values.min(), let most = values.max() else { return "none" }
    return "\(least.brief) to \(most.brief)"
  }

  private static func text(_ size: Size) -> String { "\(size.width.brief) × \(size.height.brief)" }
}
