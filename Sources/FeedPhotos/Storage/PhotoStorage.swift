package import FeedModel

/// Where the files of photos are kept: a folder, or a service for objects.
///
/// The database says which photos there are. A file comes before its row and goes after it, so that a
/// crash leaves at most a file that nothing knows, which a sweep removes.
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

  /// Removes what interrupted receptions have left.
  ///
  /// - Returns: how many files were removed.
  func removeAbandonedFiles() async throws(PhotoStorageError) -> Int

  /// Runs `body` while no other process or task does the same with this storage.
  func exclusively<Value: Sendable>(
    _ body: @Sendable () async throws -> Value
  ) async throws -> Value
}

/// Why a file cannot be read or written.
package struct PhotoStorageError: Error, Hashable, Sendable, CustomStringConvertible {
  package let path: String
  /// What the system says.
  package let reason: String

  package var description: String { "\(path): \(reason)" }
}
