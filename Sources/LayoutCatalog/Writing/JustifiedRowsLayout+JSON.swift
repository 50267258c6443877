import FeedLayout
import StrictJSON

extension JustifiedRowsLayout {
  func writeDetails(to object: inout JSONWriter) {
    rows.write(to: &object, frames: frames, firstItem: 0)
    object.array("hidden_item_ids", hiddenItemIDs) { $0.value($1) }
  }
}

extension [JustifiedRowsPage.Row] {
  /// Writes the rows of `frames`, the first of which is that of the item at `firstItem`.
  func write(to object: inout JSONWriter, frames: [Frame], firstItem: Int) {
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
