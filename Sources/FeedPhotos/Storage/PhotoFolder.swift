import Crypto
package import FeedModel
import Foundation
import Glibc

/// Photos as files in a folder, usually beside the database.
///
/// `photos/0f/0f3a…` has the file of the photo `0f3a…`; `incoming` has the files being received. Both
/// are on one file system, so that a file is moved atomically.
package struct PhotoFolder: PhotoStorage {
  package let path: String
  package let lock: any PhotoLock
  private let incoming: LocalFolder

  /// Opens the folder at `path`, which is created if there is none.
  ///
  /// - Parameter lock: the lock of the photos; by default that of a file in the folder.
  /// - Throws: ``PhotoStorageError``.
  package init(path: String, lock: (any PhotoLock)? = nil) throws(PhotoStorageError) {
    self.path = path
    self.lock = lock ?? FileLock(path: path + "/lock")
    incoming = LocalFolder(path: path + "/incoming")
    try LocalFolder.create(path, path + "/photos", incoming.path)
  }

  /// Refuses the folder if it has the photos of another database, whose files a sweep would remove.
  ///
  /// - Parameter database: a unique name of the database; noted in a folder without such a note.
  /// - Throws: ``PhotoStorageError``.
  package func claim(for database: String) throws(PhotoStorageError) {
    if let noted = FileManager.default.contents(atPath: note) {
      guard noted == Data(database.utf8) else { throw .ofAnotherDatabase(path) }
      return
    }
    guard FileManager.default.createFile(atPath: note, contents: Data(database.utf8)) else {
      throw .file(path: note, reason: "cannot be written")
    }
  }

  package func owner() async -> String? {
    FileManager.default.contents(atPath: note).map { String(decoding: $0, as: UTF8.self) }
  }

  package func makeIncomingFile() throws(PhotoStorageError) -> IncomingFile {
    try incoming.makeFile()
  }

  package func send(_ file: IncomingFile, as id: PhotoID) async {}

  package func keep(_ file: IncomingFile, as id: PhotoID) async throws {
    let folder = folder(of: id)
    try LocalFolder.create(folder)
    try file.move(to: location(of: id))
    try synchronize(folder)
    try synchronize(path + "/photos")
  }

  package func contains(_ id: PhotoID) async throws -> Bool {
    if access(location(of: id), R_OK) == 0 { return true }
    // A disk that does not answer may have the file.
    guard errno == ENOENT || errno == ENOTDIR else {
      throw PhotoStorageError.last(at: location(of: id))
    }
    return false
  }

  package func file(of id: PhotoID) async throws -> PhotoFile? {
    try await contains(id) ? PhotoFile(path: location(of: id)) : nil
  }

  package func read(_ id: PhotoID, into file: IncomingFile) async throws -> Bool {
    do {
      try file.append(contentsOf: location(of: id), limit: .max)
      return true
    } catch is PictureError {
      return false
    }
  }

  package func contentID(of id: PhotoID) async -> PhotoID? {
    guard let file = FileHandle(forReadingAtPath: location(of: id)) else { return nil }
    defer { try? file.close() }
    var hash = SHA256()
    while let bytes = try? file.read(upToCount: 1 << 18), !bytes.isEmpty {
      hash.update(data: bytes)
    }
    return PhotoID(digest: hash.finalize())
  }

  package func remove(_ id: PhotoID) async throws {
    let path = location(of: id)
    guard unlink(path) == 0 || errno == ENOENT else { throw PhotoStorageError.last(at: path) }
  }

  package func photos() async throws -> [PhotoID] {
    var photos: [PhotoID] = []
    for name in try LocalFolder(path: path + "/photos").names() {
      photos += try LocalFolder(path: "\(path)/photos/\(name)").names().compactMap { PhotoID($0) }
    }
    return photos.sorted()
  }

  package func removeAbandonedFiles() async throws -> Int { try incoming.removeAbandonedFiles() }

  private var note: String { path + "/database" }
  private func folder(of id: PhotoID) -> String { "\(path)/photos/\(id.description.prefix(2))" }
  private func location(of id: PhotoID) -> String { "\(folder(of: id))/\(id)" }

  /// Writes a folder's entries to disk.
  private func synchronize(_ folder: String) throws(PhotoStorageError) {
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last(at: folder) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw .last(at: folder) }
  }
}
