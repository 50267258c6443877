// Not yet compiled with Apple's SDK: checked on Linux against stubs of the declarations that it uses.

#if canImport(SwiftUI)
  import FeedLayout
  public import SwiftUI
  public import TanadaClient

  /// Draws a screen. It is as wide as its document, and asks nobody for anything but pictures.
  ///
  /// Kinds that an app draws itself are chosen by the closure `item`; all others are drawn by ``FeedItemView``.
  public struct FeedView<Item: View>: View {
    private let screen: FeedScreen
    private let actions: FeedActions
    private let item: (FeedSection, FeedSection.Entry) -> Item

    /// - Parameters:
    ///   - document: the document to draw.
    ///   - actions: what happens when something is tapped, seen or comes to its end.
    ///   - item: the view of an item, in the size of its frame.
    public init(
      _ document: FeedDocument, actions: FeedActions = FeedActions(),
      @ViewBuilder item: @escaping (FeedSection, FeedSection.Entry) -> Item
    ) {
      screen = FeedScreen(document)
      self.actions = actions
      self.item = item
    }

    public var body: some View {
      ScrollView {
        LazyVStack(alignment: .leading, spacing: 0) {
          ForEach(blocks) { block in
            FeedSectionView(section: block.section, actions: actions, item: item)
              .padding(.top, block.gap)
              .onAppear {
                // A row does not push away what is below it.
                if block.section.motion != nil, block.section.section.next != nil {
                  actions.end?(block.id)
                }
              }
          }
          if let last = screen.sections.last, last.motion == nil, let next = last.section.next {
            // Each page has an end of its own, which appears once.
            Color.clear.frame(height: 1).id(next).onAppear { actions.end?(last.section.id) }
          }
        }
        .frame(width: screen.document.viewportWidth, alignment: .leading)
      }
      // A document that reads from right to left is mirrored already.
      .environment(\.layoutDirection, .leftToRight)
    }

    /// A section and the space above it, in points.
    private struct Block: Identifiable {
      let section: FeedScreen.Section
      let gap: Double

      var id: String { section.section.id }
    }

    private var blocks: [Block] {
      var bottom = 0.0
      return screen.sections.map { section in
        let frame = section.section.frame
        defer { bottom = frame.maxY }
        return Block(section: section, gap: max(0, frame.y - bottom))
      }
    }
  }

  extension FeedView where Item == FeedItemView {
    /// A feed of which every item is drawn as the slots of its section say.
    ///
    /// - Parameters:
    ///   - document: the document to draw.
    ///   - base: the address of the server, which the addresses of documents are relative to.
    ///   - actions: what happens when something is tapped, seen or comes to its end.
    public init(_ document: FeedDocument, base: URL, actions: FeedActions = FeedActions()) {
      self.init(document, actions: actions) { section, entry in
        FeedItemView(entry, of: section, base: base)
      }
    }
  }

  /// What happens to a feed.
  public struct FeedActions: Sendable {
    /// Takes the item that was tapped, and its section.
    public var select: (@MainActor (FeedSection, FeedItem) -> Void)?
    /// Takes the action of a header that was tapped.
    public var open: (@MainActor (FeedSection, FeedAction) -> Void)?
    /// Takes the id of a section that comes into sight and has a further page.
    public var end: (@MainActor (String) -> Void)?

    /// The actions of a screen; without arguments, none.
    public init(
      select: (@MainActor (FeedSection, FeedItem) -> Void)? = nil,
      open: (@MainActor (FeedSection, FeedAction) -> Void)? = nil,
      end: (@MainActor (String) -> Void)? = nil
    ) {
      self.select = select
      self.open = open
      self.end = end
    }
  }
#endif
