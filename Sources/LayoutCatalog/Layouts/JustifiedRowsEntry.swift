package import FeedLayout
import StrictJSON

/// The catalogue's entry of ``JustifiedRowsLayout``.
package enum JustifiedRowsEntry: PagedLayoutEntry {
  package static let type = LayoutType.justifiedRows
  package static let abstract =
    "Rows of pictures that keep their aspect ratios and fill the width."
  package static let items = LayoutItemFields.pictured
  package static let pageWords = """
    With with_state and state items are laid out page by page, with the same rows as all at once. \
    A last row that is not full continues on the next page: the answer to a state begins with that \
    row, and its frames are the new ones of its items. Only greedy breaks can be continued.
    """

  package static func beginning(
    in viewport: Viewport, options: JustifiedRowsLayout.Options, from _: JustifiedRowsState?,
    named option: String
  ) throws -> JustifiedRowsState {
    guard options.breaks == .greedy else {
      throw OptionProblem(
        option: option, expected: "greedy breaks", found: options.breaks.rawValue)
    }
    return try JustifiedRowsState(viewport: viewport, options: options)
  }

  package static func page(
    of items: [LayoutItem], after state: inout JustifiedRowsState, goesUp _: Bool
  ) throws(LayoutError) -> GridPage {
    let first = state.itemCount - state.openItemIDs.count
    var page = try state.append(items)
    page.add(state.openRow)
    return GridPage(
      width: state.viewportWidth,
      height: page.rows.last.map { $0.y + $0.height } ?? state.bottom,
      details: JustifiedRowsDetails(page: page, firstItem: first), frames: page.frames)
  }

  package static func section(_ options: JustifiedRowsLayout.Options) -> SectionOptions {
    .justifiedRows(options)
  }
}

/// The details of a page of justified rows.
private struct JustifiedRowsDetails: GridPageDetails {
  static let type = LayoutType.justifiedRows

  let page: JustifiedRowsPage
  let firstItem: Int

  var hiddenCount: Int { page.hiddenItemIDs.count }

  func write(_ frames: [Frame], to object: inout JSONWriter) {
    page.rows.write(to: &object, frames: frames, firstItem: firstItem)
    object.array("hidden_item_ids", page.hiddenItemIDs) { $0.value($1) }
  }
}

extension JustifiedRowsLayout {
  func writeDetails(to object: inout JSONWriter) {
    rows.write(to: &object, frames: frames, firstItem: 0)
    object.array("hidden_item_ids", hiddenItemIDs) { $0.value($1) }
  }
}

extension [JustifiedRowsPage.Row] {
  /// Writes the rows of `frames`, the first of which is that of the item at `firstItem`.
  fileprivate func write(to object: inout JSONWriter, frames: [Frame], firstItem: Int) {
    object.array("rows", self) { writer, row in
      let items = (row.items.lowerBound - firstItem)..<(row.items.upperBound - firstItem)
      writer.object {
        $0.member("index", row.index)
        $0.array("item_ids", frames[items]) { $0.value($1.id) }
        $0.member("y", row.y)
        $0.member("height", row.height)
        $0.member("widow", row.isWidow)
        $0.member("full_width", row.isFullWidth)
        $0.member("cropped", row.isCropped)
      }
    }
  }
}
