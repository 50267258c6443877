import FeedModel
import FeedPhotos
import FeedPublisher
import ServiceLifecycle

/// Makes the pictures that a revision shows for the first time: those of the default width before it is
/// served, within a bound of time, and the others afterwards.
struct PictureWarmer: PicturePreparing, Service {
  /// The pictures of a revision, and who waits for the first of them.
  private struct Job: Sendable {
    let pictures: [PictureRequest]
    let end: AsyncStream<Void>.Continuation
  }

  /// The most pictures that are made afterwards; more are made when they are asked for.
  private static let maximumCount = 10_000

  private let renditions: Renditions
  private let bound: Duration
  private let clock: any TimeSource
  private let workerCount: Int
  private let first: AsyncStream<Job>
  private let firstContinuation: AsyncStream<Job>.Continuation
  private let rest: AsyncStream<[PictureRequest]>
  private let restContinuation: AsyncStream<[PictureRequest]>.Continuation

  /// - Parameters:
  ///   - bound: the timeout, for which a revision waits at most.
  ///   - workerCount: how many of the first pictures are made at a time.
  ///   - clock: by which the longest wait is measured.
  init(
    _ renditions: Renditions, bound: Duration, workerCount: Int, clock: any TimeSource
  ) {
    self.renditions = renditions
    self.bound = bound
    self.clock = clock
    self.workerCount = workerCount
    (first, firstContinuation) = AsyncStream.makeStream()
    (rest, restContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(8))
  }

  /// Queues `pictures`, and waits for the first of them until the timeout.
  ///
  /// - Parameter waits: whether to wait at all. Nothing is made before ``run()``.
  func prepare(_ pictures: NewPictures, waits: Bool) async {
    let requests = pictures.first.map { PictureRequest.rendition($0) }
    if !requests.isEmpty {
      let (ends, end) = AsyncStream.makeStream(of: Void.self)
      firstContinuation.yield(Job(pictures: requests, end: end))
      if waits {
        await withTaskGroup(of: Void.self) { group in
          group.addTask { for await _ in ends {} }
          group.addTask { try? await clock.sleep(for: bound) }
          await group.next()
          group.cancelAll()
        }
      }
    }
    if !pictures.others.isEmpty {
      restContinuation.yield(
        pictures.others.prefix(Self.maximumCount).map { PictureRequest.rendition($0) })
    }
  }

  /// Makes the pictures until the server stops: the first ones by all workers, the others one at a time, so
  /// that workers are there for requests.
  func run() async {
    await cancelWhenGracefulShutdown {
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          for await job in first {
            await renditions.prepare(job.pictures, atATime: workerCount)
            job.end.finish()
          }
        }
        group.addTask {
          for await requests in rest { await renditions.prepare(requests, atATime: 1) }
        }
      }
    }
  }
}
