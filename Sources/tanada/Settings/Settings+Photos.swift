import FeedStore
import FeedModel
import FeedPhotos
import FeedPublisher
import Logging

extension Settings {
  /// The folder of the photos' files.
  var photosFolder: String {
    photos == "auto" ? (storeAddress.file ?? "tanada") + "-photos" : photos
  }

  /// The settings for the derived fields of published items.
  func itemPublishing(of store: some FeedStore) async throws -> ItemPublishing {
    let secret = try await store.secret("pictures", at: Clock.now()) { [UInt8].random(32) }
    let cursors = try await cursorSecret(of: store)
    return ItemPublishing(
      timeZone: timeZone, locales: locales, dateStyle: dateStyle,
      pictures: PictureAddresses(server: publicURL, secret: secret),
      pages: PageAddresses(secret: cursors), secret: cursors)
  }

  /// The key of cursors, the same for all servers of `store`.
  func cursorSecret(of store: some FeedStore) async throws -> [UInt8] {
    try await store.secret("cursor", at: Clock.now()) { [UInt8].random(32) }
  }

  /// The worker processes that decode pictures.
  func pictureWorkers(logger: Logger) -> PictureWorkers {
    pictureWorkers(limits: pictureLimits, logger: logger)
  }

  /// The picture of a drawing of this program, made by a worker: this process does not load libvips. What it makes
  /// from its own data may be larger and take longer than what is made of the pictures of others.
  func drawn(_ drawing: PictureTask) async throws -> [UInt8] {
    var limits = pictureLimits
    limits.timeout = max(limits.timeout, 600)
    limits.memory = max(limits.memory, 4 << 30)
    limits.messageSize = 1 << 30
    let workers = pictureWorkers(limits: limits, logger: logger())
    let picture = try await workers.perform(drawing)
    await workers.stop()
    return picture
  }

  private var pictureLimits: PictureLimits {
    var limits = PictureLimits()
    limits.timeout = photoTimeout / .seconds(1)
    limits.memory = photoMemory
    return limits
  }

  private func pictureWorkers(limits: PictureLimits, logger: Logger) -> PictureWorkers {
    var configuration = PictureWorkers.Configuration(executable: Program.path, limits: limits)
    configuration.count = photoWorkers
    return PictureWorkers(configuration, clock: Clock(), logger: logger)
  }

  /// The photos of `store`.
  ///
  /// - Parameter startsWithoutBucket: whether a bucket that cannot be reached is no error.
  /// - Throws: `PhotoStorageError`, also for the folder or bucket of another database; ``Failure``.
  func photoLibrary(
    of store: any FeedStore, logger: Logger, startsWithoutBucket: Bool = false
  ) async throws -> PhotoLibrary {
    let storage = try await photoStorage(of: store, startsWithoutBucket: startsWithoutBucket)
    var limits = pictureLimits
    // Each of these may be a link to another file system.
    limits.readable =
      [photosFolder] + ["photos", "incoming", "originals"].map { "\(photosFolder)/\($0)" }
    return PhotoLibrary(
      store: store, storage: storage, workers: pictureWorkers(limits: limits, logger: logger),
      clock: Clock.now)
  }

  /// The pictures that are made of the photos of `library`. Those that were requested last are in `cache`.
  func renditions(
    of library: PhotoLibrary, in cache: SharedCache = SharedCache()
  ) throws -> Renditions {
    try Renditions(
      of: library, path: photosFolder + "/renditions", maximumByteCount: maximumRenditionsSize,
      cache: cache, clock: Clock())
  }

  /// The photos of `store`, and the pictures that are made of them. A bucket that cannot be reached is no error: feeds
  /// are served without it.
  func photoServices(
    of store: any FeedStore, in cache: SharedCache, logger: Logger
  ) async throws -> Renditions {
    let library = try await photoLibrary(
      of: store, logger: logger, startsWithoutBucket: true)
    return try renditions(of: library, in: cache)
  }
}
