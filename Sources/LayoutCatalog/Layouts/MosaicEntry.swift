package import FeedLayout
import StrictJSON

/// The catalogue's entry of ``MosaicLayout``.
package enum MosaicEntry: LayoutEntry {
  package static let type = LayoutType.mosaic
  package static let abstract =
    "Groups of three: a large tile beside two small ones, at one side and then at the other."
  package static let discussion = """
    The first item of a group is the large one. With n columns, each c = (W - (2 * inset + (n - 1) * \
    spacing)) / n wide, a large tile is l = c * (n - 1) + spacing * (n - 2) wide and h = max(min(l / \
    aspect_ratio, max_height), 2 * min_tile_height + spacing) high, and a small one c wide and (h - \
    spacing) / 2 high. A rest of one item takes the whole width, a rest of two items halves of it, both \
    h high. In one column l is c, and all tiles are below each other, so that a group is higher than its \
    large tile.
    """
  package static let items = LayoutItemFields.plain

  package static func section(_ options: MosaicLayout.Options) -> SectionOptions {
    .mosaic(options)
  }
}

extension MosaicLayout {
  func writeDetails(to object: inout JSONWriter) {
    object.member("columns", options.columnCount)
    object.member("large_size", largeSize)
    object.member("small_size", smallSize)
    object.array("groups", groups) { writer, group in
      writer.object {
        $0.member("index", group.index)
        $0.array("item_ids", frames[group.items]) { $0.value($1.id) }
        $0.member("y", group.y)
        $0.member("height", group.height)
        if let side = group.largeSide {
          $0.member("large_side", side.rawValue)
        } else {
          $0.null("large_side")
        }
      }
    }
  }
}
