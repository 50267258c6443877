import FeedModel
import Synchronization

/// Pictures that are made before somebody asks for them, and those that stand in for others.
extension Renditions {
  /// Makes those of `requests` that the folder does not have, in their order, a few at a time, until the
  /// task is cancelled. Pictures that cannot be made are skipped.
  ///
  /// - Parameter width: how many are made at a time.
  package func prepare(_ requests: [PictureRequest], atATime width: Int) async {
    await requests.forEachBounded(by: width) { request in
      guard !Task.isCancelled, !self.isMade(request) else { return }
      _ = try? await self.picture(request, for: .background)
    }
  }

  /// The picture for a client that accepts WebP: an AVIF that is not there yet takes several times as long as a
  /// WebP, which stands in for it until ``makeWhatIsLate()`` has made it.
  ///
  /// - Returns: the picture, and the one that it is.
  /// - Throws: what ``picture(_:for:)`` does.
  package func pictureOrSubstitute(
    _ request: PictureRequest, for client: PictureClient
  ) async throws -> (made: PictureRequest, bytes: [UInt8]) {
    guard let substitute = request.substitute, !isMade(request) else {
      return (request, try await picture(request, for: client))
    }
    let bytes = try await picture(substitute, for: client)
    later.append(request)
    return (substitute, bytes)
  }

  /// Makes the pictures for which others have stood in, one at a time, until the task is cancelled.
  package func makeWhatIsLate() async {
    for await _ in later.arrivals {
      while let request = later.removeFirst() { await prepare([request], atATime: 1) }
    }
  }
}

extension PictureRequest {
  /// The picture that stands in for this one while it is made; `nil` for one that is made as soon as another.
  package var substitute: PictureRequest? {
    guard case .rendition(let rendition) = self, rendition.format == .avif else { return nil }
    return .rendition(rendition.formatted(.webp))
  }
}

/// The pictures that are made later.
final class LaterPictures: Sendable {
  /// The most that are kept in mind: another one is made when somebody asks for it again.
  private static let limit = 1_000

  let arrivals: AsyncStream<Void>
  private let arrive: AsyncStream<Void>.Continuation
  private let waiting = Mutex<[PictureRequest]>([])

  init() {
    (arrivals, arrive) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func append(_ request: PictureRequest) {
    waiting.withLock { waiting in
      guard waiting.count < Self.limit, !waiting.contains(request) else { return }
      waiting.append(request)
    }
    arrive.yield()
  }

  func removeFirst() -> PictureRequest? {
    waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }
}
