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
  /// - Parameter followsEvents: whether the stream of events is read; else only expiry and failures load the document
  ///   again.
  public nonisolated func updates(
    of feed: String = "home", _ query: FeedQuery, followsEvents: Bool = true
  ) -> AsyncStream<FeedUpdate> {
    AsyncStream { continuation in
      let following = Following(client: self, feed: feed, query: query)
      let task = Task {
        await following.run(followsEvents: followsEvents) { continuation.yield($0) }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

/// One screen that is followed.
private struct Following: Sendable {
  let client: FeedClient
  let feed: String
  let query: FeedQuery

  /// The reason to load a document.
  private enum Reason: Sendable {
    case changed
    /// The time has come that was set after a loading of this number.
    case due(after: Int)
  }

  func run(followsEvents: Bool, report: @escaping @Sendable (FeedUpdate) -> Void) async {
    let (reasons, more) = AsyncStream.makeStream(
      of: Reason.self, bufferingPolicy: .unbounded)
    await withTaskGroup(of: Void.self) { group in
      if followsEvents { group.addTask { await readEvents { more.yield(.changed) } } }
      // 1. The last good document, if there is one, at once.
      var shown: FeedDocument?
      if let kept = await client.lastGood(feed, query) {
        shown = kept.document
        report(.document(kept))
      }
      // 2. A loading for each reason; the first one is that there is none yet.
      more.yield(.changed)
      var loadings = 0
      var failures = 0
      for await reason in reasons {
        if case .due(let number) = reason, number != loadings { continue }
        loadings += 1
        let pause: Duration?
        do {
          let loaded = try await client.load(feed, query)
          failures = 0
          if loadings == 1 || loaded.document != shown { report(.document(loaded)) }
          shown = loaded.document
          pause = untilExpiry(of: loaded)
        } catch let error as FeedError {
          failures += 1
          report(.failed(error))
          pause = client.configuration.waiting.pause(
            afterFailure: failures, retryAfter: error.retryAfter)
        } catch {
          break
        }
        // 3. Another one when the document expires, or may be had after all.
        if let pause {
          let number = loadings
          let sleep = client.configuration.waiting.sleep
          group.addTask {
            guard (try? await sleep(pause)) != nil else { return }
            more.yield(.due(after: number))
          }
        }
      }
      group.cancelAll()
    }
  }

  /// Says when the screen may have changed: also when the stream is open again, since events may be missed before.
  private func readEvents(_ changed: @Sendable () -> Void) async {
    do {
      for try await event in client.events() {
        switch event {
        case .connected, .reset: changed()
        case .revision(let revision) where revision.concerns(feed: feed): changed()
        case .revision, .disconnected: break
        }
      }
    } catch {
      // A server without events, or one that refuses them: documents still expire.
    }
  }

  /// How long the document is good; at least a second, for one that has expired already.
  private func untilExpiry(of loaded: LoadedFeed) -> Duration? {
    loaded.expiresAt.map { end in
      .seconds(max(1, end.timeIntervalSince(client.configuration.now())))
    }
  }
}
