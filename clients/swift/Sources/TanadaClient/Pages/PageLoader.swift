/// Loads pages for a view: one at a time for each section, and after a failure not before a pause.
@MainActor
public final class PageLoader {
  /// The end of an attempt to load a page.
  public enum Outcome: Sendable {
    /// The document with one more page.
    case loaded(FeedDocument)
    /// The content of the pages is no longer kept: load the screen again.
    case gone
    /// There was no page. The section is not asked for again until ``retry``.
    case failed(FeedError)
    /// A pause has ended: what is in sight may be asked for again.
    case retry
  }

  private let client: FeedClient
  private let pause: Duration
  private let sleep: @Sendable (Duration) async throws -> Void
  private var busy: Set<String> = []

  /// - Parameters:
  ///   - client: the client of the server.
  ///   - pause: the pause after a failure, unless the server asks for a longer one.
  ///   - sleep: waits; throws when the task is cancelled.
  public init(
    client: FeedClient, pause: Duration = .seconds(3),
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.client = client
    self.pause = pause
    self.sleep = sleep
  }

  /// Loads the next page of the section `id` of `document`, unless one is loading already, or a pause has not ended.
  ///
  /// - Parameters:
  ///   - id: the id of the section.
  ///   - document: the document that is shown.
  ///   - show: takes what comes of it, once or, after a failure, twice.
  public func load(
    _ id: String, in document: FeedDocument, show: @MainActor (Outcome) -> Void
  ) async {
    guard busy.insert(id).inserted else { return }
    defer { busy.remove(id) }
    var wait = pause
    do {
      switch try await client.nextPage(of: id, in: document) {
      case .end: return
      case .loaded(let longer):
        // What is shown by now may ask for the page after it.
        busy.remove(id)
        return show(.loaded(longer))
      case .gone: show(.gone)
      }
    } catch let error as FeedError {
      wait = max(pause, error.retryAfter ?? .zero)
      show(.failed(error))
    } catch {
      return
    }
    guard (try? await sleep(wait)) != nil else { return }
    busy.remove(id)
    show(.retry)
  }
}
