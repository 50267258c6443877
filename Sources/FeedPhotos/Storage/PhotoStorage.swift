package import FeedModel

/// The storage of the files of photos: a folder, or a bucket of a service for objects.
///
/// The database has a row for each photo. A file is written before its row and removed after it, so that
/// a crash leaves at most a file without a row, which a sweep removes.
///
/// All functions that wait throw ``PhotoStorageError``, or `CancellationError` when the task is cancelled.
package protocol PhotoStorage: Sendable {
  /// Excludes all others who change the photos of the database while they do: the rows and the files.
  var lock: any PhotoLock { get }

  /// A local file for a picture that is being received.
  ///
  /// - Throws: ``PhotoStorageError``.
  func makeIncomingFile() throws(PhotoStorageError) -> IncomingFile

  /// Sends a received file ahead, as that of photo `id`, before the lock is taken, so that ``keep(_:as:)`` takes a
  /// moment. A sweep may remove it in between. A storage that keeps files in a moment sends none.
  func send(_ file: IncomingFile, as id: PhotoID) async throws

  /// Keeps a received file as that of photo `id`. When this returns, the file outlives a power cut.
  func keep(_ file: IncomingFile, as id: PhotoID) async throws

  /// Whether there is a file of photo `id`.
  func contains(_ id: PhotoID) async throws -> Bool

  /// A local file with the content of photo `id`; `nil` if there is none.
  func file(of id: PhotoID) async throws -> PhotoFile?

  /// Adds the content of photo `id` to `file`.
  ///
  /// - Returns: whether there is a file of the photo that can be read.
  func read(_ id: PhotoID, into file: IncomingFile) async throws -> Bool

  /// The id of a photo with the content that photo `id` has, which is another one if its file is damaged; `nil` if there
  /// is none.
  func contentID(of id: PhotoID) async throws -> PhotoID?

  /// Removes the file of photo `id`, if there is one.
  func remove(_ id: PhotoID) async throws

  /// The photos that there are files of, in the order of their ids.
  func photos() async throws -> [PhotoID]

  /// The unique name of the database that the storage belongs to, as it is noted there; `nil` without a note.
  func owner() async throws -> String?

  /// Removes the local files of interrupted receptions.
  ///
  /// - Returns: how many files were removed.
  func removeAbandonedFiles() async throws -> Int
}

extension PhotoStorage {
  /// Removes the files of `photos`, several at a time.
  func remove(_ photos: [PhotoID]) async throws {
    try await photos.forEachBounded(by: Self.width) { try await remove($0) }
  }

  /// Runs `body` under the lock of this storage, which excludes all other processes and tasks.
  package func exclusively<Value: Sendable>(
    _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await lock.withLock(body)
  }
}

/// Why the files of photos cannot be read or written.
package enum PhotoStorageError: Error, Hashable, Sendable {
  /// A local file or folder, and the error message of the system.
  case file(path: String, reason: String)
  /// The disk that the file or folder is on is full.
  case full(path: String)
  /// The folder or the bucket has the photos of another database.
  case ofAnotherDatabase(String)
  /// A request to a bucket has failed.
  case bucket(BucketError)
}

extension PhotoStorageError {
  /// Whether a storage elsewhere cannot be reached at present.
  package var isTemporary: Bool {
    guard case .bucket(let error) = self else { return false }
    return error.isTemporary
  }
}

extension PhotoStorageError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .file(let path, let reason): "\(path): \(reason)"
    case .full(let path): "\(path): the disk is full"
    case .ofAnotherDatabase(let place) where place.hasPrefix("s3://"):
      "\(place): has the photos of another database; choose another prefix or bucket"
    case .ofAnotherDatabase(let place):
      "\(place): has the photos of another database; choose another folder"
    case .bucket(let error): error.description
    }
  }
}
