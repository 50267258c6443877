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
    ) async throws -> PostClient.Answer

  /// A revision in service, and since when.
  struct Announcement: Sendable {
    let revision: Revision
    let moment: Uptime
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
  ///   - wakes: has an element when something may have gone into service.
  ///   - newest: what is in service.
  func run(_ wakes: AsyncStream<Void>, newest: @Sendable () -> Announcement?) async {
    var delivered: Revision?
    for await _ in wakes {
      var attempt = 0
      while let announced = newest(), announced.revision != delivered {
        metrics.setPendingPurges(
          announced.revision.number - (delivered?.number ?? announced.revision.number - 1),
          of: name)
        do {
          try await deliver(announced.revision, after: delivered)
          if attempt > 0 { logger.notice("edge purged again", metadata: ["edge": "\(name)"]) }
          (delivered, attempt) = (announced.revision, 0)
          metrics.notePurge(.done, lag: clock.uptime - announced.moment)
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
  private func deliver(_ revision: Revision, after delivered: Revision?) async throws {
    guard
      let known = try await send(after: delivered?.number ?? revision.number, through: revision),
      known != EdgeRevision(revision)
    else { return }
    if try await !changes.isOfStore(known.number, known.id) {
      logger.warning(
        "the edge knows revisions that the store does not have",
        metadata: ["edge": "\(name)", "revision": "\(known.number)"])
      _ = try await send([.reset(to: revision)])
    } else if known.number < revision.number {
      // It has missed notices, such as those of a server that has ended.
      _ = try await send(after: known.number, through: revision)
    }
  }

  private func send(after number: Int, through revision: Revision) async throws -> EdgeRevision? {
    let keys = try await changes.keys(after: number, through: revision)
    return try await send(PurgeNotice.listing(keys, after: number, through: revision))
  }

  /// Sends notices one after the other.
  ///
  /// - Returns: the revision up to which the edge has purged everything; `nil` for an edge that does not say.
  /// - Throws: ``PurgeError``, `PostClient.Failure`, or `CancellationError`.
  private func send(_ notices: [PurgeNotice]) async throws -> EdgeRevision? {
    var known: EdgeRevision?
    for notice in notices {
      let answer = try await post(notice.fields(at: clock.now, by: credentials), url)
      guard answer.status / 100 == 2 else { throw PurgeError(status: answer.status) }
      known = answer.fields["x-tanada-purged"].flatMap { EdgeRevision($0) }
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
