// Not yet compiled with Apple's SDK: checked on Linux against stubs of the declarations that it uses.

#if canImport(UIKit) && !os(watchOS)
  public import TanadaClient
  public import UIKit

  /// A feed on a screen of its own: it loads the document of its width and text size, follows it, and loads pages.
  open class FeedViewController: UIViewController {
    /// The view of the feed.
    public let feedView: FeedScreenView
    /// Takes an error; the last good document stays.
    public var onError: ((FeedError) -> Void)?
    /// Opens an action; by default its deep link, or else its page.
    public var onOpen: ((FeedAction) -> Void)?

    private let client: FeedClient
    private let feed: String
    private let locale: String?
    private let facts: ClientFacts
    private var query: FeedQuery?
    private var following: Task<Void, Never>?
    private lazy var pages = PageLoader(client: client)

    /// - Parameters:
    ///   - client: the client of the server.
    ///   - feed: the name of the feed.
    ///   - locale: the locale of the reader; nil for the first of the server.
    ///   - facts: what the client says about itself.
    ///   - cells: the classes of cells by kind.
    ///   - drawing: what cells need beside their items.
    public init(
      client: FeedClient, feed: String = "home", locale: String? = nil,
      facts: ClientFacts = ClientFacts(), cells: FeedCells = FeedCells(), drawing: FeedDrawing
    ) {
      self.client = client
      self.feed = feed
      self.locale = locale
      self.facts = facts
      feedView = FeedScreenView(cells: cells, drawing: drawing)
      super.init(nibName: nil, bundle: nil)
      feedView.onSelect = { [weak self] _, item in
        if let action = item.action { self?.open(action) }
      }
      feedView.onAction = { [weak self] _, action in self?.open(action) }
      feedView.onEnd = { [weak self] section in self?.loadPage(of: section) }
    }

    @available(*, unavailable)
    public required init?(coder: NSCoder) { nil }

    override open func viewDidLoad() {
      super.viewDidLoad()
      view.addSubview(feedView)
    }

    /// The document follows the width inside of the safe area, and the text size: also when the device is turned, the
    /// window is split, or the reader chooses another size.
    override open func viewDidLayoutSubviews() {
      super.viewDidLayoutSubviews()
      let insets = view.safeAreaInsets
      feedView.frame = CGRect(
        x: insets.left, y: 0, width: view.bounds.width - insets.left - insets.right,
        height: view.bounds.height)
      follow()
    }

    override open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
      super.traitCollectionDidChange(previousTraitCollection)
      if viewIfLoaded?.window != nil { follow() }
    }

    override open func viewWillAppear(_ animated: Bool) {
      super.viewWillAppear(animated)
      feedView.setActive(true)
      follow()
    }

    override open func viewDidDisappear(_ animated: Bool) {
      super.viewDidDisappear(animated)
      feedView.setActive(false)
      following?.cancel()
      following = nil
      query = nil
    }

    private func follow() {
      guard feedView.bounds.width > 0 else { return }
      let category = traitCollection.preferredContentSizeCategory.rawValue
      let wanted = FeedQuery(
        width: Double(feedView.bounds.width), textSize: FeedQuery.textSize(ofCategory: category),
        locale: locale, facts: facts)
      guard wanted != query else { return }
      query = wanted
      following?.cancel()
      // A window that is being resized has another width with every frame.
      let pause = feedView.document == nil ? Duration.zero : FeedClient.resizingPause
      following = Task { [weak self, client, feed] in
        for await update in client.updates(of: feed, wanted, after: pause) {
          guard let self, !Task.isCancelled else { return }
          switch update {
          case .document(let loaded):
            feedView.document = loaded.document.keepingPages(of: feedView.document)
          case .failed(let error): onError?(error)
          }
        }
      }
    }

    /// Loads the screen from the server, without the pages that were loaded: for a refresh control.
    public func reload() async {
      guard let query else { return }
      do {
        let loaded = try await client.load(feed, query)
        if query == self.query { feedView.document = loaded.document }
      } catch let error as FeedError {
        onError?(error)
      } catch {
        // The task was cancelled.
      }
    }

    /// Loads the next page of `section`. The last section and rows do that by themselves; others when the app says so,
    /// such as by a tap on a header.
    public func loadPage(of section: FeedSection) {
      guard let document = feedView.document else { return }
      Task { [weak self, pages] in
        await pages.load(section.id, in: document) { outcome in
          guard let self else { return }
          switch outcome {
          case .loaded(let longer):
            // A document that has come meanwhile has pages of its own.
            if self.feedView.document == document { self.feedView.document = longer }
          case .gone: Task { await self.reload() }
          case .failed(let error): self.onError?(error)
          case .retry: self.feedView.lookAgain()
          }
        }
      }
    }

    private func open(_ action: FeedAction) {
      if let onOpen { return onOpen(action) }
      Task {
        // Without an app for the deep link, the page.
        for url in [action.deepLink, action.webURL].compactMap({ $0 }) {
          if await UIApplication.shared.open(url, options: [:]) { return }
        }
      }
    }
  }
#endif
