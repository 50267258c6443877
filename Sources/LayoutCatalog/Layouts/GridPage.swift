package import FeedLayout
package import StrictJSON

/// What follows on from a state.
package struct GridPage: Hashable, Sendable {
  /// What each layout has of its own.
  enum Details: Hashable, Sendable {
    case uniform(columnCount: Int, mediaSize: Size)
    /// The top is not told of a page whose grid grows downwards only.
    case staggered(contentTop: Double?, columns: [StaggeredGridState.Column])
    case justified(JustifiedRowsPage, firstItem: Int)
  }

  /// All that is placed so far, before this page and on it, or all that is going to be.
  private(set) var contentSize: Size
  private(set) var details: Details
  /// The frames of this page, hidden ones last.
  let frames: [Frame]

  init(width: Double, height: Double, details: Details, frames: [Frame]) {
    // Two edges at the ends of all numbers are further apart than any number.
    contentSize = Size(width: width, height: min(height, .greatestFiniteMagnitude))
    self.details = details
    self.frames = frames
  }

  /// Which layout this is a page of.
  private var type: LayoutType {
    switch details {
    case .uniform: .uniformGrid
    case .staggered: .staggeredGrid
    case .justified: .justifiedRows
    }
  }

  /// The page as a part of a list that takes `height` points in all, and begins at 0.
  package func part(ofContentOfHeight height: Double) -> GridPage {
    var page = self
    page.contentSize = Size(width: contentSize.width, height: height)
    if case .staggered(_, let columns) = details {
      page.details = .staggered(contentTop: nil, columns: columns)
    }
    return page
  }

  /// Writes the members that a whole layout has too.
  package func write(
    to object: inout JSONWriter, viewport: Viewport, presentation: LayoutPresentation
  ) {
    object.member("type", type.rawValue)
    object.object("viewport") { viewport.write(to: &$0) }
    object.member("content_size", contentSize)
    var hiddenCount = 0
    switch details {
    case .uniform(let columnCount, let mediaSize):
      object.member("columns", columnCount)
      object.member("media_size", mediaSize)
    case .staggered(let contentTop, let columns):
      if let contentTop { object.member("content_top", contentTop) }
      object.array("columns", columns.indices) { writer, index in
        writer.object {
          $0.array("item_ids", frames.filter { $0.takes(column: index) }) { $0.value($1.id) }
          $0.member("balance_height", columns[index].balanceHeight)
          $0.member("height", columns[index].height)
        }
      }
    case .justified(let page, let firstItem):
      hiddenCount = page.hiddenItemIDs.count
      page.rows.write(to: &object, frames: frames, firstItem: firstItem)
      object.array("hidden_item_ids", page.hiddenItemIDs) { $0.value($1) }
    }
    object.array("frames", frames) { $1.write(to: &$0) }
    presentation.write(frames, hiddenCount: hiddenCount, to: &object)
  }
}

extension Frame {
  fileprivate func takes(column index: Int) -> Bool {
    guard let column else { return false }
    return (column..<column + columnSpan).contains(index)
  }
}
