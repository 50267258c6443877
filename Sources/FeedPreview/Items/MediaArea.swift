import FeedLayout

extension SectionLayout {
  /// Where the picture of a cell goes that takes `cell`.
  func mediaArea(of cell: Rectangle) -> Rectangle {
    switch self {
    case .shelf, .uniformGrid:
      guard let media = mediaSize else { return cell }
      return Rectangle(
        x: cell.x, y: cell.y,
        width: min(media.width, cell.width), height: min(media.height, cell.height))
    case .snapCarousel:
      // A square thumbnail with the same margin on three sides.
      let margin = cell.height / 10
      let side = min(cell.height, cell.width) - margin * 2
      return Rectangle(x: cell.x + margin, y: cell.y + margin, width: side, height: side)
    case .circularCarousel, .staggeredGrid, .cardStack, .carousel, .justifiedRows: return cell
    }
  }

  /// Whether the picture fills the cell, so that its text has to stand on the picture.
  var hasFullBleedMedia: Bool {
    switch self {
    case .shelf, .uniformGrid, .snapCarousel: false
    case .circularCarousel, .staggeredGrid, .cardStack, .carousel, .justifiedRows: true
    }
  }
}
