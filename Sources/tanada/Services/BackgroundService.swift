import FeedEditing
import FeedModel
import FeedPhotos
import FeedPublisher
import FeedServer
import FeedStore
import Logging
import ServiceLifecycle

/// Work beside requests, which is cancelled when the server stops.
struct BackgroundService: Service {
  private let work: @Sendable () async throws -> Void

  init(_ work: @escaping @Sendable () async throws -> Void) {
    self.work = work
  }

  func run() async throws {
    try await cancelWhenGracefulShutdown(work)
  }
}

extension BackgroundService {
  /// Everything that a server does beside requests, by one clock, in the order in which it begins.
  ///
  /// - Parameters:
  ///   - purges: Tells edges what has changed.
  ///   - storeClock: The clock of a store that is shared, if it is.
  static func all(
    of application: FeedApplication, _ store: any FeedStore, library: PhotoLibrary,
    warmer: PictureWarmer, purges: PurgeSender, clock: any TimeSource, storeClock: StoreClock?,
    logger: Logger
  ) -> [any Service] {
    let publisher = application.publisher
    let editor = Editor(store: store, clock: { clock.now }, onWrite: publisher.storeChanged)
    let schedule = ReleaseSchedule(editor: editor, checking: publisher.check)
    let services: [any Service] = [
      following(publisher),
      publishing(
        schedule, every: publisher.configuration.pollInterval, clock: clock, logger: logger),
      indexing(store, clock: clock, logger: logger), warmer, cleaning(library, logger: logger),
      recording(application.tokenUses, in: store, clock: clock, logger: logger), purges,
    ]
    guard let store = store as? any SharedFeedStore, let storeClock else { return services }
    return services + [
      following(store, clock: storeClock, logger: logger) { publisher.lookAtStore() }
    ]
  }

  /// Keeps the newest revision in service.
  static func following(_ publisher: FeedPublisher) -> BackgroundService {
    BackgroundService {
      do {
        try await publisher.followStore()
      } catch is CancellationError {
        // The server is stopping.
      }
    }
  }

  /// Publishes releases at their scheduled times, and asks the store each `interval` for those that others have scheduled.
  static func publishing(
    _ schedule: ReleaseSchedule, every interval: Duration, clock: any TimeSource, logger: Logger
  ) -> BackgroundService {
    BackgroundService {
      while !Task.isCancelled {
        var delay = interval
        do {
          let (events, next) = try await schedule.run()
          for event in events { event.log(to: logger) }
          if let next {
            let rest = next.millisecondsSince1970 - clock.now.millisecondsSince1970
            delay = min(interval, .milliseconds(max(1, rest)))
          }
        } catch {
          logger.logFailure("publishing releases failed", error, as: "reason")
        }
        try? await clock.sleep(for: delay)
      }
    }
  }

  /// The time between two looks at the store for what is to be indexed.
  static let indexingInterval = Duration.seconds(1)

  /// Indexes what writes of many items have left for later, a little at a time.
  static func indexing(
    _ store: any FeedStore, clock: any TimeSource, logger: Logger
  ) -> BackgroundService {
    BackgroundService {
      while !Task.isCancelled {
        do {
          try await store.index()
        } catch {
          logger.logFailure("indexing failed", error)
        }
        try? await clock.sleep(for: indexingInterval)
      }
    }
  }

  /// Removes what interrupted uploads have left, once.
  static func cleaning(_ library: PhotoLibrary, logger: Logger) -> BackgroundService {
    BackgroundService {
      do {
        let count = try await library.storage.removeAbandonedFiles()
        if count > 0 {
          logger.notice("unfinished uploads removed", metadata: ["count": "\(count)"])
        }
      } catch is CancellationError {
        return
      } catch {
        logger.error("cleaning photos failed", metadata: ["error": "\(error)"])
      }
      // A service that returns ends the server.
      try? await gracefulShutdown()
    }
  }

  /// The time between two writes of the use of tokens.
  static let recordingInterval = Duration.seconds(60)

  /// Writes to the store which tokens were used.
  static func recording(
    _ uses: TokenUses, in store: any FeedStore, clock: any TimeSource, logger: Logger
  ) -> BackgroundService {
    BackgroundService {
      while true {
        do { try await clock.sleep(for: recordingInterval) } catch { return }
        await uses.record(in: store, at: clock.now, logger: logger)
      }
    }
  }

  /// The time between two questions for the time of a shared store.
  private static let timeInterval = Duration.seconds(5)

  /// Keeps the clock of a shared store known, and calls `look` when the store says that there is a revision.
  static func following(
    _ store: any SharedFeedStore, clock: StoreClock, logger: Logger,
    look: @escaping @Sendable () -> Void
  ) -> BackgroundService {
    BackgroundService {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await store.followRevisions(look) }
        group.addTask {
          while !Task.isCancelled {
            try? await clock.sleep(for: timeInterval)
            guard !Task.isCancelled else { return }
            do { try await clock.synchronize(with: store) } catch {
              logger.debug("the time of the store is not known", metadata: ["reason": "\(error)"])
            }
          }
        }
      }
    }
  }
}

extension TokenUses {
  /// Writes what the store does not know. What cannot be written now is written the next time.
  func record(in store: any FeedStore, at moment: Timestamp, logger: Logger) async {
    do {
      try await write(to: store, at: moment)
    } catch {
      logger.logFailure("the use of tokens was not noted", error)
    }
  }
}

extension Logger {
  /// Logs why work for the store has failed, unless its task was cancelled, whose error the store wraps. A store that is
  /// lost is logged once, elsewhere.
  fileprivate func logFailure(_ message: Message, _ error: any Error, as key: String = "error") {
    guard !Task.isCancelled else { return }
    log(level: error.isLossOfStore ? .debug : .error, message, metadata: [key: "\(error)"])
  }
}

extension ReleaseSchedule.Event {
  fileprivate func log(to logger: Logger) {
    switch self {
    case .published(let release):
      logger.notice("release published", metadata: ["release": "\(release.id) \(release.name)"])
    case .failed(let release, let reason):
      logger.error(
        "release not published",
        metadata: ["release": "\(release.id) \(release.name)", "reason": "\(reason)"])
    case .takenBack(let release, let kept):
      logger.error(
        "a release was published too early; check the clock",
        metadata: [
          "release": "\(release.id) \(release.name)",
          "not_put_back": "\(kept.joined(separator: ", "))",
        ])
    }
  }
}
