package import FeedModel

/// The storage of the files of photos: a folder, or an object storage service.
///
/// The database has a row for each photo. A file is written before its row and removed after it, so that
/// a crash leaves at most a file without a row, which a sweep removes.
package protocol PhotoStorage: Sendable {
  /// A file for a picture that is being received.
  ///
  /// - Throws: ``PhotoStorageError``.
  func makeIncomingFile() throws(PhotoStorageError) -> IncomingFile

  /// Keeps a received file as that of photo `id`, in place of another one. When this returns, the file
  /// outlives a power cut.
  ///
  /// - Throws: ``PhotoStorageError``.
  func keep(_ file: IncomingFile, as id: PhotoID) async throws(PhotoStorageError)

  /// The path of a local file with the content of photo `id`; `nil` if there is none.
  func file(of id: PhotoID) async -> String?

  /// Removes the file of photo `id`, if there is one.
  ///
  /// - Throws: ``PhotoStorageError``.
  func remove(_ id: PhotoID) async throws(PhotoStorageError)

  /// The photos that there are files of, in the order of their ids.
  ///
  /// - Throws: ``PhotoStorageError``.
  func photos() async throws(PhotoStorageError) -> [PhotoID]

  /// Removes the files of interrupted receptions.
  ///
  /// - Returns: how many files were removed.
  func removeAbandonedFiles() async throws(PhotoStorageError) -> Int

  /// Runs `body` under the lock of this storage, which excludes all other processes and tasks.
  func exclusively<Value: Sendable>(
    _ body: @Sendable () async throws -> Value
  ) async throws -> Value
}

/// Why a file cannot be read or written.
package struct PhotoStorageError: Error, Hashable, Sendable, CustomStringConvertible {
  package let path: String
  /// The error message of the system.
  package let reason: String

  package var description: String { "\(path): \(reason)" }
}
