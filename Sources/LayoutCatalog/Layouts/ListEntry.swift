package import FeedLayout
import StrictJSON

/// The catalogue's entry of ``ListLayout``.
package enum ListEntry: PagedLayoutEntry {
  package static let type = LayoutType.list
  package static let abstract = "Rows of one height, in as many columns as there is room for."
  package static let items = LayoutItemFields.plain
  package static let pageWords =
    "With with_state and state items are laid out page by page, with the same frames as all at "
    + "once."

  package static func beginning(
    in viewport: Viewport, options: ListLayout.Options, from _: ListState?, named _: String
  ) throws -> ListState {
    try ListState(viewport: viewport, options: options)
  }

  package static func page(
    of items: [LayoutItem], after state: inout ListState, goesUp _: Bool
  ) throws(LayoutError) -> GridPage {
    let frames = items.map { state.place($0) }
    return GridPage(
      width: state.viewportWidth, height: state.contentBottom,
      details: ListPage(columnCount: state.columnCount, rowHeight: state.options.rowHeight),
      frames: frames)
  }

  package static func section(_ options: ListLayout.Options) -> SectionOptions {
    .list(options)
  }
}

/// The details of a page of a list.
private struct ListPage: GridPageDetails {
  static let type = LayoutType.list

  let columnCount: Int
  let rowHeight: Double

  func write(_: [Frame], to object: inout JSONWriter) {
    object.member("columns", columnCount)
    object.member("row_height", rowHeight)
  }
}

extension ListLayout {
  func writeDetails(to object: inout JSONWriter) {
    ListPage(columnCount: columnCount, rowHeight: options.rowHeight).write(frames, to: &object)
  }
}
