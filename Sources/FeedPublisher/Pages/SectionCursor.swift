package import FeedLayout
package import FeedModel
import FeedStore
import Foundation

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

/// The state of a layout that places an item by the preceding ones, after some of the items.
struct SectionContinuation: Codable, Hashable, Sendable {
  private var state: any LayoutState

  /// The state before the first item; `nil` for a layout that depends on every item.
  init?(_ design: SectionDesign) {
    guard let state = design.options.beginning(in: design.traits.viewport) else { return nil }
    self.state = state
  }

  /// Whether this can be the state after `count` items of a layout that began as `beginning`.
  func continues(from beginning: SectionContinuation, count: Int) -> Bool {
    state.continues(from: beginning.state, count: count)
  }

  /// Places the next `items`, in a section of at least `height` points on a screen with `viewport`.
  mutating func place(
    _ items: [LayoutItem], inSectionOfHeight height: Double, in viewport: Viewport
  ) throws(LayoutError) -> any SectionLayout {
    let page: any SectionLayout
    (state, page) = try state.placing(items, inSectionOfHeight: height, in: viewport)
    return page
  }

  static func == (continuation: Self, other: Self) -> Bool {
    continuation.state.isEqual(to: other.state)
  }

  func hash(into hasher: inout Hasher) { state.hash(into: &hasher) }
}

extension SectionOptions {
  /// The state of a layout with pages before its first item.
  fileprivate func beginning(in viewport: Viewport) -> (any LayoutState)? {
    guard hasPages, let layout = Layout.self as? any ContinuingLayout.Type else { return nil }
    return layout.beginning(with: self, in: viewport)
  }
}

extension ContinuingLayout {
  fileprivate static func beginning(
    with options: any SectionOptions, in viewport: Viewport
  ) -> (any LayoutState)? {
    guard let options = options as? Options else { return nil }
    return try? State(viewport: viewport, options: options)
  }
}

extension LayoutState {
  /// Places `items` below all others, in a list of at least `height` points.
  fileprivate func placing(
    _ items: [LayoutItem], inSectionOfHeight height: Double, in viewport: Viewport
  ) throws(LayoutError) -> (state: any LayoutState, page: any SectionLayout) {
    var state = self
    var page = try Layout(items, after: &state, goesUp: false, in: viewport)
    page.becomePart(ofHeight: max(height, page.contentSize.height))
    return (state, page)
  }

  fileprivate func isEqual(to other: any LayoutState) -> Bool { self == other as? Self }
}

// MARK: - In cursors

extension SectionContinuation {
  /// The name of a layout in cursors, and that of its state.
  fileprivate struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue _: Int) { nil }

    /// The name in camel case: `staggeredGrid`.
    init(_ layout: any SectionLayout.Type) {
      let words = layout.name.split(separator: "_")
      stringValue = words.dropFirst().reduce(into: String(words.first ?? "")) { name, word in
        name += word.prefix(1).uppercased() + word.dropFirst()
      }
    }

    static let state = Key(stringValue: "_0")
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let layouts = SectionLayouts.all.compactMap { $0 as? any ContinuingLayout.Type }
    guard let key = container.allKeys.first, container.allKeys.count == 1,
      let layout = layouts.first(where: { Key($0).stringValue == key.stringValue })
    else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "not the state of one layout"))
    }
    state = try Self.state(
      of: layout, in: container.nestedContainer(keyedBy: Key.self, forKey: key))
  }

  private static func state<Layout: ContinuingLayout>(
    of _: Layout.Type, in container: KeyedDecodingContainer<Key>
  ) throws -> any LayoutState {
    try container.decode(Layout.State.self, forKey: .state)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    var layout = container.nestedContainer(keyedBy: Key.self, forKey: Key(state.layoutType))
    try state.encode(in: &layout)
  }
}

extension LayoutState {
  fileprivate var layoutType: any SectionLayout.Type { Layout.self }

  fileprivate func encode(
    in container: inout KeyedEncodingContainer<SectionContinuation.Key>
  ) throws {
    try container.encode(self, forKey: .state)
  }
}
