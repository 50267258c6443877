package import FeedPhotos
package import FeedPublisher
import Logging
import ServiceLifecycle

/// Makes the pictures that a revision shows for the first time: those of the default width before it is
/// served, within a bound of time, and the others afterwards.
package struct PictureWarmer: Service {
  /// The most pictures that are made afterwards; more are made when they are asked for.
  private static let maximumCount = 10_000

  private let renditions: Renditions
  private let bound: Duration
  private let workerCount: Int
  private let rest: AsyncStream<[PictureRequest]>
  private let continuation: AsyncStream<[PictureRequest]>.Continuation

  /// - Parameters:
  ///   - bound: the longest that a revision waits.
  ///   - workerCount: how many pictures are made at a time before a revision is served.
  package init(_ renditions: Renditions, bound: Duration, workerCount: Int) {
    self.renditions = renditions
    self.bound = bound
    self.workerCount = workerCount
    (rest, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(8))
  }

  /// Makes the first of `pictures` until all are there or the time is over.
  package func warm(_ pictures: NewPictures) async {
    let requests = pictures.first.map { PictureRequest.rendition($0) }
    if !requests.isEmpty {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await renditions.prepare(requests, atATime: workerCount) }
        group.addTask { try? await Task.sleep(for: bound) }
        await group.next()
        group.cancelAll()
      }
    }
    // Those that are there by now are passed over.
    let rest = (pictures.first + pictures.others).prefix(Self.maximumCount)
    if !rest.isEmpty { continuation.yield(rest.map { PictureRequest.rendition($0) }) }
  }

  /// Makes what is left, one picture at a time, so that the other workers are there for requests.
  package func run() async {
    await cancelWhenGracefulShutdown {
      for await requests in rest { await renditions.prepare(requests, atATime: 1) }
    }
  }
}
