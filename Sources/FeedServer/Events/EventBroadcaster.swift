package import FeedStore
package import Logging
import ServiceLifecycle
import Synchronization

/// Tells every client of `/v1/events` of every revision that goes into service.
///
/// A client that reads more slowly than revisions come is let go once so much waits for it: it may come
/// back and say what it has seen.
package actor EventBroadcaster {
  /// How events are sent.
  package struct Configuration: Sendable {
    /// The time between two heartbeats.
    package var heartbeat: Duration
    /// The most clients at a time.
    package var maximumClientCount: Int
    /// The most revisions a client that comes back is told one by one.
    package var maximumReplayCount: Int
    /// How many events and heartbeats may wait for a client.
    package var maximumPendingCount: Int
    /// What heartbeats are timed by.
    package var clock: any Clock<Duration>

    package init(
      heartbeat: Duration = .seconds(15), maximumClientCount: Int = 1_000,
      maximumReplayCount: Int = 100, maximumPendingCount: Int = 64,
      clock: any Clock<Duration> = ContinuousClock()
    ) {
      self.heartbeat = heartbeat
      self.maximumClientCount = maximumClientCount
      self.maximumReplayCount = maximumReplayCount
      self.maximumPendingCount = maximumPendingCount
      self.clock = clock
    }
  }

  /// A client's share of what is sent.
  struct Subscription {
    let id: Int
    /// The revision behind which ``events`` begins.
    let revision: Int
    let events: AsyncStream<[UInt8]>
  }

  private struct Client {
    let events: AsyncStream<[UInt8]>.Continuation
    /// Ends the connection, whatever it is doing.
    let drop: @Sendable () -> Void
  }

  private let store: any FeedStore
  private let configuration: Configuration
  private let logger: Logger
  private let newest = Mutex<Int?>(nil)
  private let announcements: AsyncStream<Void>
  private let announcing: AsyncStream<Void>.Continuation
  /// The last revision clients were told of.
  private var last: Int?
  private var clients: [Int: Client] = [:]
  private var nextID = 1

  /// A broadcaster of the revisions of `store`.
  package init(store: any FeedStore, configuration: Configuration = .init(), logger: Logger) {
    self.store = store
    self.configuration = configuration
    self.logger = logger
    (announcements, announcing) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// How many clients there are.
  package var clientCount: Int { clients.count }

  /// Says that `revision` is in service. Returns at once.
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
      try await configuration.clock.sleep(for: configuration.heartbeat)
      send(EventText.heartbeat)
    }
  }

  private func followAnnouncements() async {
    for await _ in announcements { await advance() }
  }

  /// Tells the clients what is new.
  private func advance() async {
    guard let newest = newest.withLock({ $0 }) else { return }
    guard let last else {
      self.last = newest
      return
    }
    guard newest != last else { return }
    do {
      let texts = try await events(after: last, upTo: newest)
      // A client that has come meanwhile has been told of nothing behind `last` either.
      self.last = newest
      for text in texts { send(text) }
    } catch {
      logger.error("events not sent", metadata: ["reason": "\(error)"])
    }
  }

  /// The events of the revisions behind one and up to another.
  func events(after revision: Int, upTo newest: Int) async throws -> [[UInt8]] {
    guard newest != revision else { return [] }
    let limit = configuration.maximumReplayCount
    // A revision from the future is of another database.
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

  /// Whether there is no room for another client.
  var isFull: Bool { clients.count >= configuration.maximumClientCount }

  /// Adds a client, unless there is no room.
  ///
  /// - Parameter drop: ends the client's connection.
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

  /// Forgets a client that has gone.
  func unsubscribe(_ id: Int) {
    clients.removeValue(forKey: id)?.events.finish()
  }
}

extension EventBroadcaster: Service {}
