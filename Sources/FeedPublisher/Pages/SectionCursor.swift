package import FeedLayout
import Foundation
package import FeedModel
import FeedStore

/// The position at which the next page of a section begins, with the layout state for placing its
/// items. Addresses have it signed.
package struct SectionCursor: Codable, Hashable, Sendable {
  /// The revision of all pages.
  package private(set) var revision: Int
  /// The id of the revision, whose number a restored database may assign again.
  private(set) var revisionID: UUID?
  /// The 0-based position of the page's first item.
  package private(set) var position: Int
  /// The width of the viewport, in points.
  package let width: Double
  /// The text size; `nil` for the standard one.
  let textSize: Double?
  /// `nil` for left to right.
  let direction: String?
  /// The locale; `nil` for the default one.
  let locale: String?
  /// The newest version that the client draws; `nil` for one that draws everything.
  let version: Int?
  /// The section's top edge on the screen, in points.
  private(set) var top: Double
  /// The height of the section's layout, in points.
  private(set) var height: Double
  /// The state of the layout before the page; `nil` for a layout that is computed as a whole.
  private(set) var continuation: SectionContinuation?
  /// The last item before the page, behind which the store is read; `nil` on the screen.
  private(set) var last: ListPosition?
  /// Whether it is the first page behind the screen, with the newest content as long as the section
  /// is as at ``revision``.
  private(set) var isOpen: Bool?
  /// The conditions of the variant that the pages are of, sealed; `nil` for what everybody gets.
  var conditions: String?

  /// The number and the id of a revision that pages stay with.
  typealias Revision = (number: Int, id: UUID)

  private enum CodingKeys: String, CodingKey {
    case revision = "r"
    case revisionID = "i"
    case position = "p"
    case width = "w"
    case textSize = "s"
    case direction = "d"
    case locale = "g"
    case version = "v"
    case top = "y"
    case height = "h"
    case continuation = "l"
    case last = "a"
    case isOpen = "o"
    case conditions = "c"
  }

  var byteCount: Int {
    let values = last?.values.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    return 256 + (conditions?.utf8.count ?? 0) + (values ?? 0)
  }

  /// Whether the page is behind the items that the section shows on a screen.
  package var isBehindScreen: Bool { last != nil }

  /// The frame of the section on the screen, with a header above `height` points.
  func frame(headerHeight: Double, height: Double) -> Rect {
    Rect(x: 0, y: top, width: width, height: headerHeight + height)
  }
}

extension SectionCursor {
  /// The traits of the screen; throws for a cursor of a version with other limits.
  package var traits: ScreenTraits {
    get throws(LayoutError) {
      ScreenTraits(
        try Viewport(width: width), textSize: try textSize.map(TextSize.init) ?? .standard,
        direction: direction.flatMap(LayoutDirection.init) ?? .leftToRight,
        version: version ?? DocumentVersion.newest)
    }
  }

  /// The locale of the pages; `nil` for the default one.
  package var localeTag: LocaleTag? { locale.flatMap { LocaleTag($0) } }

  /// The cursor of the item at `position` in the same section, of which `height` points are placed.
  func moved(
    to position: Int, height: Double, continuation: SectionContinuation?
  ) -> SectionCursor {
    var cursor = self
    (cursor.position, cursor.height, cursor.continuation) = (position, height, continuation)
    return cursor
  }

  /// The cursor of the page behind `item`, whose items the section does not show on the screen.
  func leaving(
    behind item: ContentItem, sortedBy keys: [ContentQuery.SortKey], isOpen: Bool
  ) -> SectionCursor {
    var cursor = self
    cursor.last = ListPosition(behind: item, sortedBy: keys)
    cursor.isOpen = isOpen ? true : nil
    return cursor
  }

  /// Returns this cursor for the content of `revision`.
  func pinned(at revision: Revision) -> SectionCursor {
    var cursor = self
    (cursor.revision, cursor.revisionID, cursor.isOpen) = (revision.number, revision.id, nil)
    return cursor
  }

  /// Returns this cursor for a section with its top edge at `top` points.
  func at(top: Double) -> SectionCursor {
    var cursor = self
    cursor.top = top
    return cursor
  }
}
