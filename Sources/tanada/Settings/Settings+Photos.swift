import FeedPhotos
import FeedPublisher
import FeedServer
import FeedStore
import Logging

extension Settings {
  /// The folder of the photos' files.
  var photosFolder: String { photos == "auto" ? database + "-photos" : photos }

  /// What the fields of published items are made with.
  func itemPublishing(of store: some FeedStore) async throws -> ItemPublishing {
    let secret = try await store.secret("pictures", at: Clock.now()) { Randomness.bytes(32) }
    return ItemPublishing(
      timeZone: timeZone, pictures: PictureAddresses(server: publicURL, secret: secret))
  }

  /// The worker processes that decode pictures.
  func pictureWorkers(logger: Logger) -> PictureWorkers {
    var limits = PictureLimits()
    limits.timeout = photoTimeout / .seconds(1)
    limits.memory = photoMemory
    var configuration = PictureWorkers.Configuration(executable: Program.path, limits: limits)
    configuration.count = photoWorkers
    return PictureWorkers(configuration, logger: logger)
  }

  /// The photos of `store`.
  ///
  /// - Throws: `PhotoStorageError`.
  func photoLibrary(of store: any FeedStore, logger: Logger) throws -> PhotoLibrary {
    PhotoLibrary(
      store: store, storage: try PhotoFolder(path: photosFolder),
      workers: pictureWorkers(logger: logger), clock: Clock.now)
  }

  /// What a server needs of the photos of `store`.
  ///
  /// - Throws: `PhotoStorageError`.
  func photoServices(of store: any FeedStore, logger: Logger) throws -> PhotoServices {
    let library = try photoLibrary(of: store, logger: logger)
    let renditions = try Renditions(
      of: library, path: photosFolder + "/renditions", maximumByteCount: maximumRenditionsSize)
    return PhotoServices(
      library: library, renditions: renditions,
      warmer: PictureWarmer(renditions, bound: photoWait, workerCount: photoWorkers))
  }
}
