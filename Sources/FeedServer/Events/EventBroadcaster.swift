package import FeedStore
package import Logging
import ServiceLifecycle
import Synchronization

/// Sends every revision that goes into service to the clients of `/v1/events`.
///
/// A client that reads too slowly is disconnected when too many events wait for it. It can connect again
/// with the last revision it has seen.
package actor EventBroadcaster {
  /// How events are sent.
  package struct Configuration: Sendable {
    /// The time between two heartbeats.
    package var heartbeat: Duration
    /// The maximum number of clients.
    package var maximumClientCount: Int
    /// The maximum number of revisions that a client which connects again is sent one by one.
    package var maximumReplayCount: Int
    /// The maximum number of events and heartbeats that wait for a client.
    package var maximumPendingCount: Int
    /// Suspends for the time between heartbeats.
    package var sleep: @Sendable (Duration) async throws -> Void

    package init(
      heartbeat: Duration = .seconds(15), maximumClientCount: Int = 1_000,
      maximumReplayCount: Int = 100, maximumPendingCount: Int = 64,
      sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
      self.heartbeat = heartbeat
      self.maximumClientCount = maximumClientCount
      self.maximumReplayCount = maximumReplayCount
      self.maximumPendingCount = maximumPendingCount
      self.sleep = sleep
    }
  }

  /// The events of a client.
  struct Subscription {
    let id: Int
    /// The revision after which ``events`` begins.
    let revision: Int
    let events: AsyncStream<[UInt8]>
  }

  private struct Client {
    let events: AsyncStream<[UInt8]>.Continuation
    /// Closes the client's connection.
    let drop: @Sendable () -> Void
  }

  private let store: any FeedStore
  private let configuration: Configuration
  private let logger: Logger
  private let newest = Mutex<Int?>(nil)
  private let announcements: AsyncStream<Void>
  private let announcing: AsyncStream<Void>.Continuation
  /// The last revision that clients were sent.
  private var last: Int?
  private var clients: [Int: Client] = [:]
  private var nextID = 1

  /// Creates a broadcaster of the revisions of `store`.
  package init(store: any FeedStore, configuration: Configuration = .init(), logger: Logger) {
    self.store = store
    self.configuration = configuration
    self.logger = logger
    (announcements, announcing) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// The number of clients.
  package var clientCount: Int { clients.count }

  /// Announces that `revision` is in service. Returns immediately.
  package nonisolated func announce(_ revision: Int) {
    newest.withLock { $0 = revision }
    announcing.yield()
  }

  /// Sends events and heartbeats until the server stops.
  func run() async throws {
    do {
      try await cancelWhenGracefulShutdown {
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { try await self.sendHeartbeats() }
          group.addTask { await self.followAnnouncements() }
          try await group.waitForAll()
        }
      }
    } catch is CancellationError {
      // The server is stopping.
    }
  }

  private func sendHeartbeats() async throws {
    while true {
      try await configuration.sleep(configuration.heartbeat)
      send(EventText.heartbeat)
    }
  }

  private func followAnnouncements() async {
    for await _ in announcements { await advance() }
  }

  /// Sends the revisions after the last one.
  private func advance() async {
    guard let newest = newest.withLock({ $0 }) else { return }
    guard let last else {
      self.last = newest
      return
    }
    guard newest != last else { return }
    do {
      let texts = try await events(after: last, upTo: newest)
      // Clients that subscribed meanwhile also continue from `last`.
      self.last = newest
      for text in texts { send(text) }
    } catch {
      logger.error("events not sent", metadata: ["reason": "\(error)"])
    }
  }

  /// The events of the revisions after `revision`, up to `newest`.
  func events(after revision: Int, upTo newest: Int) async throws -> [[UInt8]] {
    guard newest != revision else { return [] }
    let limit = configuration.maximumReplayCount
    // A higher revision is that of another database.
    guard revision < newest, newest - revision <= limit else {
      return [EventText.reset(to: newest)]
    }
    return try await store.read { try $0.changes(after: revision, limit: limit) }
      .filter { $0.revision.number <= newest }.map(EventText.revision)
  }

  private func send(_ text: [UInt8]) {
    for (id, client) in clients {
      guard case .dropped = client.events.yield(text) else { continue }
      logger.info("slow client of events dropped", metadata: ["client": "\(id)"])
      client.drop()
      unsubscribe(id)
    }
  }

  // MARK: - Clients

  /// Whether the maximum number of clients is reached.
  var isFull: Bool { clients.count >= configuration.maximumClientCount }

  /// Adds a client; `nil` if there are too many.
  ///
  /// - Parameter drop: Closes the client's connection.
  func subscribe(drop: @escaping @Sendable () -> Void) -> Subscription? {
    guard !isFull else { return nil }
    let revision = last ?? newest.withLock { $0 } ?? 0
    last = revision
    let (events, continuation) = AsyncStream.makeStream(
      of: [UInt8].self, bufferingPolicy: .bufferingOldest(configuration.maximumPendingCount))
    let id = nextID
    nextID += 1
    clients[id] = Client(events: continuation, drop: drop)
    return Subscription(id: id, revision: revision, events: events)
  }

  /// Removes a client.
  func unsubscribe(_ id: Int) {
    clients.removeValue(forKey: id)?.events.finish()
  }
}

extension EventBroadcaster: Service {}
