import FeedPhotos
import FeedPublisher
import Foundation
import TestSupport

@testable import FeedServer
import FeedStore

extension LiveServer {
  /// The photos of `store`, with their files in `folder`.
  static func photos(
    of store: any FeedStore, in folder: TemporaryFolder, clock: TestClock
  ) throws -> Renditions {
    let workers = PictureWorkers(
      .init(executable: BuiltProgram.tanada.path, limits: PictureLimits()), clock: clock,
      logger: silence)
    let library = PhotoLibrary(
      store: store, storage: try PhotoFolder(path: folder.path("photos")), workers: workers,
      clock: { clock.now })
    return try Renditions(
      of: library, path: folder.path("renditions"), maximumByteCount: 1 << 26,
      clock: clock)
  }

  /// The workers that decode pictures.
  var workers: PictureWorkers { photos.library.workers }
}
