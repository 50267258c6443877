package import FeedLayout
import StrictJSON

/// The catalogue's entry of ``ShelfLayout``.
package enum ShelfEntry: LayoutEntry {
  package static let type = LayoutType.shelf
  package static let abstract = "A row of equal cells that scrolls freely."
  package static let items = LayoutItemFields.plain

  package static func section(_ options: ShelfLayout.Options) -> SectionOptions {
    .shelf(options)
  }
}

extension ShelfLayout {
  func writeDetails(to object: inout JSONWriter) {
    object.member("media_size", mediaSize)
    object.member("max_scroll_offset", maxScrollOffset)
  }
}
