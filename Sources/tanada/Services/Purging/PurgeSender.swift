import FeedHTTP
import FeedModel
import FeedPhotos
import FeedPublisher
import FeedServer
import FeedStore
import Foundation
import Logging
import ServiceLifecycle
import Synchronization

/// Tells edges what has changed, after each revision that goes into service. Publishing does not wait for it, and edges
/// do not wait for each other. From time to time, edges are asked whether they know a revision that the store does not have.
final class PurgeSender: Service {
  /// The time between two checks of an edge.
  static let checkInterval = Duration.seconds(5)

  private let purgers: [EdgePurger]
  private let changes: ChangedKeys
  private let clock: any TimeSource
  private let newest = Mutex<EdgePurger.Announcement?>(nil)
  private let wakes:
    [(
      stream: AsyncStream<EdgePurger.Wake>, continuation: AsyncStream<EdgePurger.Wake>.Continuation
    )]

  /// A sender to the edges of `purgers`, which list `changes`.
  init(_ purgers: [EdgePurger], changes: ChangedKeys, clock: any TimeSource) {
    self.purgers = purgers
    self.changes = changes
    self.clock = clock
    wakes = purgers.map { _ in
      let (stream, continuation) = AsyncStream.makeStream(
        of: EdgePurger.Wake.self, bufferingPolicy: .bufferingNewest(1))
      return (stream, continuation)
    }
  }

  /// Notes that `revision` is in service. Returns immediately.
  ///
  /// - Parameter documents: what each revision since the one in service before has changed.
  func announce(_ revision: Revision?, changing documents: [DocumentChanges]) {
    guard !purgers.isEmpty, let revision else { return }
    changes.note(documents, through: revision)
    let moment = clock.uptime
    newest.withLock { $0 = (revision, moment) }
    for (_, continuation) in wakes { continuation.yield(.announcement) }
  }

  func run() async throws {
    await cancelWhenGracefulShutdown { [self] in
      await withTaskGroup(of: Void.self) { group in
        for (purger, wake) in zip(purgers, wakes) {
          group.addTask { await purger.run(wake.stream) { [self] in newest.withLock { $0 } } }
        }
        group.addTask { [self] in
          while (try? await clock.sleep(for: Self.checkInterval)) != nil {
            for (_, continuation) in wakes { continuation.yield(.check) }
          }
        }
      }
      // A service that returns ends the server.
      try? await gracefulShutdown()
    }
  }
}

/// Keeps one edge informed of what has changed. Nothing is queued: what an edge lacks is what has changed in the store
/// since the last notice that it has taken.
struct EdgePurger: Sendable {
  /// Sends header fields to a URL.
  typealias Post =
    @Sendable (_ fields: [(name: String, value: String)], _ url: String) async throws ->
    HTTPClient.Answer

  /// A revision in service, and since when.
  typealias Announcement = (revision: Revision, moment: Uptime)

  /// Why an edge is told something.
  enum Wake: Sendable {
    /// Something may have gone into service.
    case announcement
    /// Some time has passed: what the edge knows is asked for again.
    case check
  }

  /// Where notices are sent.
  let url: String
  let credentials: PurgeNotice.Credentials
  let changes: ChangedKeys
  let retries: RetryPolicy
  let clock: any TimeSource
  let metrics: ServerMetrics
  let logger: Logger
  let post: Post

  /// The edge in messages and metrics: its URL without what may be secret.
  var name: String {
    guard var parts = URLComponents(string: url) else { return "an edge" }
    (parts.user, parts.password, parts.query) = (nil, nil, nil)
    return parts.string ?? "an edge"
  }

  /// Sends notices until the task is cancelled.
  ///
  /// - Parameters:
  ///   - wakes: has an element when something may have gone into service, and for each check.
  ///   - newest: what is in service.
  func run(_ wakes: AsyncStream<Wake>, newest: @Sendable () -> Announcement?) async {
    var delivered: Revision?
    var hasFloor = false
    for await wake in wakes {
      var attempt = 0
      var isCheck = wake == .check && hasFloor
      while let announced = newest(), announced.revision != delivered || isCheck {
        metrics.setPendingPurges(
          announced.revision.number - (delivered?.number ?? announced.revision.number - 1),
          of: name)
        do {
          hasFloor = try await deliver(announced.revision, after: delivered)
          if attempt > 0 { logger.notice("edge purged again", metadata: ["edge": "\(name)"]) }
          if announced.revision != delivered {
            metrics.notePurge(.done, lag: clock.uptime - announced.moment)
          }
          (delivered, attempt, isCheck) = (announced.revision, 0, false)
        } catch {
          guard !Task.isCancelled else { return }
          attempt += 1
          report(error, attempt: attempt)
          do { try await clock.sleep(for: retries.delay(after: attempt)) } catch { return }
        }
      }
      metrics.setPendingPurges(0, of: name)
    }
  }

