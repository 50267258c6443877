import FeedLayout
import FeedPublisher
import StrictJSON

extension FeedSection {
  /// What a designer wants to know of a section, one fact a line, lengths in points.
  var measurements: [String] {
    let place = "y \(NumberText.brief(frame.y)) · h \(NumberText.brief(frame.height))"
    let count = items.count == 1 ? "1 item" : "\(items.count) items"
    guard !items.isEmpty else { return [place, "no items"] }
    return [place, count] + details
  }

  private var details: [String] {
    switch layout {
    case .shelf(let shelf):
      cell + ["media \(Self.text(shelf.mediaSize))"]
        + ["scrolls \(NumberText.brief(shelf.maxScrollOffset))"]
    case .snapCarousel(let carousel):
      cell
        + ["\(carousel.pages.count) × page \(NumberText.brief(carousel.pageWidth))"]
        + ["starts at \(NumberText.brief(carousel.initialOffset))"]
    case .circularCarousel(let ring): ["card \(Self.text(ring.cardSize))"]
    case .uniformGrid(let grid): cell + ["media \(Self.text(grid.mediaSize))"]
    case .staggeredGrid(let grid):
      grid.columns.enumerated().map { index, column in
        "column \(index + 1): \(column.itemIDs.count) · \(NumberText.brief(column.height))"
      }
    case .carousel(let carousel):
      [
        carousel.snaps.count == 1 ? "1 snap" : "\(carousel.snaps.count) snaps",
        carousel.loop == nil
          ? "scrolls \(NumberText.brief(carousel.maxScrollOffset))"
          : "loops after \(NumberText.brief(carousel.contentSize.width))",
      ]
    case .justifiedRows(let layout):
      [
        layout.rows.count == 1 ? "1 row" : "\(layout.rows.count) rows",
        "heights \(Self.range(layout.rows.map(\.height)))",
      ]
    case .cardStack(let pile):
      [
        "card \(Self.text(pile.cardSize))", "page \(Self.text(pile.pageSize))",
        pile.options.effect.name,
      ]
    }
  }

  private var cell: [String] {
    layout.frames.prefix(1).map { "cell \(Self.text(Size(width: $0.width, height: $0.height)))" }
  }

  private static func range(_ values: [Double]) -> String {
    guard let least = values.min(), let most = values.max() else { return "none" }
    return "\(NumberText.brief(least)) to \(NumberText.brief(most))"
  }

  private static func text(_ size: Size) -> String {
    "\(NumberText.brief(size.width)) × \(NumberText.brief(size.height))"
  }
}
