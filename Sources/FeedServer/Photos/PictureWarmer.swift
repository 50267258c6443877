package import FeedPhotos
package import FeedPublisher
import Logging
import ServiceLifecycle

/// Makes the pictures that a revision shows for the first time: those of the default width before it is
/// served, with a timeout, and the others afterwards.
package struct PictureWarmer: Service {
  /// The first pictures of a revision, and the stream whose end their publication waits for.
  private struct Job: Sendable {
    let pictures: [PictureRequest]
    let end: AsyncStream<Void>.Continuation
  }

  /// The most pictures that are made afterwards; more are made when they are asked for.
  private static let maximumCount = 10_000

  private let renditions: Renditions
  private let bound: Duration
  private let workerCount: Int
  private let first: AsyncStream<Job>
  private let firstContinuation: AsyncStream<Job>.Continuation
  private let rest: AsyncStream<[PictureRequest]>
  private let restContinuation: AsyncStream<[PictureRequest]>.Continuation

  /// - Parameters:
  ///   - bound: the timeout, for which a revision waits at most.
  ///   - workerCount: how many of the first pictures are made at a time.
  package init(_ renditions: Renditions, bound: Duration, workerCount: Int) {
    self.renditions = renditions
    self.bound = bound
    self.workerCount = workerCount
    (first, firstContinuation) = AsyncStream.makeStream()
    (rest, restContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(8))
  }

  /// Queues `pictures`, and waits for the first of them until the timeout.
  ///
  /// - Parameter waits: whether to wait at all. Nothing is made before ``run()``.
  package func warm(_ pictures: NewPictures, waits: Bool) async {
    let requests = pictures.first.map { PictureRequest.rendition($0) }
    if !requests.isEmpty {
      let (ends, end) = AsyncStream.makeStream(of: Void.self)
      firstContinuation.yield(Job(pictures: requests, end: end))
      if waits {
        await withTaskGroup(of: Void.self) { group in
          group.addTask { for await _ in ends {} }
          group.addTask { try? await Task.sleep(for: bound) }
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

  /// Makes the queued pictures until the server stops: the first ones by all workers, the others one at a
  /// time, so that workers are left for requests.
  package func run() async {
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

/// The photos of a store, and the pictures that are made of them.
package struct PhotoServices: Sendable {
  package let library: PhotoLibrary
  package let renditions: Renditions
  package let warmer: PictureWarmer

  package init(library: PhotoLibrary, renditions: Renditions, warmer: PictureWarmer) {
    self.library = library
    self.renditions = renditions
    self.warmer = warmer
  }
}
