import FeedModel
import FeedPhotos
import FeedPublisher
import FeedStore
import Foundation

extension Settings {
  /// The storage of the photos of `store`, to be read and changed.
  ///
  /// - Parameter startsWithoutBucket: whether a bucket that cannot be reached is no error, but a warning.
  /// - Throws: `PhotoStorageError`, also for the folder or bucket of another database; ``Failure``.
  func photoStorage(
    of store: any FeedStore, startsWithoutBucket: Bool
  ) async throws -> any PhotoStorage {
    let identity = try await store.secret("photo_folder", at: Clock.now()) { [UInt8].random(16) }
    let database = Base64URL.encode(identity)
    guard let location = photoBucket else {
      let folder = try photoFolder(of: store)
      try folder.claim(for: database)
      return folder
    }
    let bucket = try photoBucket(at: location, of: database, lock: photoLock(of: store))
    do { try await bucket.check() } catch let error as PhotoStorageError
      where error.isTemporary && startsWithoutBucket
    {
      Console.message("warning: \(error); photos are served when the bucket can be reached")
    }
    return bucket
  }

  /// The storage of the photos, to be read only: nothing is created. `nil` if the folder is not there.
  func photoStorageToRead() throws -> (any PhotoStorage)? {
    if let location = photoBucket {
      return try photoBucket(at: location, of: nil, lock: fileLock)
    }
    guard FileManager.default.fileExists(atPath: photosFolder) else { return nil }
    return try PhotoFolder(path: photosFolder)
  }

  /// The place of the photos, for messages.
  var photosPlace: String { photoBucket?.description ?? photosFolder }

  private func photoBucket(
    at location: BucketLocation, of identity: String?, lock: any PhotoLock
  ) throws -> PhotoBucket {
    let environment = ProcessInfo.processInfo.environment
    let client = BucketClient(
      try bucketAddress(of: location, in: environment), region: try bucketRegion(in: environment),
      credentials: try bucketCredentials(for: location, in: environment),
      retries: RetryPolicy { .random(in: 0...1) }, clock: Clock())
    return PhotoBucket(
      client, path: photosFolder, originalsByteCount: maximumOriginalsSize, database: identity,
      lock: lock)
  }

  /// The lock of photos in a bucket: a file beside the database, and not in the folder of this server's copies, since
  /// other servers may have another one.
  private var fileLock: any PhotoLock {
    FileLock(path: (storeAddress.file ?? photosFolder) + "-photos-lock")
  }

  /// The lock of photos in a bucket: that of a store that other machines share, too.
  private func photoLock(of store: any FeedStore) -> any PhotoLock {
    (store as? any SharedFeedStore).map { StoreLock(store: $0, name: StoreLock.photos) } ?? fileLock
  }

  /// The folder of the photos, which several machines may share as well.
  private func photoFolder(of store: any FeedStore) throws -> PhotoFolder {
    guard let store = store as? any SharedFeedStore else {
      return try PhotoFolder(path: photosFolder)
    }
    return try PhotoFolder(
      path: photosFolder, lock: StoreLock(store: store, name: StoreLock.photos))
  }

  // MARK: The bucket, with the variables that tools of Amazon's services read

  /// The region that requests are signed for.
  ///
  /// - Throws: ``Failure`` if that of the environment cannot be one.
  func bucketRegion(in environment: [String: String]) throws -> String {
    guard photoRegion == "auto" else { return photoRegion }
    for name in ["AWS_REGION", "AWS_DEFAULT_REGION"] {
      guard let text = environment[name], !text.isEmpty else { continue }
      guard Setting.isRegion(text) else {
        throw Failure.setting(name, from: "environment", expected: "a region", found: "\"\(text)\"")
      }
      return text
    }
    return "us-east-1"
  }

