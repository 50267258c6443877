import Foundation

/// Something new about a screen that is followed.
public enum FeedUpdate: Sendable {
  /// A document to draw.
  case document(LoadedFeed)
  /// The server has no document at this time. The last one stays, and the server is asked again.
  case failed(FeedError)
}

extension FeedClient {
  /// A screen that is followed: the last good document, that of the server, and each further one as soon as the server
  /// says that the screen has changed, or the document expires. It ends with the iteration, and with its task.
  ///
  /// - Parameters:
  ///   - feed: the name of the feed.
  ///   - query: what the screen is asked for.
  ///   - followsEvents: whether the stream of events is read; else only expiry and failures load the document again.
  ///   - pause: how long to wait before anything is asked for, such as ``resizingPause``. A stream that ends before asks
  ///     for nothing.
  public nonisolated func updates(
    of feed: String = "home", _ query: FeedQuery, followsEvents: Bool = true,
    after pause: Duration = .zero
  ) -> AsyncStream<FeedUpdate> {
    AsyncStream { continuation in
      let following = Following(client: self, feed: feed, query: query)
      let sleep = configuration.waiting.sleep
      let task = Task {
        if pause > .zero, (try? await sleep(pause)) == nil { return continuation.finish() }
        await following.run(followsEvents: followsEvents) { continuation.yield($0) }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

extension FeedClient {
  /// How long a view waits for another width while it shows a document: a window that is being resized has a new one with
  /// every frame.
  public static let resizingPause = Duration.milliseconds(150)
}

/// One screen that is followed.
private struct Following: Sendable {
  let client: FeedClient
  let feed: String
  let query: FeedQuery

  func run(followsEvents: Bool, report: @escaping @Sendable (FeedUpdate) -> Void) async {
    // Of several reasons to load during a loading one is left: the next loading has them all.
    let (reasons, more) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    // 1. The last good document, if there is one, at once.
    let kept = await client.lastGood(feed, query)
    if let kept { report(.document(kept)) }
    // 2. That of the server; events are read from the revision that it answered with, so that it is loaded once.
    var state = State(shown: kept?.document)
    guard var timer = await load(&state, report, more) else { return }
    defer { timer.cancel() }
    let revision = state.revision
    await withTaskGroup(of: Void.self) { group in
      if followsEvents {
        group.addTask { await readEvents(after: revision) { more.yield() } }
      }
      // 3. Another one for each reason: an event, or the time that was set after the last loading.
      for await _ in reasons {
        timer.cancel()
        guard let next = await load(&state, report, more) else { break }
        timer = next
      }
      group.cancelAll()
    }
  }

  private struct State {
    var shown: FeedDocument?
    var isFirst = true
    var failures = 0
    /// The revision that was in service at the last loading.
    var revision: String?
  }

  /// Loads the document, and returns the timer of the next loading; `nil` when the task is cancelled.
  private func load(
    _ state: inout State, _ report: @Sendable (FeedUpdate) -> Void,
    _ more: AsyncStream<Void>.Continuation
  ) async -> Task<Void, Never>? {
    let pause: Duration?
    do {
      let loaded = try await client.load(feed, query)
      state.failures = 0
      state.revision = loaded.revision
      if state.isFirst || loaded.document.raw != state.shown?.raw { report(.document(loaded)) }
      state.shown = loaded.document
      state.isFirst = false
      pause = untilExpiry(of: loaded)
    } catch let error as FeedError {
      state.failures += 1
      report(.failed(error))
      pause = client.configuration.waiting.pause(
        afterFailure: state.failures, retryAfter: error.retryAfter)
    } catch {
      return nil
    }
    let sleep = client.configuration.waiting.sleep
    return Task {
      guard let pause, (try? await sleep(pause)) != nil, !Task.isCancelled else { return }
      more.yield()
    }
  }

  /// Says when the screen may have changed.
  ///
  /// - Parameter revision: the revision to go on after; `nil` if it is not known, and events may be missed before the
  ///   stream is open.
  private func readEvents(after revision: String?, _ changed: @Sendable () -> Void) async {
    var isCurrent = revision != nil
    do {
      for try await event in client.events(after: revision ?? "") {
        switch event {
        case .connected:
          if !isCurrent { changed() }
        case .disconnected: isCurrent = false
        case .reset: changed()
        case .revision(let revision) where revision.concerns(feed: feed): changed()
        case .revision: break
        }
      }
    } catch {
      // A server without events, or one that refuses them: documents still expire.
    }
  }

  /// How long the document is good; at least a second, for one that has expired already, and at most a day.
  private func untilExpiry(of loaded: LoadedFeed) -> Duration? {
    loaded.expiresAt.map { end in
      RetryAfter.pause(max(1, end.timeIntervalSince(client.configuration.now())))
    }
  }
}
