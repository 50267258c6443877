import FeedStore
package import FeedModel
package import FeedPublisher
import Foundation
import HTTPTypes
package import HummingbirdCore
import NIOPosix

#if canImport(Glibc)
  import Glibc
#endif

/// Runs work whose size clients choose, such as calculations and searches: a few pieces at a time, on
/// threads of its own.
///
/// Clients with waiting work take turns, so that one with much of it does not delay the others. Work ends when
/// its client leaves, and after a timeout.
package final class WorkQueue: Sendable {
  /// Requests without a connection are one client.
  private let turns: TurnQueue<Client?>
  private let timeout: Duration
  private let budget: MemoryBudget
  private let clock: any TimeSource
  private let onRefusal: @Sendable () -> Void

  /// - Parameters:
  ///   - budget: The memory that work takes; by default as much as it wants.
  ///   - onRefusal: Called for every piece of work that finds no place.
  package init(
    limits: WorkLimits, budget: MemoryBudget = MemoryBudget(maximum: .max),
    clock: any TimeSource, onRefusal: @escaping @Sendable () -> Void = {}
  ) {
    turns = TurnQueue(
      running: limits.running, waiting: limits.waiting,
      waitingOfOneClient: limits.waitingOfOneClient)
    timeout = limits.timeout
    self.budget = budget
    self.clock = clock
    self.onRefusal = onRefusal
  }

  /// How much work runs and waits.
  package var counts: (running: Int, waiting: Int) { turns.counts }

  /// Runs `work`, which takes memory of its client from when it begins until it ends, when it is its turn.
  ///
  /// - Parameters:
  ///   - byteCount: The estimated memory in bytes, as far as it is known before the work begins.
  ///   - work: Makes more room in the reservation as it finds out that it needs more.
  /// - Throws: ``Problem`` if too much is waiting already or there is no room, after the timeout, and when the client has
  ///   left; errors of `work`.
  package func run<Value: Sendable>(
    for context: FeedRequestContext, taking byteCount: Int = 0,
    _ work: @escaping @Sendable (MemoryBudget.Reservation) async throws -> Value
  ) async throws -> Value {
    let client = context.clientAddress.map(Client.init)
    return try await context.whilePresent { [self] in
      try await clock.limiting(to: timeout, orThrowing: Problem.workTimeout(after: timeout)) {
        do {
          return try await self.turns.run(for: client) {
            try await withTaskExecutorPreference(WorkExecutor.shared) {
              try Task.checkCancellation()
              let memory = self.budget.reservation(for: client)
              try memory.makeRoom(for: byteCount)
              let value = try await work(memory)
              withExtendedLifetime(memory) {}
              return value
            }
          }
        } catch is TurnQueue<Client?>.Full {
          self.onRefusal()
          throw Problem.tooMuchWork
        }
      }
    }
  }

  /// Runs `work`, whose memory does not count, when it is its turn.
  ///
  /// - Throws: As ``run(for:taking:_:)``.
  package func run<Value: Sendable>(
    for context: FeedRequestContext, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await run(for: context) { _ in try await work() }
  }
}

// MARK: - Documents

extension WorkQueue {
  /// The size up to which documents are made and compressed at once, in bytes: others wait for their turn.
  package static let smallSize = 1 << 20

  /// Makes `document`, of about `byteCount` bytes in memory: at once if that is small, and otherwise as work.
  ///
  /// - Throws: As ``run(for:taking:_:)``, and errors of `make`.
  package func make(
    _ byteCount: Int, for context: FeedRequestContext,
    _ make: @escaping @Sendable () throws -> PublishedDocument
  ) async throws -> PublishedDocument {
    if byteCount <= Self.smallSize { return try make() }
    return try await run(for: context, taking: byteCount) { _ in try make() }
  }

  /// `document` with the representation that suits the client best, which is compressed as work if it is large.
  ///
  /// - Throws: As ``run(for:taking:_:)``.
  package func represented(
    _ document: PublishedDocument, for request: Request, _ context: FeedRequestContext
  ) async throws -> PublishedDocument {
    let coding = document.bestCoding(for: request.headers[values: .acceptEncoding])
    let size = document.bytes.count
    guard size > Self.smallSize, document.knownRepresentation(in: coding) == nil else {
      return document
    }
    // What is compressed, and the room of the encoder for as much again.
    try await run(for: context, taking: 2 * size) { _ in
      _ = document.representation(in: coding)
    }
    return document
  }
}

extension Problem {
  fileprivate static let tooMuchWork = Problem(
    status: .serviceUnavailable, code: "server_busy",
    detail: "too many calculations and searches are waiting; try again later",
    headers: [.retryAfter: "2"])

  fileprivate static func workTimeout(after timeout: Duration) -> Problem {
    Problem(
      status: .serviceUnavailable, code: "work_timeout",
      detail: "the request needs more than \(timeout.components.seconds) s; ask for less, "
        + "or try again later",
      headers: [.retryAfter: "10"])
  }
}

/// Threads for calculations, beside those that serve connections and run short tasks.
final class WorkExecutor: TaskExecutor {
  /// The threads of this process: as many as there are processors. Each ``WorkQueue`` limits how much of its
  /// work runs at once.
  static let shared = WorkExecutor(threadCount: ProcessInfo.processInfo.activeProcessorCount)

  private let threads: NIOThreadPool

  private init(threadCount: Int) {
    threads = NIOThreadPool(numberOfThreads: threadCount)
    threads.start()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    threads.submit { [self] _ in
      Self.giveWay()
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  /// Lets the threads that serve connections run first when the processors are busy.
  private static func giveWay() {
    #if canImport(Glibc)
      // On Linux, this is the priority of the calling thread.
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
    #endif
  }
}
