package import FeedModel
package import FeedStore
package import Logging
import ServiceLifecycle
import Synchronization

/// Sends every revision that goes into service to the clients of `/v1/events`.
///
/// A client that reads too slowly is disconnected when too many events wait for it. It can connect again
/// with the last revision it has seen.
package actor EventBroadcaster {
  /// The heartbeat, and the limits on clients and events.
  package struct Configuration: Sendable {
    /// The time between two heartbeats.
    package var heartbeat: Duration
    /// The maximum number of clients.
    package var maximumClientCount: Int
    /// The maximum number of revisions that a client which connects again is sent one by one.
    package var maximumReplayCount: Int
    /// The maximum number of announcements and heartbeats that wait for a client. An announcement has the events of
    /// all revisions that go into service at once.
    package var maximumPendingCount: Int

    package init(
      heartbeat: Duration = .seconds(15), maximumClientCount: Int = 1_000,
      maximumReplayCount: Int = 100, maximumPendingCount: Int = 64
    ) {
      self.heartbeat = heartbeat
      self.maximumClientCount = maximumClientCount
      self.maximumReplayCount = maximumReplayCount
      self.maximumPendingCount = maximumPendingCount
    }
  }

  /// The events of revisions that go into service together, or one heartbeat: they are sent to clients at once.
  typealias Announced = [ServerSentEvent]

  /// The events of a client, and the revision after which they begin; `nil` before the first one.
  typealias Subscription = (id: Int, revision: Revision?, events: AsyncStream<Announced>)

  /// The revision in service.
  private struct Announcement {
    /// `nil` before the first revision.
    let revision: Revision?
  }

  /// The events of a client, and what closes its connection.
  private typealias Client = (
    events: AsyncStream<Announced>.Continuation, drop: @Sendable () -> Void
  )

  private let store: any FeedStore
  private let configuration: Configuration
  private let clock: any TimeSource
  private let logger: Logger
  private let newest = Mutex<Announcement?>(nil)
  /// The documents that the last publications changed, by the numbers of their revisions.
  private let recent = Mutex<[Int: Set<DocumentKey>]>([:])
  private let announcements: AsyncStream<Void>
  private let announcing: AsyncStream<Void>.Continuation
  /// The last revision that clients were sent.
  private var last: Announcement?
  private var clients: [Int: Client] = [:]
  private var nextID = 1

  /// Creates a broadcaster of the revisions of `store`.
  package init(
    store: any FeedStore, configuration: Configuration = .init(), clock: any TimeSource,
    logger: Logger
  ) {
    self.store = store
    self.configuration = configuration
    self.clock = clock
    self.logger = logger
    (announcements, announcing) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// The number of clients.
  package var clientCount: Int { clients.count }

  /// Announces that `revision` is in service, or the content before the first one. Returns immediately.
  ///
  /// - Parameter changes: the documents that each revision since the one in service before has changed.
  package nonisolated func announce(_ revision: Revision?, changing changes: [DocumentChanges] = [])
  {
    if let revision {
      recent.withLock {
        $0.note(changes, through: revision, keeping: configuration.maximumReplayCount)
      }
    }
    newest.withLock { $0 = Announcement(revision: revision) }
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
      try await clock.sleep(for: configuration.heartbeat)
      send([.heartbeat])
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
    guard let revision = newest.revision, revision != last.revision else { return }
    do {
      let events = try await events(after: LastEvent(last.revision), upTo: revision) ?? []
      // Clients that subscribed meanwhile also continue from `last`.
      self.last = newest
      if !events.isEmpty { send(events) }
    } catch {
      guard !Task.isCancelled else { return }
      logger.log(
        level: error.isLossOfStore ? .debug : .error, "events not sent",
        metadata: ["reason": "\(error)"])
    }
  }

  /// The events of the revisions after the one that was `seen`, up to `newest`; `nil` for a client that is ahead
  /// and waits. One that has seen another copy of the store begins anew.
  func events(after seen: LastEvent, upTo newest: Revision?) async throws -> Announced? {
    guard let newest else { return seen.number > 0 ? nil : [] }
    let limit = configuration.maximumReplayCount
    let reset = [ServerSentEvent.reset(to: newest)]
    guard newest.number - seen.number <= limit else { return reset }
    let recent = recent.withLock { $0 }
    return try await store.read { reader in
      let isKnown = try seen.number == 0 || seen.isOf(try reader.revision(seen.number))
      // The store may be ahead of the revision in service; a number alone may be that of another server.
      if seen.number > newest.number { return isKnown || seen.id == nil ? nil : reset }
      guard isKnown, try reader.firstKeptRevision() <= seen.number + 1 else { return reset }
      return try reader.changes(after: seen.number, limit: limit)
        .filter { $0.revision.number <= newest.number }
        .map { ServerSentEvent($0, documents: recent[$0.revision.number] ?? []) }
    }
  }

  private func send(_ events: Announced) {
    for (id, client) in clients {
      guard case .dropped = client.events.yield(events) else { continue }
      logger.info("slow client of events dropped", metadata: ["client": "\(id)"])
      client.drop()
      unsubscribe(id)
    }
  }

  // MARK: - Clients

  var isFull: Bool { clients.count >= configuration.maximumClientCount }

  /// Adds a client; `nil` if there are too many.
  ///
  /// - Parameter drop: Closes the client's connection.
  func subscribe(drop: @escaping @Sendable () -> Void) -> Subscription? {
    guard !isFull else { return nil }
    last = last ?? newest.withLock { $0 } ?? Announcement(revision: nil)
    let (events, continuation) = AsyncStream.makeStream(
      of: Announced.self, bufferingPolicy: .bufferingOldest(configuration.maximumPendingCount))
    let id = nextID
    nextID += 1
    clients[id] = (continuation, drop)
    return (id, last?.revision, events)
  }

  func unsubscribe(_ id: Int) {
    clients.removeValue(forKey: id)?.events.finish()
  }
}

extension EventBroadcaster: Service {}
