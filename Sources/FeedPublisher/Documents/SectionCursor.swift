import FeedLayout
import LayoutCatalog

/// Where the next page of a section begins, and all that placing it takes beside the section's items.
///
/// It is written into addresses, so servers sign it and believe none that they have not signed.
package struct SectionCursor: Codable, Hashable, Sendable {
  /// The revision that all pages are of.
  package let revision: Int
  /// When that was written, in milliseconds since 1970: a database that is restored from a copy may
  /// come to the same number again.
  let committedAt: Int
  /// The 0-based position of the page's first item.
  package let position: Int
  /// The width of the viewport, in points.
  package let width: Double
  /// Where the section is on the whole screen, in points.
  let top: Double
  let height: Double
  /// How the layout goes on; `nil` for one that is placed as a whole.
  let continuation: SectionContinuation?

  private enum CodingKeys: String, CodingKey {
    case revision = "r"
    case committedAt = "t"
    case position = "p"
    case width = "w"
    case top = "y"
    case height = "h"
    case continuation = "l"
  }

  /// The section's box on the whole screen.
  var frame: FeedSection.Box { FeedSection.Box(x: 0, y: top, width: width, height: height) }
}

extension SectionCursor {
  /// The cursor of the item at `position` in the same section.
  init(_ cursor: SectionCursor, movedTo position: Int, continuation: SectionContinuation?) {
    self.init(
      revision: cursor.revision, committedAt: cursor.committedAt, position: position,
      width: cursor.width, top: cursor.top, height: cursor.height, continuation: continuation)
  }
}

/// Where the layout of a section stands after some of its items.
///
/// Only grids have one: a uniform and a staggered one place an item by those before it. All other
/// layouts need to see every item, those to come as well.
enum SectionContinuation: Codable, Hashable, Sendable {
  case uniformGrid(UniformGridState)
  case staggeredGrid(StaggeredGridState)

  /// A layout of `options` before its first item; `nil` for one that has to see every item.
  init?(_ options: SectionOptions, viewport: Viewport) {
    switch options {
    case .uniformGrid(let options):
      guard let state = try? UniformGridState(viewport: viewport, options: options) else {
        return nil
      }
      self = .uniformGrid(state)
    case .staggeredGrid(let options):
      guard !options.explains,
        let state = try? StaggeredGridState(viewport: viewport, options: options)
      else { return nil }
      self = .staggeredGrid(state)
    case .shelf, .snapCarousel, .circularCarousel, .cardStack, .carousel, .justifiedRows:
      return nil
    }
  }

  /// How many items have been placed.
  private var itemCount: Int {
    switch self {
    case .uniformGrid(let state): state.itemCount
    case .staggeredGrid(let state): state.itemCount
    }
  }

  /// Whether this is how a layout that began as `beginning` stands after `count` items.
  func goesOn(from beginning: SectionContinuation, count: Int) -> Bool {
    guard itemCount == count else { return false }
    return switch (self, beginning) {
    case (.uniformGrid(let state), .uniformGrid(let first)):
      state.viewportWidth == first.viewportWidth && state.options == first.options
    case (.staggeredGrid(let state), .staggeredGrid(let first)):
      state.viewportWidth == first.viewportWidth && state.options == first.options
    default: false
    }
  }

  /// Places `items` after those before them, in a section of `height` points.
  mutating func place(
    _ items: [LayoutItem], inSectionOfHeight height: Double
  ) throws(LayoutError) -> GridPage {
    switch self {
    case .uniformGrid(var state):
      let page = try UniformGridEntry.page(of: items, after: &state, goesUp: false)
      self = .uniformGrid(state)
      return page.part(ofContentOfHeight: height)
    case .staggeredGrid(var state):
      let page = try StaggeredGridEntry.page(of: items, after: &state, goesUp: false)
      self = .staggeredGrid(state)
      return page.part(ofContentOfHeight: height)
    }
  }
}