  /// Tells the edge what has changed since `delivered`, and what else it lacks by its own account.
  ///
  /// - Returns: whether the edge has a floor, below which it keeps nothing.
  private func deliver(_ revision: Revision, after delivered: Revision?) async throws -> Bool {
    let answer = try await send(after: delivered?.number ?? revision.number, through: revision)
    if let unknown = try await unknownRevision(of: answer) {
      logger.warning(
        "the edge knows revisions that the store does not have",
        metadata: ["edge": "\(name)", "revision": "\(unknown)"])
      _ = try await send([.reset(to: revision)])
    } else if let purged = answer.purged, purged.number < revision.number {
      // It has missed notices, such as those of a server that has ended.
      _ = try await send(after: purged.number, through: revision)
    }
    return answer.floor != nil
  }

  /// A revision that the edge knows, and the store does not have: a backup was restored. The floor rises again if somebody
  /// who still had the later revisions is heard after the edge was reset.
  private func unknownRevision(of answer: EdgeAnswer) async throws -> Int? {
    if let purged = answer.purged,
      try await changes.store.read({ try $0.revision(purged.number)?.id }) != purged.id
    {
      return purged.number
    }
    // Asked afterwards: what others have told the edge by now is in the store.
    guard let floor = answer.floor,
      try await floor > changes.store.latestRevision()?.number ?? 0
    else {
      return nil
    }
    return floor
  }

  private func send(after number: Int, through revision: Revision) async throws -> EdgeAnswer {
    let keys = try await changes.keys(after: number, through: revision)
    return try await send(PurgeNotice.listing(keys, after: number, through: revision))
  }

  /// Sends notices one after the other.
  ///
  /// - Returns: what the edge knows then.
  /// - Throws: ``PurgeError``, `HTTPClient.Failure`, or `CancellationError`.
  private func send(_ notices: [PurgeNotice]) async throws -> EdgeAnswer {
    var known = EdgeAnswer()
    for notice in notices {
      let answer = try await post(notice.fields(at: clock.now, by: credentials), url)
      guard answer.status / 100 == 2 else { throw PurgeError(status: answer.status) }
      known = EdgeAnswer(answer.fields)
    }
    return known
  }

  private func report(_ error: any Error, attempt: Int) {
    metrics.notePurge((error as? PurgeError)?.isRefusal == true ? .refused : .failed, lag: nil)
    // The first attempt may have met a restart.
    let level = attempt == 1 ? Logger.Level.warning : attempt == 5 ? .error : .info
    logger.log(
      level: level, "edge not purged",
      metadata: ["edge": "\(name)", "attempt": "\(attempt)", "reason": "\(error)"])
  }
}

/// The revisions in an edge's answer to a notice; both are `nil` unless it is Varnish with `edge/tanada.vcl`.
struct EdgeAnswer: Sendable {
  /// The revision up to which it has purged everything: `7.1b4e28ba-2fa1-4d2b-883f-0016d3cca427`.
  var purged: (number: Int, id: UUID)?
  /// The highest revision that it has seen, below which it keeps nothing.
  var floor: Int?

  init() {}

  init(_ fields: [String: String]) {
    let parts = fields["x-tanada-purged"]?.split(separator: ".", maxSplits: 1) ?? []
    if parts.count == 2, let number = Int(parts[0]), number >= 0,
      let id = UUID(uuidString: String(parts[1]))
    {
      purged = (number, id)
    }
    floor = fields["x-tanada-floor"].flatMap { Int($0) }
  }
}

/// An edge has answered that it does not purge.
struct PurgeError: Error, Hashable, CustomStringConvertible {
  let status: Int

  /// Whether the edge does not take notices of this server.
  var isRefusal: Bool { [401, 403].contains(status) }

  var description: String {
    isRefusal
      ? "status \(status): the edge does not know this server or its token" : "status \(status)"
  }
}
