package import FeedModel
import FeedStore
import Foundation

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

/// The lock of the photos of one database: at most one process and task at a time changes their rows and files.
package protocol PhotoLock: Sendable {
  /// Waits for the lock, runs `body`, and gives the lock back, also when `body` throws and when the process ends.
  ///
  /// - Throws: what `body` throws, or an error if the lock cannot be had.
  func withLock<Value: Sendable>(
    _ body: @Sendable () async throws -> Value
  ) async throws -> Value
}

/// A lock by a file, for processes on one machine. It needs a local file system.
package struct FileLock: PhotoLock {
  package let path: String

  /// The lock by the file at `path`, which is created when it is needed, and stays.
  package init(path: String) {
    self.path = path
  }

  package func withLock<Value: Sendable>(
    _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    let lock = try await take()
    defer { lock.release() }
    return try await body()
  }

  /// Waits for the lock, on a thread of its own: many that wait on threads of a pool would leave none to the one
  /// that has the lock.
  private func take() async throws -> LockedFile {
    let result: Result<LockedFile, PhotoStorageError>
    do throws(OwnThreadError) {
      result = try await OwnThread.run { [path] in
        LockedFile(path, isTemporary: false, waits: true).map { .success($0) }
          ?? .failure(.last(at: path))
      }
    } catch {
      throw PhotoStorageError.file(path: path, reason: error.description)
    }
    return try result.get()
  }
}

/// The result of copying or checking the files of photos.
package struct PhotoFilesReport: Hashable, Sendable {
  /// Files that were copied.
  package var copiedCount = 0
  /// Photos without a file.
  package var missing: [PhotoID] = []
  /// Photos whose file has other bytes than were stored.
  package var damaged: [PhotoID] = []

  package init() {}
}

extension PhotoStorage {
  /// How many files are copied, checked or removed at a time.
  static var width: Int { 8 }

  /// Copies the files of `photos` that `other` does not have. Each is compared with its hash on the way.
  ///
  /// - Throws: ``PhotoStorageError`` if one of both cannot be reached, or `other` cannot be written; or
  ///   `CancellationError`.
  package func copyFiles(
    of photos: some Collection<PhotoID> & Sendable, to other: some PhotoStorage
  ) async throws -> PhotoFilesReport {
    let present = Set(try await other.photos())
    return try await report(of: photos.filter { !present.contains($0) }) { id in
      let copy = try other.makeIncomingFile()
      guard try await read(id, into: copy) else { return .missing(id) }
      guard copy.id == id else { return .damaged(id) }
      try await other.keep(copy, as: id)
      return .copied
    }
  }

  /// Compares the files of `photos` with their hashes.
  ///
  /// - Throws: ``PhotoStorageError`` if the storage cannot be reached, or `CancellationError`.
  package func checkFiles(
    of photos: some Collection<PhotoID> & Sendable
  ) async throws -> PhotoFilesReport {
    try await report(of: Array(photos)) { id in
      guard let content = try await contentID(of: id) else { return .missing(id) }
      return content == id ? .whole : .damaged(id)
    }
  }

  /// Runs `body` for each of `photos`, several at a time.
  private func report(
    of photos: [PhotoID], _ body: @escaping @Sendable (PhotoID) async throws -> FileState
  ) async throws -> PhotoFilesReport {
    var report = PhotoFilesReport()
    try await photos.forEachBounded(by: Self.width) {
      try await body($0)
    } then: { file in
      switch file {
      case .copied: report.copiedCount += 1
      case .whole: break
      case .missing(let id): report.missing.append(id)
      case .damaged(let id): report.damaged.append(id)
      }
    }
    report.missing.sort()
    report.damaged.sort()
    return report
  }
}

/// The state of the file of a photo.
private enum FileState: Sendable {
  case copied, whole
  case missing(PhotoID), damaged(PhotoID)
}
