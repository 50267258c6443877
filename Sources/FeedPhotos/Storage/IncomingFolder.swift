import FeedStore
import Foundation
import Glibc

/// A folder with files that are being received, each locked by the process that receives it.
struct IncomingFolder: Sendable {
  let path: String

  /// A new file in the folder, which is created if there is none.
  func makeFile() throws(PhotoStorageError) -> IncomingFile {
    try create()
    return try IncomingFile(path: "\(path)/\(UUID.random().text)")
  }

  /// Creates the folder, and the one that it is in, if there is none.
  func create() throws(PhotoStorageError) {
    try FolderNames.createWithParent(path)
  }

  /// Removes the files that nobody receives any more.
  ///
  /// - Returns: how many there were.
  func removeAbandonedFiles() throws(PhotoStorageError) -> Int {
    guard access(path, F_OK) == 0 else { return 0 }
    var count = 0
    for name in try FolderNames.all(in: path) {
      // The process that receives a file holds its lock.
      if PhotoFile.removeUnused("\(path)/\(name)") { count += 1 }
    }
    return count
  }
}

/// The names in folders.
enum FolderNames {
  /// The names of files and folders in the folder at `path`.
  static func all(in path: String) throws(PhotoStorageError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw .file(path: path, reason: "cannot be listed")
    }
  }

  /// Creates the folder at `path`, and the one that it is in, if there is none.
  static func createWithParent(_ path: String) throws(PhotoStorageError) {
    if access(path, F_OK) == 0 { return }
    try create([URL(fileURLWithPath: path).deletingLastPathComponent().path, path])
  }

  /// Creates the folders that are not there yet.
  static func create(_ paths: [String]) throws(PhotoStorageError) {
    for path in paths {
      guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw .last(at: path) }
    }
  }
}
