import FeedLayout

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
