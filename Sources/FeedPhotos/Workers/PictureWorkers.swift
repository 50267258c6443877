import Dispatch
package import FeedModel
import FeedStore
package import Logging
import Synchronization

/// A few worker processes that decode pictures, started when they are needed, and restarted when one
/// ends.
///
/// Tasks wait for a free worker as ``PictureTurns`` says. One that is cancelled leaves the line or, if a worker is
/// at it, ends the worker.
package actor PictureWorkers {
  /// The program, the limits and the number of workers.
  package struct Configuration: Sendable {
    /// The path of the program, which runs as a worker with ``PictureWorker/arguments(_:)``.
    package var executable: String
    package var limits: PictureLimits
    /// The most workers at a time.
    package var count = 2
    /// The most tasks that wait.
    package var maximumWaitingCount = 1_000

    package init(executable: String, limits: PictureLimits) {
      self.executable = executable
      self.limits = limits
    }
  }

  /// The number of tasks after which a worker is replaced, so that leaks of libraries do not add up.
  private static let maximumTaskCount = 1_000

  /// A worker, the queue its blocking calls run on, and how many tasks it has done.
  private struct Worker {
    let process: WorkerProcess
    let queue = DispatchQueue(label: "tanada.pictures")
    var taskCount = 0
  }

  private let configuration: Configuration
  private let clock: any TimeSource
  private let logger: Logger
  private var idle: [Worker] = []
  /// How many tasks workers have begun.
  package private(set) var taskCount = 0
  private var busyCount = 0
  private var busy: [Int32: WorkerProcess] = [:]
  private var turns: PictureTurns
  /// The tasks that wait for a worker, each resumed with whether it has one.
  private var waiting: [Int: (task: PictureTask, begin: CheckedContinuation<Bool, Never>)] = [:]
  private var lastNumber = 0
  private var isStopped = false
  /// Whether a worker was started already.
  private var hasWorked = false

  /// - Parameter clock: measures how long a worker takes.
  package init(_ configuration: Configuration, clock: any TimeSource, logger: Logger) {
    self.configuration = configuration
    self.clock = clock
    self.logger = logger
    turns = PictureTurns(limit: configuration.maximumWaitingCount)
  }

  /// The identifiers of all worker processes, idle and busy.
  package var processIdentifiers: [Int32] { idle.map(\.process.identifier) + busy.keys }

  /// How many tasks wait for a worker.
  package var waitingCount: Int { turns.count }

  /// Ends all workers, and cancels what they do and what waits for them.
  package func stop() {
    isStopped = true
    idle = []
    for process in busy.values { process.kill() }
    for number in waiting.keys.sorted() { cancel(number) }
  }

  /// Does `task` in a worker. If that ends, a new worker tries once more, which tells a picture that
  /// decoders fail at from a worker that ended for another reason.
  ///
  /// - Parameter client: for whom it is done.
  /// - Throws: ``PictureError``, or `CancellationError`.
  package func perform(
    _ task: PictureTask, for client: PictureClient = .editor
  ) async throws -> [UInt8] {
    try await enter(task, for: client)
    defer { leave() }
    try checkCancellation()
    do {
      return try await attempt(task, try worker())
    } catch PictureError.workerEnded, PictureError.workerKilled {
      try checkCancellation()
      return try await attempt(task, try newWorker())
    }
  }

  private func attempt(_ task: PictureTask, _ worker: Worker) async throws -> [UInt8] {
    var worker = worker
    taskCount += 1
    let process = worker.process
    busy[process.identifier] = process
    defer { busy[process.identifier] = nil }
    let result = await withTaskCancellationHandler {
      await self.result(of: task, worker)
    } onCancel: {
      process.kill()
    }
    worker.taskCount += 1
    switch result {
    case .success, .failure(.invalid), .failure(.tooManyPixels):
      if worker.taskCount < Self.maximumTaskCount, !isStopped { idle.append(worker) }
    case .failure(let error):
      process.kill()
      // The worker was ended by this process, and there is nothing wrong with the picture.
      try checkCancellation()
      logger.warning("a picture worker was replaced", metadata: ["error": "\(error)"])
    }
    return try result.get()
  }

  private func checkCancellation() throws {
    if isStopped { throw CancellationError() }
    try Task.checkCancellation()
  }

  /// Has `worker` do `task`. A worker that takes too long is killed: that ends the wait for it, whether it did
  /// not read its task or does not answer.
  private func result(
    of task: PictureTask, _ worker: Worker
  ) async -> Result<[UInt8], PictureError> {
    let process = worker.process
    let timeout = configuration.limits.timeout
    let begin = process.processorTime
    // The first of answer and timeout counts.
    let outcome = Mutex<Result<[UInt8], PictureError>?>(nil)
    let timer = clock.schedule(after: .seconds(timeout), on: QueueTimers()) {
      outcome.withLock { outcome in
        guard outcome == nil else { return }
        outcome = .failure(
          .timeout(seconds: timeout, worked: process.processorTime - begin))
        process.kill()
      }
    }
    await withCheckedContinuation { continuation in
      worker.queue.async {
        let result = Result { () throws(PictureError) in try process.perform(task) }
        outcome.withLock { $0 = $0 ?? result }
        continuation.resume()
      }
    }
    timer.cancel()
    return outcome.withLock { $0 } ?? .failure(.workerKilled)
  }

  /// An idle worker that still runs, or a new one.
  private func worker() throws(PictureError) -> Worker {
    while let worker = idle.popLast() {
      if worker.process.isRunning { return worker }
      logger.warning("a picture worker had ended")
    }
    return try newWorker()
  }

  private func newWorker() throws(PictureError) -> Worker {
    var limits = configuration.limits
    limits.saysWhatIsMissing = !hasWorked
    hasWorked = true
    do {
      return Worker(
        process: try WorkerProcess(
          executable: configuration.executable,
          arguments: PictureWorker.arguments(limits),
          messageSize: configuration.limits.messageSize,
          readable: configuration.limits.readable))
    } catch {
      logger.error("a picture worker cannot be started", metadata: ["error": "\(error)"])
      throw error
    }
  }

  // MARK: Turns

  /// Waits for a turn.
  private func enter(_ task: PictureTask, for client: PictureClient) async throws {
    try checkCancellation()
    lastNumber += 1
    let number = lastNumber
    guard turns.append(number, of: client) else { throw PictureError.busy }
    let hasTurn = await withTaskCancellationHandler {
      await withCheckedContinuation { begin in
        waiting[number] = (task, begin)
        if Task.isCancelled { cancel(number) }
        beginNext()
      }
    } onCancel: {
      Task { await self.cancel(number) }
    }
    guard hasTurn else { throw CancellationError() }
  }

  private func cancel(_ number: Int) {
    guard turns.remove(number) else { return }
    waiting.removeValue(forKey: number)?.begin.resume(returning: false)
  }

  /// Has a waiting task wait with those of `client`, if that is sooner.
  package func promote(_ task: PictureTask, to client: PictureClient) {
    for (number, waiting) in waiting where waiting.task == task {
      turns.promote(number, to: client)
    }
    beginNext()
  }

  /// Begins the next task, if there is a worker for it. A single worker is for all.
  private func beginNext() {
    let free = configuration.count - busyCount
    guard free > 0 else { return }
    let isLastWorker = free == 1 && configuration.count > 1
    guard let number = turns.removeFirst(forLastWorker: isLastWorker) else { return }
    busyCount += 1
    waiting.removeValue(forKey: number)?.begin.resume(returning: true)
  }

  /// Ends a turn, and passes it on.
  private func leave() {
    busyCount -= 1
    beginNext()
  }
}
