// Not yet compiled with Apple's SDK: checked on Linux against stubs of the declarations that it uses.

#if canImport(SwiftUI)
  public import SwiftUI
  public import TanadaClient

  /// A feed that is loaded for the width and the text size that it is shown at, follows its server, and loads pages.
  public struct LoadedFeedView: View {
    private let client: FeedClient
    private let feed: String
    private let locale: String?
    private let facts: ClientFacts
    private let actions: FeedActions
    private let failed: @MainActor (FeedError) -> Void

    @State private var document: FeedDocument?
    @State private var pages: PageLoader
    /// The screen that is followed.
    @State private var asked: FeedQuery?
    @Environment(\.dynamicTypeSize) private var typeSize

    /// - Parameters:
    ///   - client: the client of the server.
    ///   - feed: the name of the feed.
    ///   - locale: the locale of the reader; nil for the first of the server.
    ///   - facts: what the client says about itself.
    ///   - actions: what happens when something is tapped.
    ///   - failed: takes an error; the last good document stays.
    public init(
      _ client: FeedClient, feed: String = "home", locale: String? = nil,
      facts: ClientFacts = ClientFacts(), actions: FeedActions = FeedActions(),
      failed: @escaping @MainActor (FeedError) -> Void = { _ in }
    ) {
      self.client = client
      _pages = State(initialValue: PageLoader(client: client))
      self.feed = feed
      self.locale = locale
      self.facts = facts
      self.actions = actions
      self.failed = failed
    }

    public var body: some View {
      GeometryReader { geometry in
        let query = FeedQuery(
          width: Double(geometry.size.width), textSize: typeSize.feedTextSize, locale: locale,
          facts: facts)
        let isSized = geometry.size.width > 0
        ZStack {
          if let document { FeedView(document, base: client.base, actions: pagedActions) }
        }
        .task(id: query) {
          // A view that has no size yet asks for nothing, and a window that is being resized waits.
          guard isSized else { return }
          asked = query
          let pause = document == nil ? Duration.zero : FeedClient.resizingPause
          for await update in client.updates(of: feed, query, after: pause) {
            switch update {
            case .document(let loaded):
              let next = loaded.document.keepingPages(of: document)
              if next != document { document = next }
            case .failed(let error): failed(error)
            }
          }
        }
      }
    }

    /// Loads the screen again, without the pages that were loaded.
    private func reload() async {
      guard let asked, let loaded = try? await client.load(feed, asked) else { return }
      document = loaded.document
    }

    private func loadPage(of section: String, in before: FeedDocument) async {
      var isToBeRetried = false
      await pages.load(section, in: before) { outcome in
        switch outcome {
        case .loaded(let longer):
          // A document that has come meanwhile has pages of its own.
          if document == before { document = longer }
        case .gone: Task { await reload() }
        case .failed(let error): failed(error)
        case .retry: isToBeRetried = document == before
        }
      }
      // The end is in sight still: it does not appear once more.
      if isToBeRetried { await loadPage(of: section, in: before) }
    }

    private var pagedActions: FeedActions {
      var actions = actions
      actions.end = { section in
        guard let before = document else { return }
        Task { await loadPage(of: section, in: before) }
      }
      return actions
    }
  }

  extension DynamicTypeSize {
    /// The `text_size` of this size: that of body text, divided by 17 points.
    public var feedTextSize: Double {
      let names: [(DynamicTypeSize, String)] = [
        (.xSmall, "XS"), (.small, "S"), (.medium, "M"), (.large, "L"), (.xLarge, "XL"),
        (.xxLarge, "XXL"), (.xxxLarge, "XXXL"), (.accessibility1, "AccessibilityM"),
        (.accessibility2, "AccessibilityL"), (.accessibility3, "AccessibilityXL"),
        (.accessibility4, "AccessibilityXXL"), (.accessibility5, "AccessibilityXXXL"),
      ]
      let name = names.first { $0.0 == self }?.1 ?? ""
      return FeedQuery.textSize(ofCategory: "UICTContentSizeCategory\(name)")
    }
  }
#endif
