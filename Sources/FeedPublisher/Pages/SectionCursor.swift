package import FeedLayout
import Foundation
package import FeedModel
import FeedStore
import LayoutCatalog

/// The position at which the next page of a section begins, with the layout state for placing its items.
///
/// It is part of addresses, so servers sign it and refuse any that they have not signed.
package struct SectionCursor: Codable, Hashable, Sendable {
  /// The revision of all pages.
  package private(set) var revision: Int
  /// The id of the revision, since a restored database may assign its number again; `nil` before the first
  /// revision.
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
  /// The last item before the page, behind which the store is read; `nil` for a page of the items that the
  /// section shows on the screen.
  var last: LastItem?
  /// Whether the page has the newest content as long as the section on the screen is unchanged since
  /// ``revision``: it is the first page behind the items on the screen.
  var isOpen: Bool?
  /// The conditions of the variant that the pages are of, sealed; `nil` for what everybody gets.
  var conditions: String?

  /// An item in the order of a section.
  struct LastItem: Codable, Hashable, Sendable {
    /// Its values in the fields that the section is sorted by.
    let values: [String?]
    let id: Int
  }

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

  /// The estimated size in memory, in bytes.
  var byteCount: Int {
    let values = last?.values.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    return 256 + (conditions?.utf8.count ?? 0) + (values ?? 0)
  }

  /// Whether the page is behind the items that the section shows on a screen.
  package var isBehindScreen: Bool { last != nil }

  /// The frame on the screen of the section, with a header of `headerHeight` points above `height` points.
  func frame(headerHeight: Double, height: Double) -> Rect {
    Rect(x: 0, y: top, width: width, height: headerHeight + height)
  }
}

extension SectionCursor {
  /// The traits of the screen that the pages are laid out for.
  ///
  /// - Throws: `LayoutError` for a cursor of a version with other limits.
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
    let position = ListPosition(behind: item, sortedBy: keys)
    cursor.last = LastItem(values: position.values, id: position.id)
    cursor.isOpen = isOpen ? true : nil
    return cursor
  }

  /// Returns this cursor for the content of `revision`.
  func pinned(at revision: NewestContent.Pin) -> SectionCursor {
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

/// The state of a section's layout after some of its items.
///
/// Only grids have one: uniform and staggered grids place an item by the preceding ones. All other
/// layouts depend on every item.
enum SectionContinuation: Codable, Hashable, Sendable {
  case uniformGrid(UniformGridState)
  case staggeredGrid(StaggeredGridState)
  case list(ListState)

  /// The state before the first item; `nil` for a layout that depends on every item.
  init?(_ design: SectionDesign) {
    let viewport = design.traits.viewport
    guard design.options.hasPages else { return nil }
    switch design.options {
    case .uniformGrid(let options):
      guard let state = try? UniformGridState(viewport: viewport, options: options) else {
        return nil
      }
      self = .uniformGrid(state)
    case .staggeredGrid(let options):
      guard let state = try? StaggeredGridState(viewport: viewport, options: options) else {
        return nil
      }
      self = .staggeredGrid(state)
    case .list(let options):
      guard let state = try? ListState(viewport: viewport, options: options) else { return nil }
      self = .list(state)
    case .shelf, .snapCarousel, .circularCarousel, .cardStack, .carousel, .justifiedRows, .mosaic:
      return nil
    }
  }

  /// How many items have been placed.
  private var itemCount: Int {
    switch self {
    case .uniformGrid(let state): state.itemCount
    case .staggeredGrid(let state): state.itemCount
    case .list(let state): state.itemCount
    }
  }

  /// Whether this can be the state after `count` items of a layout that began as `beginning`.
  func continues(from beginning: SectionContinuation, count: Int) -> Bool {
    guard itemCount == count else { return false }
    return switch (self, beginning) {
    case (.uniformGrid(let state), .uniformGrid(let first)):
      state.viewportWidth == first.viewportWidth && state.options == first.options
    case (.staggeredGrid(let state), .staggeredGrid(let first)):
      state.viewportWidth == first.viewportWidth && state.options == first.options
    case (.list(let state), .list(let first)):
      state.viewportWidth == first.viewportWidth && state.options == first.options
    default: false
    }
  }

  /// Places the next `items`, in a section of at least `height` points.
  mutating func place(
    _ items: [LayoutItem], inSectionOfHeight height: Double
  ) throws(LayoutError) -> GridPage {
    switch self {
    case .uniformGrid(var state):
      let page = try UniformGridEntry.page(of: items, after: &state, goesUp: false)
      self = .uniformGrid(state)
      return page.part(ofContentOfHeight: max(height, page.height))
    case .staggeredGrid(var state):
      let page = try StaggeredGridEntry.page(of: items, after: &state, goesUp: false)
      self = .staggeredGrid(state)
      return page.part(ofContentOfHeight: max(height, page.height))
    case .list(var state):
      let page = try ListEntry.page(of: items, after: &state, goesUp: false)
      self = .list(state)
      return page.part(ofContentOfHeight: max(height, page.height))
    }
  }
}
