import FeedHTTP
import FeedModel
import FeedPhotos
import FeedServer
import FeedStore
import Foundation
import Logging

/// Keeps one edge informed of what has changed. Nothing is queued: what an edge lacks is what has changed in the store
/// since the last notice that it has taken.
struct EdgePurger: Sendable {
  /// Sends header fields to a URL.
  typealias Post =
    @Sendable (
      _ fields: [(name: String, value: String)], _ url: String
    ) async throws -> HTTPClient.Answer

  /// A revision in service, and since when.
  struct Announcement: Sendable {
    let revision: Revision
    let moment: Uptime
  }

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
struct EdgeAnswer: Hashable, Sendable {
  /// The revision up to which it has purged everything.
  var purged: EdgeRevision?
  /// The highest revision that it has seen, below which it keeps nothing.
  var floor: Int?

  init() {}

  init(_ fields: [String: String]) {
    purged = fields["x-tanada-purged"].flatMap { EdgeRevision($0) }
    floor = fields["x-tanada-floor"].flatMap { Int($0) }
  }
}

/// The revision up to which an edge has purged everything: `7.1b4e28ba-2fa1-4d2b-883f-0016d3cca427`.
struct EdgeRevision: Hashable, Sendable {
  let number: Int
  let id: UUID

  init(_ revision: Revision) {
    (number, id) = (revision.number, revision.id)
  }

  /// `nil` for a text that is none.
  init?(_ text: String) {
    let parts = text.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, let number = Int(parts[0]), number >= 0,
      let id = UUID(uuidString: String(parts[1]))
    else { return nil }
    (self.number, self.id) = (number, id)
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
