import Foundation
import NIOPosix

#if canImport(Glibc)
  import Glibc
#endif

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
