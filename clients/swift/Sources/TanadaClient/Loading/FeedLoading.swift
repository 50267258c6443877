extension FeedClient {
  /// The document of a screen as fast as it can be had: the last good one at once, if there is one, and then that of the
  /// server, or its error.
  public nonisolated func feed(_ feed: String = "home", _ query: FeedQuery) -> FeedLoading {
    FeedLoading(client: self, feed: feed, query: query)
  }
}

/// The last good document of a screen, and then that of the server.
public struct FeedLoading: AsyncSequence, Sendable {
  public typealias Element = LoadedFeed

  let client: FeedClient
  let feed: String
  let query: FeedQuery

  /// Asks for the documents of one loading.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private enum Step {
      case lastGood, server, end
    }

    private let loading: FeedLoading
    private var step = Step.lastGood

    init(_ loading: FeedLoading) { self.loading = loading }

    /// The next document; `nil` after that of the server.
    ///
    /// - Throws: ``FeedError`` where the server has none, or `CancellationError`.
    public mutating func next() async throws -> LoadedFeed? {
      if step == .lastGood {
        step = .server
        if let kept = await loading.client.lastGood(loading.feed, loading.query) { return kept }
      }
      guard step == .server else { return nil }
      step = .end
      return try await loading.client.load(loading.feed, loading.query)
    }
  }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}