  /// The address of the bucket at its service.
  ///
  /// - Throws: ``Failure`` if the region of the environment cannot be one.
  func bucketAddress(
    of location: BucketLocation, in environment: [String: String]
  ) throws -> BucketAddress {
    BucketAddress(
      location: location,
      endpoint: try photoEndpoint ?? ServiceEndpoint(region: bucketRegion(in: environment)),
      isInPath: photoAddressing.isInPath(location, ownEndpoint: photoEndpoint != nil))
  }

  /// The key of the bucket: that of the settings, or of the environment. Parts of both are not mixed.
  ///
  /// - Throws: ``Failure`` if there is none, or one that cannot be sent.
  func bucketCredentials(
    for location: BucketLocation, in environment: [String: String]
  ) throws -> BucketCredentials {
    func value(_ setting: String) -> String? { setting == "none" ? nil : setting }
    func variable(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    func sendable(_ name: String) throws -> String? {
      guard let text = variable(name) else { return nil }
      guard let text = Setting.sendable(text) else {
        throw Failure.setting(
          name, from: "environment", expected: "visible characters of ASCII", found: "another text")
      }
      return text
    }
    let isInSettings = value(photoAccessKeyID) != nil
    let id = try isInSettings ? value(photoAccessKeyID) : sendable("AWS_ACCESS_KEY_ID")
    let secret = isInSettings ? value(photoSecretAccessKey) : variable("AWS_SECRET_ACCESS_KEY")
    let token = try isInSettings ? value(photoSessionToken) : sendable("AWS_SESSION_TOKEN")
    func missing(_ names: String) -> Failure {
      Failure("\(location): there is no key: set \(names)")
    }
    guard let id else {
      throw missing(
        "photo_access_key_id and photo_secret_access_key, or AWS_ACCESS_KEY_ID and "
          + "AWS_SECRET_ACCESS_KEY in the environment")
    }
    guard let secret else {
      throw missing(isInSettings ? "photo_secret_access_key" : "AWS_SECRET_ACCESS_KEY")
    }
    return BucketCredentials(accessKeyID: id, secretAccessKey: secret, sessionToken: token)
  }
}

/// A lock that the machines share which share a store.
struct StoreLock: PhotoLock {
  /// The name of the lock of photos.
  static let photos = "tanada photos"

  let store: any SharedFeedStore
  let name: String

  func withLock<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
    try await store.withLock(name, body)
  }
}

extension Settings {
  /// The unique name of the database of `store`, by which exports of others are told apart.
  func exportIdentity(of store: any FeedStore) async throws -> String {
    let identity = try await store.secret("static_export", at: Clock.now()) { [UInt8].random(16) }
    return Base64URL.encode(identity)
  }

  /// The target of exports that `text` names: a folder, or a bucket at the service of the settings for photos.
  ///
  /// - Throws: ``Failure`` for a bucket without a key.
  func exportTarget(_ text: String, of store: any FeedStore) throws -> any ExportTarget {
    guard let location = BucketLocation(text) else {
      guard !text.hasPrefix("s3://") else {
        throw Failure("\(text): expected a folder, or a bucket such as s3://bucket/prefix")
      }
      return FolderTarget(path: text) { [UInt8].random(4).hexadecimalText }
    }
    let environment = ProcessInfo.processInfo.environment
    let client = BucketClient(
      try bucketAddress(of: location, in: environment), region: try bucketRegion(in: environment),
      credentials: try bucketCredentials(for: location, in: environment),
      retries: RetryPolicy { .random(in: 0...1) }, clock: Clock())
    return BucketTarget(
      client, lock: exportLock(of: store), folder: FileManager.default.temporaryDirectory.path)
  }

  /// The lock of exports to buckets: a file beside the database, or that of a store that other machines share.
  private func exportLock(of store: any FeedStore) -> any PhotoLock {
    (store as? any SharedFeedStore).map { StoreLock(store: $0, name: "tanada static export") }
      ?? FileLock(path: (storeAddress.file ?? "tanada") + "-export-lock")
  }
}
