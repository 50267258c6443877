package import FeedModel
import Foundation
import Glibc

/// Photos as files in a folder, usually beside the database.
///
/// `photos/0f/0f3a…` has the file of the photo `0f3a…`; `incoming` has the files being received. Both
/// are on one file system, so that a file is moved atomically.
package struct PhotoFolder: PhotoStorage {
  package let path: String

  /// Opens the folder at `path`, which is created if there is none.
  ///
  /// - Throws: ``PhotoStorageError``.
  package init(path: String) throws(PhotoStorageError) {
    self.path = path
    for folder in [path, path + "/photos", path + "/incoming"] {
      guard mkdir(folder, 0o755) == 0 || errno == EEXIST else { throw .last(at: folder) }
    }
  }

  /// Refuses the folder if it has the photos of another database, whose files a sweep would remove.
  ///
  /// - Parameter database: a unique name of the database; noted in a folder without such a note.
  /// - Throws: ``PhotoStorageError``.
  package func claim(for database: String) throws(PhotoStorageError) {
    let file = path + "/database"
    if let noted = FileManager.default.contents(atPath: file) {
      guard noted == Data(database.utf8) else {
        throw PhotoStorageError(
          path: path, reason: "has the photos of another database; choose another folder")
      }
      return
    }
    guard FileManager.default.createFile(atPath: file, contents: Data(database.utf8)) else {
      throw PhotoStorageError(path: file, reason: "cannot be written")
    }
  }

  /// Makes the folder one of the same database as `other`.
  ///
  /// - Throws: ``PhotoStorageError``.
  package func claim(likeThatOf other: PhotoFolder) throws(PhotoStorageError) {
    guard let database = FileManager.default.contents(atPath: other.path + "/database") else {
      return
    }
    try claim(for: String(decoding: database, as: UTF8.self))
  }

  package func makeIncomingFile() throws(PhotoStorageError) -> IncomingFile {
    try IncomingFile(path: "\(path)/incoming/\(UUID().uuidString)")
  }

  package func keep(_ file: IncomingFile, as id: PhotoID) async throws(PhotoStorageError) {
    let folder = folder(of: id)
    guard mkdir(folder, 0o755) == 0 || errno == EEXIST else { throw .last(at: folder) }
    try file.move(to: location(of: id))
    try synchronize(folder)
    try synchronize(path + "/photos")
  }

  package func file(of id: PhotoID) async -> String? {
    let path = location(of: id)
    return access(path, R_OK) == 0 ? path : nil
  }

  package func remove(_ id: PhotoID) async throws(PhotoStorageError) {
    let path = location(of: id)
    guard unlink(path) == 0 || errno == ENOENT else { throw .last(at: path) }
  }

  package func photos() async throws(PhotoStorageError) -> [PhotoID] {
    var photos: [PhotoID] = []
    for name in try names(in: path + "/photos") {
      photos += try names(in: "\(path)/photos/\(name)").compactMap { PhotoID($0) }
    }
    return photos.sorted()
  }

  package func removeAbandonedFiles() async throws(PhotoStorageError) -> Int {
    var count = 0
    for name in try names(in: path + "/incoming") {
      let file = "\(path)/incoming/\(name)"
      let descriptor = open(file, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      // The process that receives a file holds its lock.
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { continue }
      if unlink(file) == 0 { count += 1 }
    }
    return count
  }

  package func exclusively<Value: Sendable>(
    _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    let descriptor = try await lock()
    // Closing the file ends the lock.
    defer { close(descriptor) }
    return try await body()
  }

  /// Waits for the lock of the folder, on a thread of its own: many that wait on threads of a pool would leave
  /// none to the one that has the lock.
  private func lock() async throws -> Int32 {
    let file = path + "/lock"
    return try await withCheckedThrowingContinuation { continuation in
      Thread {
        let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
          return continuation.resume(throwing: PhotoStorageError.last(at: file))
        }
        while flock(descriptor, LOCK_EX) != 0 {
          guard errno == EINTR else {
            let error = PhotoStorageError.last(at: file)
            close(descriptor)
            return continuation.resume(throwing: error)
          }
        }
        continuation.resume(returning: descriptor)
      }.start()
    }
  }

  private func folder(of id: PhotoID) -> String { "\(path)/photos/\(id.description.prefix(2))" }
  private func location(of id: PhotoID) -> String { "\(folder(of: id))/\(id)" }

  private func names(in folder: String) throws(PhotoStorageError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw PhotoStorageError(path: folder, reason: "cannot be listed")
    }
  }

  /// Writes a folder's entries to disk.
  private func synchronize(_ folder: String) throws(PhotoStorageError) {
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last(at: folder) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw .last(at: folder) }
  }
}
