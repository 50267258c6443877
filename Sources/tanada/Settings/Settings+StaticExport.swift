import FeedModel
import FeedPhotos
import FeedStore
import Foundation
import FeedPublisher

extension Settings {
  /// The unique name of the database of `store`, by which exports of others are told apart.
  ///
  /// - Throws: `StoreError`.
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
      client, lock: exportLock(of: store),
      folder: FileManager.default.temporaryDirectory.path)
  }

  /// The lock of exports to buckets: a file beside the database, or that of a store that other machines share.
  private func exportLock(of store: any FeedStore) -> any PhotoLock {
    (store as? any SharedFeedStore).map { StoreLock(store: $0, name: "tanada static export") }
      ?? FileLock(path: (storeAddress.file ?? "tanada") + "-export-lock")
  }
}
