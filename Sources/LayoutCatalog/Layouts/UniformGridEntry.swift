package import FeedLayout
import StrictJSON

/// The catalogue's entry of ``UniformGridLayout``.
package enum UniformGridEntry: PagedLayoutEntry {
  package static let type = LayoutType.uniformGrid
  package static let abstract = "Equal cells in rows: a picture above a text."
  package static let items = LayoutItemFields.spanning
  package static let pageWords =
    "With with_state and state items are laid out page by page, with the same frames as all at "
    + "once."

  package static func beginning(
    in viewport: Viewport, options: UniformGridLayout.Options, from _: UniformGridState?,
    named _: String
  ) throws -> UniformGridState {
    try UniformGridState(viewport: viewport, options: options)
  }

  package static func page(
    of items: [LayoutItem], after state: inout UniformGridState, goesUp _: Bool
  ) throws(LayoutError) -> GridPage {
    var frames: [Frame] = []
    frames.reserveCapacity(items.count)
    for item in items { frames.append(try state.place(item)) }
    return GridPage(
      width: state.viewportWidth, height: state.contentBottom,
      details: UniformGridPage(columnCount: state.options.columnCount, mediaSize: state.mediaSize),
      frames: frames)
  }

  package static func section(_ options: UniformGridLayout.Options) -> SectionOptions {
    .uniformGrid(options)
  }
}

/// The details of a page of a uniform grid.
private struct UniformGridPage: GridPageDetails {
  static let type = LayoutType.uniformGrid

  let columnCount: Int
  let mediaSize: Size

  func write(_: [Frame], to object: inout JSONWriter) {
    object.member("columns", columnCount)
    object.member("media_size", mediaSize)
  }
}

extension UniformGridLayout {
  func writeDetails(to object: inout JSONWriter) {
    UniformGridPage(columnCount: options.columnCount, mediaSize: mediaSize)
      .write(frames, to: &object)
  }
}
