import FeedLayout
import LayoutCatalog

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
