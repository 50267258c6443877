import FeedModel
import FeedPhotos
import FeedPublisher
import ServiceLifecycle

/// Makes the pictures that a revision shows for the first time, after it has gone into service: those that are made
/// quickly first. Pictures that somebody asks for come before all of them.
struct PictureWarmer: Service {
  /// The most pictures of a revision that are made beforehand; more are made when they are asked for.
  private static let maximumCount = 10_000

  private let renditions: Renditions
  private let workerCount: Int
  private let first: AsyncStream<[PictureRequest]>
  private let firstContinuation: AsyncStream<[PictureRequest]>.Continuation
  private let rest: AsyncStream<[PictureRequest]>
  private let restContinuation: AsyncStream<[PictureRequest]>.Continuation

  /// - Parameter workerCount: how many of the first pictures are made at a time.
  init(_ renditions: Renditions, workerCount: Int) {
    self.renditions = renditions
    self.workerCount = workerCount
    (first, firstContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(64))
    (rest, restContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(8))
  }

  /// Queues `pictures`. Nothing is made before ``run()``.
  @Sendable func prepare(_ pictures: NewPictures) {
    queue(pictures.first, in: firstContinuation)
    queue(pictures.others, in: restContinuation)
  }

  private func queue(_ pictures: [Rendition], in line: AsyncStream<[PictureRequest]>.Continuation) {
    guard !pictures.isEmpty else { return }
    line.yield(pictures.prefix(Self.maximumCount).map { PictureRequest.rendition($0) })
  }

  /// Makes the pictures until the server stops, which gives up those that are being made.
  func run() async {
    await cancelWhenGracefulShutdown {
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          for await pictures in first {
            await renditions.prepare(pictures, atATime: workerCount)
          }
        }
        group.addTask { await renditions.makeWhatIsLate() }
        group.addTask {
          for await pictures in rest { await renditions.prepare(pictures, atATime: 1) }
        }
      }
    }
  }
}
