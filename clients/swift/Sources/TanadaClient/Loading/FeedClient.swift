public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// The feeds of a server: documents with their last good copies, pages, variants and events.
public actor FeedClient {
  /// The newest version of documents that this client draws. A server answers with nothing newer.
  public static let version = 2

  nonisolated let configuration: Configuration
  nonisolated let addresses: FeedAddresses
  private let session: URLSession
  var variants: [VariantKey: Variant] = [:]
  /// The last answer of each feed, where there is no store.
  var answers: [String: KeptAnswer] = [:]

  /// What a client is made of.
  public struct Configuration: Sendable {
    /// The address of the server, below which `/v1` is.
    public var base: URL
    /// The last good documents; `nil` to keep none.
    public var store: DocumentStore?
    /// Files with a document for each feed, bundled with the app: shown before anything was loaded.
    public var bundled: [String: URL] = [:]
    /// How long to wait before another request.
    public var waiting = WaitingPolicy()
    /// The settings of the network, for each session that the client makes.
    public var network: @Sendable () -> URLSessionConfiguration = { .ephemeral }
    /// How long a stream of events may be silent, in seconds: three times what a server is by default.
    public var eventTimeout: TimeInterval = 45
    /// The time.
    public var now: @Sendable () -> Date = { Date() }

    /// A client of the server at `base`.
    public init(base: URL, store: DocumentStore? = nil) {
      self.base = base
      self.store = store
    }
  }

  /// A client with a session and a store of its own.
  public init(_ configuration: Configuration) {
    self.configuration = configuration
    addresses = FeedAddresses(base: configuration.base)
    session = URLSession(configuration: configuration.network())
  }

  /// A client of the server at `base`, with last good documents in `store`.
  public init(base: URL, store: DocumentStore? = nil) {
    self.init(Configuration(base: base, store: store))
  }

  /// The address of the server.
  public nonisolated var base: URL { addresses.base }

  /// An address of a document, such as that of a picture; `nil` if it is none.
  public nonisolated func address(_ address: String) -> URL? { addresses.resolved(address) }
}

/// A document, and where it is from.
public struct LoadedFeed: Hashable, Sendable {
  /// Where a document is from.
  public enum Source: Hashable, Sendable {
    /// The server has answered with it, or said that it is still good.
    case server
    /// It is the last good one.
    case store
    /// It is bundled with the app.
    case bundle
  }

  /// The screen.
  public let document: FeedDocument
  /// Where it is from.
  public let source: Source
  /// When the variant of the client has to be asked for again; `nil` for never, and without a variant.
  public let variantExpiresAt: Date?
  /// The revision that was in service when the server answered; `nil` if it did not say.
  var revision: String?

  /// When the document has to be loaded again, whatever happens.
  public var expiresAt: Date? {
    [document.expiresAt, variantExpiresAt].compactMap { $0 }.min()
  }
}

extension FeedClient {
  /// The document of a screen from the server, which becomes the last good one.
  ///
  /// - Throws: ``FeedError`` after the attempts of ``Configuration/waiting``, or `CancellationError`.
  public func load(_ feed: String = "home", _ query: FeedQuery) async throws -> LoadedFeed {
    var failures = 0
    var hasAskedAgain = false
    while true {
      do {
        return try await loadOnce(feed, query)
      } catch let error as FeedError {
        // 1. A variant that is gone is asked for again, once.
        if case .problem(let problem) = error, problem.code == "variant_gone", !hasAskedAgain {
          hasAskedAgain = true
          forgetVariant(of: feed, for: query.facts)
          continue
        }
        // 2. What may pass is tried again, unless the server asks for more patience than the reader has.
        failures += 1
        let waiting = configuration.waiting
        guard error.mayPass, failures < waiting.attempts,
          (error.retryAfter ?? .zero) <= waiting.longestPause
        else { throw error }
        try await waiting.sleep(
          waiting.pause(afterFailure: failures, retryAfter: error.retryAfter))
      }
    }
  }

  private func loadOnce(_ feed: String, _ query: FeedQuery) async throws -> LoadedFeed {
    let variant = query.facts.isEmpty ? nil : try await variant(of: feed, for: query.facts)
    let address = addresses.feed(feed, query, variant: variant?.name)
    let kept = await lastGood(at: address.absoluteString)

    let answer = try await get(address, tag: kept?.tag)
    func loaded(_ document: FeedDocument) -> LoadedFeed {
      LoadedFeed(
        document: document, source: .server, variantExpiresAt: variant?.expiresAt,
        revision: answer.revision)
    }
    if answer.status == 304, let kept {
      await configuration.store?.use(address.absoluteString)
      return loaded(kept.document)
    }
    do throws(FeedDocumentError) {
      let document = try FeedDocument(data: answer.body)
      await keep(answer, document, at: address.absoluteString, label: DocumentLabel(feed, query))
      return loaded(document)
    } catch {
      throw FeedError.unreadable(error)
    }
  }
}

extension FeedClient {
  /// An answer that is no error.
  struct Answer: Sendable {
    let status: Int
    let tag: String?
    /// The revision in service.
    let revision: String?
    let body: Data
  }

  /// Sends a GET request.
  ///
  /// - Throws: ``FeedError``, or `CancellationError`.
  func get(_ address: URL, tag: String? = nil) async throws -> Answer {
    // The documents have their own store: another cache would only answer with older ones.
    var request = URLRequest(url: address, cachePolicy: .reloadIgnoringLocalCacheData)
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    if let tag { request.setValue(tag, forHTTPHeaderField: "If-None-Match") }
    let body: Data
    let response: URLResponse
    do {
      #if canImport(FoundationNetworking)
        // FoundationNetworking ends the program when a request is cancelled and ends by itself at once: here it always
        // ends by itself.
        let session = session
        (body, response) = try await Task { try await session.data(for: request) }.value
      #else
        (body, response) = try await session.data(for: request)
      #endif
    } catch {
      try Task.checkCancellation()
      throw FeedError.unreachable(reason: error.localizedDescription)
    }
    guard let response = response as? HTTPURLResponse else {
      throw FeedError.unreachable(reason: "\(address.scheme ?? "") is not HTTP")
    }
    guard response.statusCode == 200 || response.statusCode == 304 else {
      throw FeedError(
        status: response.statusCode,
        retryAfter: response.value(forHTTPHeaderField: "Retry-After"), body: body,
        now: configuration.now())
    }
    return Answer(
      status: response.statusCode, tag: response.value(forHTTPHeaderField: "ETag"),
      revision: response.value(forHTTPHeaderField: "X-Tanada-Revision"), body: body)
  }
}
