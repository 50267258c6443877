import Dispatch
package import FeedModel
package import Logging
import Synchronization

/// A few worker processes that decode pictures, started when they are needed, and restarted when one
/// ends.
///
/// Tasks wait for a free worker in the order they came.
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
  private var waiting: [(id: Int, continuation: CheckedContinuation<Bool, Never>)] = []
  private var nextWaitingID = 0

  /// - Parameter clock: measures how long a worker takes.
  package init(_ configuration: Configuration, clock: any TimeSource, logger: Logger) {
    self.configuration = configuration
    self.clock = clock
    self.logger = logger
  }

  /// The identifiers of all worker processes, idle and busy.
  package var processIdentifiers: [Int32] { idle.map(\.process.identifier) + busy.keys }

  /// Ends all idle workers; others end with their tasks.
  package func stop() { idle = [] }

  /// Does `task` in a worker. If that ends, a new worker tries once more, which tells a picture that
  /// decoders fail at from a worker that ended for another reason.
  ///
  /// - Throws: ``PictureError``, or `CancellationError`.
  package func perform(_ task: PictureTask) async throws -> [UInt8] {
    try await enter()
    defer { leave() }
    try Task.checkCancellation()
    do {
      return try await attempt(task, try worker())
    } catch PictureError.workerEnded, PictureError.workerKilled {
      try Task.checkCancellation()
      return try await attempt(task, try newWorker())
    }
  }

  private func attempt(_ task: PictureTask, _ worker: Worker) async throws -> [UInt8] {
    var worker = worker
    taskCount += 1
    busy[worker.process.identifier] = worker.process
    defer { busy[worker.process.identifier] = nil }
    let result = await result(of: task, worker)
    worker.taskCount += 1
    switch result {
    case .success, .failure(.invalid), .failure(.tooManyPixels):
      if worker.taskCount < Self.maximumTaskCount { idle.append(worker) }
    case .failure(let error):
      worker.process.kill()
      logger.warning("a picture worker was replaced", metadata: ["error": "\(error)"])
    }
    return try result.get()
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
    do {
      return Worker(
        process: try WorkerProcess(
          executable: configuration.executable,
          arguments: PictureWorker.arguments(configuration.limits)))
    } catch {
      logger.error("a picture worker cannot be started", metadata: ["error": "\(error)"])
      throw error
    }
  }

  // MARK: Turns

  /// Waits for a turn.
  private func enter() async throws {
    guard busyCount == configuration.count else {
      busyCount += 1
      return
    }
    guard waiting.count < configuration.maximumWaitingCount else { throw PictureError.busy }
    let id = nextWaitingID
    nextWaitingID += 1
    let hasTurn = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled {
          continuation.resume(returning: false)
        } else {
          waiting.append((id, continuation))
        }
      }
    } onCancel: {
      Task { await self.cancel(id) }
    }
    guard hasTurn else { throw CancellationError() }
  }

  private func cancel(_ id: Int) {
    guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
    waiting.remove(at: index).continuation.resume(returning: false)
  }

  /// Ends a turn, and passes it on to the first waiting task.
  private func leave() {
    if waiting.isEmpty {
      busyCount -= 1
    } else {
      waiting.removeFirst().continuation.resume(returning: true)
    }
  }
}
